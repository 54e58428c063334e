#!/usr/bin/env bash
# Makes the root of a Debian for the Pi, as a tar: root.sh OUT.tar. Takes a quarter of an hour, nearly all of it
# in the packages' own scripts, which run on an emulated processor. Nothing of the project is in it.
# shellcheck disable=SC2016  # mmdebstrap's hooks know what $1 is
# shellcheck source=systemd/image/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources >"$work/sources.list"
printf 'MODULES=list\nCOMPRESS=zstd\nRESUME=none\n' >"$work/scorekeeper"
lines "$HERE/initramfs-modules.txt" >"$work/modules"
chmod -R go+rX "$work"

# The kernel's package would make the initramfs twice, each time for minutes; it is made once, at the end.
export INITRD=No

mode=unshare
if [ "$EUID" -eq 0 ]; then mode=root; fi
# Left out: what is to be read by people, the device trees of other boards, and names of hardware that no Pi has.
left_out=()
for folder in share/{man,info,locale,doc,lintian,bug} 'lib/linux-image-*' lib/udev/hwdb.d; do
  left_out+=(--dpkgopt="path-exclude=/usr/$folder/*")
done
for file in 'share/doc/*/copyright' 'lib/linux-image-*/broadcom/bcm2*'; do
  left_out+=(--dpkgopt="path-include=/usr/$file")
done

mmdebstrap --quiet --format=tar --mode=$mode \
  --architectures="$ARCH" --variant=minbase \
  --include="$(lines "$HERE/packages.txt" | paste -sd,)" \
  "${left_out[@]}" \
  --essential-hook='mkdir -p "$1/boot/firmware" "$1/etc/initramfs-tools/conf.d"' \
  --essential-hook="copy-in $work/scorekeeper /etc/initramfs-tools/conf.d" \
  --customize-hook="upload $work/modules /etc/initramfs-tools/modules" \
  --customize-hook='chown -R 0:0 "$1/etc/initramfs-tools"' \
  --customize-hook='chroot "$1" update-initramfs -c -k all' \
  --customize-hook="$HERE/archive.sh \"\$1\"" \
  --customize-hook='rm -f "$1"/etc/apt/sources.list.d/0000* "$1"/etc/ssh/ssh_host_* "$1"/var/lib/dbus/machine-id' \
  "$SUITE" "$1.part" "$work/sources.list"
mv "$1.part" "$1"
