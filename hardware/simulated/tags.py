"""The tags that people put on the tray."""

from hardware.iso14443 import SAK_ISO_DEP
from hardware.simulated.classic import Classic
from hardware.simulated.iso14443_tag import Tag
from hardware.simulated.ntag import Ntag, NtagModel

__all__ = ["Classic", "Ntag", "NtagModel", "Phone", "Tag"]


class Phone(Tag):
    """A phone or bank card: ISO 14443-4, of which nothing beyond the selection is modelled.

    A phone's UID has four bytes, begins with 08 and is another at each meeting; other ISO-DEP
    cards have 4, 7 or 10 bytes.
    """

    def __init__(self, uid: bytes) -> None:
        size_bits = {4: 0x04, 7: 0x44, 10: 0x84}.get(len(uid), 0)
        super().__init__(uid, atqa=bytes([size_bits, 0x03]), sak=SAK_ISO_DEP)
