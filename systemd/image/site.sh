#!/usr/bin/env bash
# Collects the box's Python: site.sh PYTHON FOLDER. FOLDER then holds what belongs into site-packages, of the
# project and of what it needs that Debian has not. PYTHON has pip.
# shellcheck source=systemd/image/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

pip=("$1" -m pip --quiet --disable-pip-version-check)
target=$2
wheels=$OUT/wheels-$(hash_of "$HERE"/{site.sh,wheels.txt} "$SOURCE/hardware/mfrc522.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! [ -e "$wheels" ]; then
  "${pip[@]}" download --no-deps --only-binary :all: --dest "$work/wheels" --requirement "$HERE/wheels.txt"
  for kind in :none: :all:; do # the source goes beside the image, as its licence asks
    "${pip[@]}" download --no-deps --no-binary $kind --dest "$work/wheels" \
      --requirement "$SOURCE/hardware/mfrc522.txt"
  done
  # What builds the project's own wheel: kept too, so that the next build needs no network, and makes the same.
  "${pip[@]}" download --only-binary :all: --dest "$work/wheels" hatchling
  rm -rf "$OUT"/wheels-*
  keep "$work/wheels" "$wheels"
fi

# From a copy: a build folder left behind must not get into the wheel, and none is left behind.
git -C "$SOURCE" ls-files -z | (cd "$SOURCE" && xargs -0 cp --no-dereference --parents --target-directory "$work")
"${pip[@]}" wheel --no-index --find-links "$wheels" --no-deps --wheel-dir "$work/own" "$work"

install() { # WHERE-FROM WHAT...
  "${pip[@]}" install --no-index --no-deps --no-compile --only-binary :all: --target "$target" --find-links "$@"
  rm -rf "${target:?}/bin" # commands of the packages, for another computer's Python
}

rm -rf "$target"
install "$wheels" --requirement "$HERE/wheels.txt"
install "$wheels" --requirement "$SOURCE/hardware/mfrc522.txt"
install "$work/own" hanafuda-scorekeeper

# What goes with them to whoever gets the image: our licence, those of the fonts, and mfrc522's with its source.
rm -rf "$target.licences"
mkdir "$target.licences"
cp "$SOURCE/LICENSE" "$target.licences/copyright"
cp "$SOURCE"/firmware/screens/fonts/*.txt "$wheels"/mfrc522-*.tar.gz "$target.licences/"
cp "$SOURCE/hardware/mfrc522-licence.txt" "$target.licences/mfrc522.txt"
