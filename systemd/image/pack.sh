#!/usr/bin/env bash
# Makes the image of a card from a folder: pack.sh ROOT OUT.img. No loop device, no mount. Needs to be root, of a
# namespace at least, to see the owners in the folder as they are to be on the card. The same folder makes the same
# image, byte for byte.
# shellcheck source=systemd/image/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
root=$1 out=$2
work=$(mktemp -d -p "$(dirname "$out")")
trap 'rm -rf "$work"' EXIT

# What would be drawn by lot: any number does, as long as it is the same.
DISK=0x5c04ebee
BOOT=5C04EBEE
ROOT=5c04ebee-0000-4000-8000-5c04ebee5c04
FIRST_MIB=4
SLACK_PERCENT=4 # of the root, which is never written: for the file system's own tables

# The boot partition, which every computer can read and write.
truncate --size "${BOOT_MIB}M" "$work/boot"
own mkfs.vfat --invariant -F 32 -i $BOOT -n "$BOOT_LABEL" "$work/boot" >/dev/null
mv "$root/boot/firmware" "$work/firmware"
find "$work/firmware" -exec touch --date "@$SOURCE_DATE_EPOCH" {} +
mapfile -d '' files < <(find "$work/firmware" -mindepth 1 -maxdepth 1 -print0 | sort -z)
own mcopy -i "$work/boot" -s -m -Q "${files[@]}" ::
own fsck.vfat -n "$work/boot" >/dev/null

# The root. It has no journal and does not grow, since it is never written.
mkdir "$root/boot/firmware"
touch --date "@$SOURCE_DATE_EPOCH" "$root/boot/firmware" "$root/boot"
size=$(($(du --summarize --block-size=1M "$root" | cut -f 1) * (100 + SLACK_PERCENT) / 100 + 16))
[ $((FIRST_MIB + BOOT_MIB + size)) -le "$DATA_START_MIB" ] ||
  die "the root takes $size MiB, and would reach into the data partition at $DATA_START_MIB MiB" \
    "leave something out of $HERE/packages.txt"
own mke2fs -q -F -t ext4 -b 4096 -m 0 -L "$ROOT_LABEL" -U $ROOT -E hash_seed=$ROOT,root_owner=0:0 \
  -O ^has_journal,^resize_inode,^metadata_csum_seed,^orphan_file -d "$root" "$work/root" "${size}M"
own e2fsck -f -n "$work/root" >/dev/null 2>&1 || die "e2fsck finds faults in the root" "that should not happen: report it"

# The card.
sectors=$((2 * 1024)) # in a MiB
truncate --size $((FIRST_MIB + BOOT_MIB + size))M "$out.part"
own sfdisk --quiet --no-reread --no-tell-kernel "$out.part" <<END
label: dos
label-id: $DISK
unit: sectors
start=$((FIRST_MIB * sectors)), size=$((BOOT_MIB * sectors)), type=c, bootable
start=$(((FIRST_MIB + BOOT_MIB) * sectors)), size=$((size * sectors)), type=83
END
dd if="$work/boot" of="$out.part" bs=1M seek=$FIRST_MIB conv=notrunc,sparse status=none
dd if="$work/root" of="$out.part" bs=1M seek=$((FIRST_MIB + BOOT_MIB)) conv=notrunc,sparse status=none
mv "$out.part" "$out"
