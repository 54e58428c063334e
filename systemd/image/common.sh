# What the scripts of the image share; each of them reads this first.
# shellcheck shell=bash
# shellcheck disable=SC2034  # used where this is read
set -euo pipefail
umask 022

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SOURCE=$(cd "$HERE/../.." && pwd)
OUT=${OUT:-$SOURCE/build/image}
SUITE=trixie
ARCH=arm64
MACHINE=aarch64-linux-gnu
VERSION=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$SOURCE/pyproject.toml")

# Every date in the image: that of the last commit, so that one commit makes one image.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$SOURCE" log -1 --format=%ct)}
export LC_ALL=C.UTF-8 TZ=UTC PYTHONNOUSERSITE=1

# shellcheck source=/dev/null
. "$HERE/layout"

say() { printf '%s\n' "$*"; }
die() { # WHAT CURE
  printf 'make image: %s\n  → %s\n' "$1" "$2" >&2
  exit 1
}

BINFMT=/proc/sys/fs/binfmt_misc # where the kernel is told which program starts those of another processor
cure_of_emulation() {           # what to do where none starts those of a Pi
  if ! { command -v qemu-aarch64-static || command -v qemu-aarch64; } >/dev/null; then
    say "sudo apt install qemu-user-static binfmt-support; in a container: the same on its host"
  elif ! [ -e "$BINFMT/register" ]; then
    say "sudo mount -t binfmt_misc binfmt_misc $BINFMT && sudo update-binfmts --enable; in a container: on its host"
  else
    say "sudo update-binfmts --enable qemu-aarch64"
  fi
}

lines() { sed -E 's/#.*//; s/[[:space:]]+$//; /^$/d' "$1"; } # FILE: what it lists, without comments

hash_of() { cat "$@" | sha256sum | cut -c 1-12; } # FILE...

# Gives a folder its name at one blow, so that no half of it is ever taken for the whole.
keep() { # FOLDER NAME
  rm -rf "$2" "$2.part"
  mv "$1" "$2.part" # from another disk that takes a while
  mv "$2.part" "$2"
}

# Lays a folder's files over those of a root. All may read them, whatever umask the checkout was made with.
lay_over() { # FOLDER ROOT
  tar -C "$1" --create --exclude=__pycache__ --owner=0 --group=0 --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" . |
    tar -C "$2" --extract --preserve-permissions --no-overwrite-dir --keep-directory-symlink
}

# Root of a namespace of one's own, where an ordinary user may unpack files of other owners. Who is root already
# needs only mounts of one's own.
as_root() { # [OPTION OF unshare...] COMMAND...
  if [ "$EUID" -eq 0 ]; then unshare --mount "$@"; else unshare --map-auto --map-root-user --mount "$@"; fi
}

# One of the programs that tools.sh has fetched into $TOOLS.
own() { # PROGRAM ARGUMENT...
  local loader=("$TOOLS"/usr/lib/*-linux-gnu/ld-linux-*.so.*) program=("$TOOLS"/usr/*bin/"$1")
  PYTHONHOME=$TOOLS/usr "${loader[0]}" --library-path "${loader[0]%/*}" "${program[0]}" "${@:2}"
}

# Debian's archive as this machine's own apt has it, so that a mirror or a proxy nearby is used. MIRROR and
# SECURITY_MIRROR name another one, where the machine is not a Debian.
archive() { # LABEL
  # shellcheck disable=SC2016  # apt puts it in
  apt-get indextargets 'Created-By: Packages' "Label: $1" --format '$(REPO_URI)' | head -1
}

sources() { # the sources.list of the image's build
  local main security keys=/usr/share/keyrings/debian-archive-keyring.gpg
  main=${MIRROR:-$(archive Debian)}
  security=${SECURITY_MIRROR:-$(archive Debian-Security)}
  if [ -z "$main" ] || [ -z "$security" ]; then
    die "this machine's apt knows no Debian archive, or was never updated" \
      "sudo apt update; where it is not a Debian: MIRROR=... SECURITY_MIRROR=... make image"
  fi
  say "deb [signed-by=$keys] $main $SUITE main non-free-firmware"
  say "deb [signed-by=$keys] $main $SUITE-updates main non-free-firmware"
  say "deb [signed-by=$keys] $security $SUITE-security main non-free-firmware"
}
