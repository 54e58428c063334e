#!/usr/bin/env bash
# A hook of mmdebstrap: notes in the new root, in /archive.txt, what Debian's archive says of each package that is
# in it, its SHA-256 above all. Later nobody knows.
set -euo pipefail
# shellcheck disable=SC2016  # for dpkg-query
mapfile -t packages < <(chroot "$1" dpkg-query -W -f '${Package}=${Version}\n')
APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-cache show "${packages[@]}" |
  grep -E '^((Package|Version|Architecture|Filename|SHA256): |$)' >"$1/archive.txt"
