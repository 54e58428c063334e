#!/usr/bin/env bash
# Fills a folder with all that the card's root holds: fill.sh ROOT.tar SITE LGPIO FOLDER. Needs to be root, of a
# namespace at least, with mounts and processes of its own (common.sh, as_root).
# shellcheck source=systemd/image/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
tar=$1 site=$2 lgpio=$3 root=$4
venv=$root/opt/scorekeeper/.venv

mkdir "$root"
tar -xpf "$tar" -C "$root" --numeric-owner --exclude='./dev/*'

# The box's Python. pip is not in the image: its venv is laid out here, with Debian's packages in sight.
python=$(cd "$root/usr/bin" && echo python3.??)
packages=$venv/lib/$python/site-packages
mkdir -p "$venv/bin" "$packages"
lay_over "$site" "$packages"
lay_over "$lgpio" "$packages"
printf 'home = /usr/bin\ninclude-system-site-packages = true\nversion = %s\n' "${python#python}" >"$venv/pyvenv.cfg"
ln -s "/usr/bin/$python" "$venv/bin/python"
# Compiled once, here: the root is read-only, and the box never looks whether a source is newer.
own "$python" -m compileall -q -s "$root" -p / --invalidation-mode unchecked-hash "$venv/lib"
cat >"$venv/bin/scorekeeper" <<'END'
#!/opt/scorekeeper/.venv/bin/python
import sys

from firmware.cli import main

sys.exit(main())
END
chmod 755 "$venv/bin/scorekeeper"

# What starts the Pi: the overlay and the lines that raspi-firmware keeps through upgrades of the kernel.
mkdir -p "$root/usr/lib/raspi-firmware/overlays" "$root/boot/firmware/overlays"
dtc -q -@ -I dts -O dtb -o "$root/usr/lib/raspi-firmware/overlays/scorekeeper.dtbo" "$HERE/scorekeeper.dtso"
cp "$root/usr/lib/raspi-firmware/overlays/scorekeeper.dtbo" "$root/boot/firmware/overlays/"
install -m 644 "$HERE/config.txt" "$root/etc/default/raspi-firmware-custom"
printf 'ROOTPART=LABEL=%s\nCONSOLES=tty0\nCMA=0\n' "$ROOT_LABEL" >"$root/etc/default/raspi-firmware"
echo 'ro quiet loglevel=4' >"$root/etc/default/raspi-extra-cmdline" # of "rw" and "ro" the last counts

# The system: its settings, and how its card is laid out.
echo i2c-dev >"$root/etc/modules-load.d/scorekeeper.conf"
install -D -m 644 "$HERE/layout" "$root/usr/lib/scorekeeper/layout"
rm "$root/etc/os-release"
{ cat "$root/usr/lib/os-release" && printf 'IMAGE_ID=scorekeeper\nIMAGE_VERSION=%s\n' "$VERSION"; } >"$root/etc/os-release"
mkdir "$root/usr/share/doc/hanafuda-scorekeeper"
lay_over "$OUT/site.licences" "$root/usr/share/doc/hanafuda-scorekeeper"
lay_over "$HERE/overlay" "$root"

# The rest is done by the image's own programs, on an emulated processor.
mkdir "$root/build"
cp -r "$SOURCE/systemd" "$root/build/"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" \
  SYSTEMD_OFFLINE=1 SYSTEMD_LOG_LEVEL=warning bash /build/systemd/image/inside.sh
umount --lazy "$root/dev" "$root/proc"
mv "$root/archive.txt" "$root/build/initramfs.txt" "$root/build/packages.txt" "$OUT/"
cp -L "$root"/usr/share/common-licenses/{GPL-3,LGPL-3} "$OUT/site.licences/"
python3 "$HERE/boards.py" "$root" "$OUT/initramfs.txt"
rm -r "$root/build"

# All that starts the Pi is in /boot/firmware; what these are for is upgrades, which come as a new image.
rm -f "$root"/{boot/vmlinuz-*,boot/initrd.img-*,vmlinuz*,initrd.img*} "$root"/usr/lib/raspi-firmware/*.{bin,dat,elf}

# Nothing that differs from build to build, or belongs to one box alone.
rm -rf "$root"/var/log/* "$root"/var/cache/{apt,debconf,ldconfig}/* "$root"/var/lib/apt/* "$root"/tmp/* "$root"/run/*
rm -f "$root"/etc/{passwd,group,shadow,gshadow,subuid,subgid}- "$root"/etc/.pwd.lock "$root"/etc/ssh/ssh_host_* \
  "$root"/etc/dpkg/dpkg.cfg.d/99mmdebstrap "$root"/etc/resolv.conf \
  "$root"/var/lib/dpkg/*-old "$root"/var/lib/systemd/{random-seed,catalog/database.new}
install -m 644 "$HERE/overlay/etc/machine-id" "$root/etc/" # whatever packages have made of it
ln -s ../run/systemd/resolve/resolv.conf "$root/etc/resolv.conf"
ln -s /boot/firmware/scorekeeper.toml "$root/etc/scorekeeper.toml"
# What systemd asks at each start, before all else: ssh would open the box to whoever hosts a machine, and the others
# look for what no such card has.
mkdir -p "$root/etc/systemd/system-generators"
for generator in ssh getty gpt-auto hibernate-resume rc-local system-update sysv tpm2; do
  ln -s /dev/null "$root/etc/systemd/system-generators/systemd-$generator-generator"
done
touch "$root/etc/.updated" "$root/var/.updated" # nothing is newer than when they were looked at
find "$root" -xdev -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
