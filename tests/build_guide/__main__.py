"""`make guides`: draws the pictures of the build guide, and writes its tables."""

import sys

from guide import GUIDE, drawings, filled


def main() -> int:
    """Write all that has changed, and name it."""
    files = {GUIDE.with_name(name): content for name, content in drawings().items()}
    files[GUIDE] = filled(GUIDE.read_text("utf-8")).encode()
    for path, content in files.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
            print(f"written: {path.parent.name}/{path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
