#!/usr/bin/env bash
# Puts the scorekeeper on a Raspberry Pi, so that it starts with the Pi. Run again, it upgrades; `--help` says more.
set -euo pipefail
umask 022

SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PLACE=/opt/scorekeeper
MANIFEST=$PLACE/installed-files # a line each
UNITS=/etc/systemd/system
COMMAND=/usr/local/bin/scorekeeper
DATA=/var/lib/scorekeeper
STARTED=(scorekeeper.service scorekeeper-poweroff.path)
NEEDED=(python3-venv python3-lgpio python3-rpi-lgpio python3-spidev) # pip would need a compiler for them
HANDY=(python3-pil python3-cbor2 python3-smbus2)                     # pip would build them on some Pis
SPACE_MB=200
KNOWS_RESTART_STEPS=254
SEE_NETWORK="see that the Pi has a network (hostname -I names its address) and run this again"

usage() {
  cat <<'END'
Usage: sudo systemd/install.sh [--wheelhouse DIR]
       sudo systemd/install.sh --uninstall

Installs the scorekeeper of this folder on Raspberry Pi OS, bookworm or newer, and starts it with the Pi. Run again
it upgrades, or mends what was interrupted. The folder is not needed afterwards. Neither the data in
/var/lib/scorekeeper nor the settings in /etc/scorekeeper.toml are ever changed.

  --wheelhouse DIR  without network: Python's packages come from DIR, which `make wheelhouse` fills on a computer
                    that has one
  --uninstall       takes away what this script has put in place; data and settings stay
  -h, --help        says this
END
}

say() { printf '%s\n' "$*"; }
step() { say "==> $*"; }
die() { # WHAT CURE
  printf 'install.sh: %s\n  → %s\n' "$1" "$2" >&2
  told=yes
  exit 1
}

told='' new='' wheelhouse='' live='' must_restart=''
if [ -d /run/systemd/system ]; then live=yes; fi

finish() {
  local status=$?
  if [ -n "$new" ]; then rm -rf "$new"; fi
  if [ "$status" -ne 0 ] && [ -z "$told" ]; then
    printf 'install.sh: stopped before its end; the lines above say at what\n  → mend that, and run it again\n' >&2
  fi
}

alone() { # DEED, which hands its turn to no program: one that outlives this script must not hinder the next
  exec 9<"${PLACE%/*}"
  flock --timeout 1 9 || die "another install.sh is at work" "wait for its end, and run this again"
  "$1" 9<&-
}

check_machine() {
  step "Looks at this machine"
  local tool model free_mb
  for tool in apt-get raspi-config systemctl; do
    command -v $tool >/dev/null || die "$tool is missing, so this is not Raspberry Pi OS" \
      "write Raspberry Pi OS to a card and run this there; to try the box without hardware: make run"
  done
  # Not just python3: one of /usr/local would not see what apt installs.
  /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die \
    "Python 3.11 is needed, and this system has $(/usr/bin/python3 --version 2>&1)" \
    "write Raspberry Pi OS bookworm or newer to a card and run this there"
  model=$(tr -d '\0' 2>/dev/null </proc/device-tree/model) || model="not known"
  case $model in
    *"Raspberry Pi"*) say "    $model" ;;
    *) say "    No Raspberry Pi (its model is $model): the box can be installed, but has no pins and buses here" ;;
  esac
  free_mb=$(($(df --output=avail -k /opt | tail -1) / 1024))
  [ "$free_mb" -ge $SPACE_MB ] || die "only $free_mb MB are free in /opt, and $SPACE_MB are needed" \
    "make room, for example with: sudo apt clean; sudo journalctl --vacuum-size=50M"
}

turn_buses_on() {
  step "Turns SPI and I2C on"
  local config=/boot/firmware/config.txt before
  [ -e $config ] || config=/boot/config.txt
  [ -e $config ] || die "there is no /boot/firmware/config.txt" "see that the boot partition is there: sudo mount -a"
  before=$(cksum <$config)
  { raspi-config nonint do_spi 0 && raspi-config nonint do_i2c 0; } || die "raspi-config could not do it" \
    "turn SPI and I2C on in: sudo raspi-config, Interface Options; then run this again"
  grep -Eq '^[^#]*i2c(_arm)?_baudrate=' $config ||
    printf '\n[all]\n# A quicker display, for the Hanafuda Scorekeeper\ndtparam=i2c_arm_baudrate=400000\n' >>$config
  sync
  if [ "$before" != "$(cksum <$config)" ] || ! [ -e /dev/spidev0.0 ] || ! [ -e /dev/i2c-1 ]; then must_restart=yes; fi
}

is_installed() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

bring_packages() {
  local missing=() package
  for package in "${NEEDED[@]}"; do is_installed "$package" || missing+=("$package"); done
  if [ -n "$wheelhouse" ]; then
    step "Sees whether Debian's packages are there"
    [ ${#missing[@]} -eq 0 ] || die "not installed, and not in a wheelhouse either: ${missing[*]}" \
      "with a network: sudo apt install ${missing[*]}; then run this again"
    return
  fi
  for package in "${HANDY[@]}"; do is_installed "$package" || missing+=("$package"); done
  if [ ${#missing[@]} -eq 0 ]; then step "Debian's packages are there" && return; fi
  step "Installs with apt, which may take some minutes: ${missing[*]}"
  if is_installed python3-rpi.gpio; then
    say "    python3-rpi.gpio gives way to python3-rpi-lgpio, which does the same and also works on a Pi 5"
  fi
  export DEBIAN_FRONTEND=noninteractive
  dpkg --configure -a >/dev/null || true # where the last apt was interrupted
  apt-get -qq update || true  # the next line says what could not be had
  apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=120 install "${missing[@]}" >/dev/null || die \
    "apt could not install them" \
    "$SEE_NETWORK; without one see --help, --wheelhouse"
}

# A venv cannot be moved. So each has a name of its own, and .venv points at the one in use: what runs is left
# alone until the new one is whole.
make_venv() {
  step "Makes the new .venv beside the one in use, if there is one; on a small Pi this takes some minutes"
  local from=() cure=$SEE_NETWORK
  if [ -n "$wheelhouse" ]; then
    from=(--no-index --find-links "$wheelhouse")
    cure="make the wheelhouse anew with: make wheelhouse, of this version, and run this again"
  fi
  export PYTHONNOUSERSITE=1 PIP_NO_INPUT=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
  mkdir -p $PLACE
  new=$(mktemp -d $PLACE/venv-XXXXXX)
  chmod 755 "$new"
  /usr/bin/python3 -m venv --system-site-packages "$new" || die "Python could not make a .venv" \
    "sudo apt install --reinstall python3-venv; then run this again"
  local pip=("$new/bin/pip" --quiet install "${from[@]}")
  { "${pip[@]}" "$SOURCE" && "${pip[@]}" --no-deps --requirement "$SOURCE/hardware/mfrc522.txt"; } || die \
    "pip could not install Python's packages; what was installed before is left as it was" "$cure"
  "$new/bin/scorekeeper" --version >/dev/null || die "the new version does not start" "the lines above say why"
  # RPi.GPIO proper has a part in C, and does not work on a Pi 5 nor with Linux 6.6 and newer.
  "$new/bin/python" -c 'import sys, importlib.util as of
sys.exit(of.find_spec("RPi.GPIO") is None or of.find_spec("RPi._GPIO") is not None)' || die \
    "an RPi.GPIO that pip installed hides rpi-lgpio, which must stand for it" \
    "sudo pip3 uninstall -y --break-system-packages RPi.GPIO; then run this again"
}

files() { # what is copied, a line each: what in systemd/, and where to
  local unit
  say "scorekeeper.sysusers /usr/lib/sysusers.d/scorekeeper.conf"
  say "scorekeeper.rules /etc/udev/rules.d/60-scorekeeper.rules"
  for unit in "$SOURCE"/systemd/*.{service,path,socket,timer}; do
    if [ -e "$unit" ]; then say "${unit##*/} $UNITS/${unit##*/}"; fi
  done
  if [ "$(systemctl --version | sed -En '1s/^systemd ([0-9]+).*/\1/p')" -ge $KNOWS_RESTART_STEPS ]; then
    say "scorekeeper.service.d/back-off.conf $UNITS/scorekeeper.service.d/back-off.conf"
  fi
}

places() { files | cut -d' ' -f2 | sort -u; }

take_away() { # reads files, a line each
  local file
  while read -r file; do
    say "    takes $file away"
    case $file in $UNITS/*.d/*) ;; $UNITS/*) systemctl --quiet disable ${live:+--now} "${file##*/}" || true ;; esac
    rm -f "$file"
    case $file in $UNITS/*.d/*) rmdir --ignore-fail-on-non-empty "${file%/*}" ;; esac
  done
}

put_in_place() {
  step "Puts units, user and rules in place, and the command $COMMAND"
  local what where unit new_units=()
  for unit in "${STARTED[@]}"; do
    if ! [ -e $PLACE/.venv ] || ! [ -e "$UNITS/$unit" ]; then new_units+=("$unit"); fi
  done
  touch $MANIFEST
  sort -u $MANIFEST <(places) >$MANIFEST.new
  mv $MANIFEST.new $MANIFEST
  files | while read -r what where; do install -D -m 644 "$SOURCE/systemd/$what" "$where"; done
  comm -23 $MANIFEST <(places) | take_away
  places >$MANIFEST.new
  mv $MANIFEST.new $MANIFEST
  # What somebody has turned off since stays off.
  [ ${#new_units[@]} -eq 0 ] || systemctl --quiet enable "${new_units[@]}"
  systemd-sysusers /usr/lib/sysusers.d/scorekeeper.conf
  [ -e $DATA ] || install -d -o scorekeeper -g scorekeeper -m 755 $DATA
  if [ -d $PLACE/.venv ] && ! [ -L $PLACE/.venv ]; then mv $PLACE/.venv "$(mktemp -d $PLACE/venv-XXXXXX)"; fi
  ln -sfn "${new##*/}" $PLACE/.venv.new
  mv -T $PLACE/.venv.new $PLACE/.venv
  new=''
  if [ -e $COMMAND ] && [ "$(readlink $COMMAND)" != $PLACE/.venv/bin/scorekeeper ]; then
    say "    $COMMAND is there and is something else: left alone. The box's own is $PLACE/.venv/bin/scorekeeper"
  else
    ln -sfn $PLACE/.venv/bin/scorekeeper $COMMAND
  fi
}

start() {
  step "Starts the service"
  local unit venv
  if [ -n "$live" ]; then
    systemctl daemon-reload
    udevadm control --reload
    udevadm trigger --subsystem-match={spidev,i2c-dev,gpio,leds}
  else
    say "    No systemd runs here: it starts when this system does"
  fi
  for unit in ${live:+"${STARTED[@]}"}; do
    if systemctl --quiet is-enabled "$unit"; then
      systemctl restart "$unit" || die "$unit does not start" \
        "see why with: systemctl status $unit; journalctl -u $unit -n 20"
    else
      say "    $unit was turned off, and stays so"
    fi
  done
  for venv in "$PLACE"/venv-*; do [ "$venv" = "$(readlink -f $PLACE/.venv)" ] || rm -rf "$venv"; done
}

install_all() {
  check_machine
  turn_buses_on
  bring_packages
  make_venv
  put_in_place
  start
  step "Installed: $($PLACE/.venv/bin/scorekeeper --version)"
  if [ -n "$must_restart" ]; then say "Restart the Pi, so that SPI and I2C come up: sudo reboot"; fi
  say "Then see whether all wires are right, with Home, Check on the display, or with: $COMMAND doctor"
  say "and give each card its sticker with Home, Deck. Data: $DATA; settings: /etc/scorekeeper.toml."
}

uninstall() {
  step "Takes the scorekeeper away"
  sort -u <(places) <(cat $MANIFEST 2>/dev/null) | while read -r file; do
    if [ -e "$file" ]; then say "$file"; fi
  done | take_away
  if [ "$(readlink $COMMAND)" = $PLACE/.venv/bin/scorekeeper ]; then rm $COMMAND; fi
  rm -rf $PLACE/.venv $PLACE/venv-* $MANIFEST $MANIFEST.new
  if [ -d $PLACE ]; then rmdir --ignore-fail-on-non-empty $PLACE; fi
  if [ -n "$live" ]; then systemctl daemon-reload && udevadm control --reload; fi
  say "Left as they are: the data in $DATA and their user scorekeeper, settings in /etc/scorekeeper.toml," \
    "SPI and I2C, and what apt has installed."
}

main() {
  local given="$*" deed=install_all
  while [ $# -gt 0 ]; do
    case $1 in
      --wheelhouse)
        { wheelhouse=$(realpath -e -- "${2:-}" 2>/dev/null) && [ -d "$wheelhouse" ]; } ||
          die "--wheelhouse needs a folder" "see --help"
        shift
        ;;
      --uninstall) deed=uninstall ;;
      -h | --help) usage && exit ;;
      *) die "there is no option $1" "see --help" ;;
    esac
    shift
  done
  [ "$EUID" -eq 0 ] || die "this needs root's rights" "sudo $0 $given"
  trap finish EXIT
  trap 'exit 130' INT TERM HUP
  alone $deed
}

# Tests read the functions alone.
if [ "${BASH_SOURCE[0]}" = "$0" ]; then main "$@"; fi
