#!/usr/bin/env bash
# Runs inside the image that is being made, started by fill.sh; /build holds the project's systemd folder.
set -euo pipefail
umask 022
IMAGE=/build/systemd/image
VENV=/opt/scorekeeper/.venv
USER_ID=970

lines() { sed -E 's/#.*//; s/[[:space:]]+$//; /^$/d' "$1"; } # FILE: what it lists, without comments
each() { lines "$1" | xargs -r "${@:2}"; }                   # FILE COMMAND...

# The same files, to the same places, as on Raspberry Pi OS: install.sh has the list.
# shellcheck source=systemd/install.sh
. /build/systemd/install.sh
files | while read -r what where; do install -D -m 644 "/build/systemd/$what" "$where"; done
# The number of the user is the same in every version: the data partition, which is its, outlives the image.
groupadd --system --gid $USER_ID scorekeeper
useradd --system --uid $USER_ID --gid scorekeeper --comment "Hanafuda Scorekeeper" \
  --no-create-home --home-dir "$DATA" --shell /usr/sbin/nologin scorekeeper
systemd-sysusers
ln -sfn $VENV/bin/scorekeeper "$COMMAND"

# Which units start.
systemctl --quiet enable "${STARTED[@]}"
each $IMAGE/units-on.txt systemctl --quiet enable
each $IMAGE/units-off.txt systemctl --quiet mask
# These, scorekeeper-network.service starts; two of them only if the settings file asks for it.
systemctl --quiet disable ssh.service ssh.socket iwd.service systemd-{networkd,resolved,timesyncd}.service
passwd --quiet --lock root

# Upgrades come as a new image.
dpkg --purge --force-remove-protected apt libapt-pkg7.0 debian-archive-keyring sqv >/dev/null

$VENV/bin/scorekeeper --version >/dev/null
LG_WD=/tmp RPI_LGPIO_REVISION=a02082 $VENV/bin/python -B -c \
  'import cbor2, gpiozero, lgpio, luma.oled.device, PIL.Image, RPi.GPIO, smbus2, spidev'

# Writes config.txt and cmdline.txt from what is now in /etc/default.
DEB_MAINT_PARAMS=configure /etc/kernel/postinst.d/z50-raspi-firmware

lsinitramfs /boot/initrd.img-* >/build/initramfs.txt
dpkg-query -W -f '${Package} ${Version} ${Architecture} ${source:Package} ${source:Version}\n' >/build/packages.txt
