"""QR codes small enough for the panel: two pixels a module, and a quiet zone around."""

__all__ = ["modules_of"]

_VERSION = 2
"""25 modules: with two pixels each, 64 pixels leave three and a half modules of quiet on all sides."""


def modules_of(address: str) -> tuple[tuple[bool, ...], ...]:
    """Return which modules of an address's code are dark, row by row, without the quiet zone.

    A longer address stands in capitals, of which a code holds more; browsers read scheme and host in any
    case. One that is still too long gets as many modules as it needs.

    Args:
        address: a scheme, a host and a port, with no path.
    """
    import segno  # only whoever opens the page pays for it

    for text, version in ((address, _VERSION), (address.upper(), _VERSION), (address.upper(), None)):
        try:
            code = segno.make_qr(text, error="L", version=version)
        except segno.DataOverflowError:
            continue
        return tuple(tuple(bool(module) for module in row) for row in code.matrix)
    return ()
