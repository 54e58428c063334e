"""A chip on a wire that is loose."""

from hardware.simulated.rc522_chip import Rc522Chip


class LooseChip(Rc522Chip):
    """One read in seven has a bit wrong."""

    count = 0

    def transfer(self, mosi):
        answer = super().transfer(mosi)
        self.count += 1
        if mosi[0] & 0x80 and self.count % 7 == 0:
            answer[-1] ^= 0x10
        return answer
