#!/usr/bin/env bash
# Builds lgpio for the image's Python, on a computer of any kind: lgpio.sh PYTHON FOLDER. PYTHON has pip; FOLDER
# then holds what belongs into site-packages.
# shellcheck source=systemd/image/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit

# Python's headers alone are wanted: the C library is the one that came with the compiler, and older is fine.
sources >sources.list
chmod go+rX .
mmdebstrap --quiet --variant=extract --architectures="$ARCH" --include=libpython3-dev "$SUITE" dev.tar sources.list
mkdir dev
tar -xf dev.tar -C dev --wildcards './usr/include/*'
headers=$(cd dev/usr/include && echo python3.*)

PYPI=1 "$1" -m pip --quiet download --no-deps --no-binary :all: --require-hashes --requirement "$HERE/lgpio.txt"
tar -xf lgpio-*.tar.gz --strip-components=1
swig -python -Isrc lgpio.i
mkdir out
info=out/$(basename lgpio-*.tar.gz .tar.gz).dist-info
"$MACHINE-gcc" -O2 -g0 -fPIC -pthread -shared -ffile-prefix-map="$work"=. \
  -Isrc -Idev/usr/include/"$headers" -idirafter dev/usr/include \
  -o "out/_lgpio.cpython-${headers//[!0-9]/}-$MACHINE.so" lgpio_wrap.c src/lg*.c src/rgpiod.c
"$MACHINE-strip" --strip-unneeded out/*.so
cp lgpio.py out/
install -D -m 644 PKG-INFO "$info/METADATA"
cp LICENSE "$info/"
echo scorekeeper >"$info/INSTALLER"
keep out "$2"
