"""How numbers and values are written in sentences at a terminal."""

__all__ = ["counted", "said"]


def counted(count: int, word: str) -> str:
    """Write how many there are of something.

    Example:
        >>> [counted(count, "file") for count in (0, 1, 2)]
        ['no files', '1 file', '2 files']
    """
    return f"{count} {word}" if count == 1 else f"{count or 'no'} {word}s"


def said(value: object) -> str:
    """Write the value of a house rule as people give it on the command line.

    Example:
        >>> [said(value) for value in (True, 180, "cards")]
        ['true', '180', 'cards']
    """
    return str(value).lower() if isinstance(value, bool) else str(value)
