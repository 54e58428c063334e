#!/usr/bin/env bash
# Fetches the programs that make the card, of the image's own Debian but for this computer's processor: tools.sh
# FOLDER. So every computer makes the same image; Debian 12's mke2fs, for one, is too old: 1.47.1 is the first that
# takes all its dates from SOURCE_DATE_EPOCH. And Python compiles the box's program, for the same Python in the image,
# without an emulated processor, which would take minutes. They are unpacked, not installed: common.sh, own, starts them.
# shellcheck source=systemd/image/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources >"$work/sources.list"
chmod -R go+rX "$work"
mmdebstrap --quiet --variant=extract --include=e2fsprogs,dosfstools,mtools,fdisk,python3 \
  "$SUITE" "$work/tools.tar" "$work/sources.list"
mkdir "$work/tools"
tar -xf "$work/tools.tar" -C "$work/tools" --wildcards './usr/*bin/*' './usr/lib/*-linux-gnu/*' './usr/lib/python3*'
keep "$work/tools" "$1"
