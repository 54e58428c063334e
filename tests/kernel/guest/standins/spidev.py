"""As much of spidev as there can be without its bus: whether the kernel has the node. It has no wheel."""

import os


class SpiDev:
    def open(self, bus: int, device: int) -> None:
        os.close(os.open(f"/dev/spidev{bus}.{device}", os.O_RDWR))
