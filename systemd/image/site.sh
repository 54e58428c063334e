#!/usr/bin/env bash
# Collects the box's Python: site.sh PYTHON FOLDER. FOLDER then holds what belongs into site-packages, of the
# project and of what it needs that Debian has not. PYTHON has pip.
# shellcheck source=systemd/image/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

pip=("$1" -m pip --quiet --disable-pip-version-check)
target=("${pip[@]}" install --no-index --no-deps --no-compile --target "$2")
wheels=$OUT/wheels-$(hash_of "$HERE/wheels.txt" "$SOURCE/hardware/mfrc522.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! [ -e "$wheels" ]; then
  "${pip[@]}" download --no-deps --only-binary :all: --dest "$work/wheels" --requirement "$HERE/wheels.txt"
  for kind in :none: :all:; do # the source goes beside the image, as its licence asks
    "${pip[@]}" download --no-deps --no-binary $kind --dest "$work/wheels" \
      --requirement "$SOURCE/hardware/mfrc522.txt"
  done
  rm -rf "$OUT"/wheels-*
  mv "$work/wheels" "$wheels"
fi

# From a copy: a build folder left behind must not get into the wheel, and none is left behind.
git -C "$SOURCE" ls-files -z | (cd "$SOURCE" && xargs -0 cp --parents --target-directory "$work")
"${pip[@]}" wheel --no-deps --wheel-dir "$work/own" "$work"
rm -rf "$2"
"${target[@]}" --find-links "$wheels" --requirement "$HERE/wheels.txt"
"${target[@]}" --find-links "$wheels" --only-binary :all: --requirement "$SOURCE/hardware/mfrc522.txt"
"${target[@]}" --find-links "$work/own" hanafuda-scorekeeper
rm -rf "${2:?}/bin" # commands of the packages, for another computer's Python

# What goes with them to whoever gets the image: our licence, those of the fonts, and mfrc522's with its source.
rm -rf "$2.licences"
mkdir "$2.licences"
cp "$SOURCE/LICENSE" "$2.licences/copyright"
cp "$SOURCE"/firmware/screens/fonts/*.txt "$wheels"/mfrc522-*.tar.gz "$2.licences/"
cp "$SOURCE/hardware/mfrc522-licence.txt" "$2.licences/mfrc522.txt"
