#!/usr/bin/env bash
# Makes the image of a card that turns a Raspberry Pi into the box; `make image` starts this. PYTHON, with pip, is
# the one that fetches Python's packages. What takes long is kept in build/image, under a hash of what it is made from.
# shellcheck source=systemd/image/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
PYTHON=${PYTHON:?}
PACKING=${PACKING:-1} # xz's level; 6 takes more than twice as long, for a tenth less
NEEDED_MB=6000
name=scorekeeper-$VERSION
began=$SECONDS

step() { # WHAT COMMAND...: says what it does, and how long it took
  local start=$SECONDS
  say "==> $1"
  "${@:2}"
  say "    $((SECONDS - start)) s"
}

# A line each: the command that shows whether a Debian package is there, and the package.
needs() {
  cat <<'END'
mmdebstrap mmdebstrap
arch-test arch-test
newuidmap uidmap
dtc device-tree-compiler
fdtoverlay device-tree-compiler
swig swig
aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
xz xz-utils
git git
END
}

look() {
  local command package missing=() free_mb
  case $HERE$OUT in
    *[[:space:]]*) die "there is a space in $HERE or $OUT, which programs that this needs do not bear" \
      "move the checkout, or name another folder: OUT=/a/folder make image" ;;
  esac
  PATH=$PATH:/usr/sbin:/sbin
  while read -r command package; do
    command -v "$command" >/dev/null || missing+=("$package")
  done < <(needs)
  [ ${#missing[@]} -eq 0 ] || die "not installed: ${missing[*]}" "sudo apt install ${missing[*]}"
  arch-test $ARCH >/dev/null || die "this computer runs no programs of a Pi" "$(cure_of_emulation)"
  as_root true 2>/dev/null || die "$(id -un) has no range of other users' numbers, in /etc/subuid and /etc/subgid" \
    "sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $(id -un)"
  mkdir -p "$OUT"
  free_mb=$(($(df --output=avail -k "$OUT" | tail -1) / 1024))
  [ "$free_mb" -ge $NEEDED_MB ] || die "only $free_mb MB are free for $OUT, and $NEEDED_MB are needed" \
    "make room, or name another folder: OUT=/a/folder make image"
}

# Once for each version of what it is made from; older ones go.
root() { kept "$root_tar" "$HERE/root.sh"; }
tools() { kept "$TOOLS" "$HERE/tools.sh"; }
lgpio() { kept "$lgpio" "$HERE/lgpio.sh" "$PYTHON"; }
kept() { # RESULT COMMAND...
  if [ -e "$1" ]; then say "    kept from before" && return; fi
  "${@:2}" "$1"
  find "$OUT" -maxdepth 1 -name "$(basename "${1%-*}")-*" ! -path "$1" -exec rm -rf {} +
}

fill() {
  as_root rm -rf "$OUT/root"
  as_root --pid --fork --kill-child "$HERE/fill.sh" "$root_tar" "$OUT/site" "$lgpio" "$OUT/root"
}

pack() {
  as_root "$HERE/pack.sh" "$OUT/root" "$OUT/$name.img"
  as_root rm -rf "$OUT/root"
}

compress() {
  xz "-$PACKING" --threads=0 --stdout "$OUT/$name.img" >"$OUT/$name.img.xz.part"
  mv "$OUT/$name.img.xz.part" "$OUT/$name.img.xz"
}

describe() { "$PYTHON" "$HERE/describe.py" "$OUT" "$name"; }

debian=$(hash_of "$HERE"/{root.sh,archive.sh,packages.txt,initramfs-modules.txt})
root_tar=$OUT/root-$debian.tar
TOOLS=$OUT/tools-$debian$(hash_of "$HERE/tools.sh") # with the root: its Python must be the same
export TOOLS
lgpio=$OUT/lgpio-$(hash_of "$HERE/lgpio.sh" "$HERE/lgpio.txt")
step "Looks whether all is there that this needs" look
step "Debian for the Pi, made once: a quarter of an hour" root
step "Programs that make a card, fetched once" tools
step "lgpio for its Python, made once" lgpio
step "The box's own program, and Python's packages" "$HERE/site.sh" "$PYTHON" "$OUT/site"
step "Puts them together" fill
step "Makes the image of the card" pack
step "Compresses it: a minute or two" compress
step "Says what is in it" describe
say "$OUT/$name.img.xz is ready, after $(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s"
