"""The readers' thread on a simulated box, with tags put down by hand."""

from firmware.reader_watch import watch_readers
from firmware.table import ReaderNews, ReadersReady
from hardware import SECOND_READER, DeviceSettings, ReaderSettings, TagArrived, VirtualClock, open_devices
from hardware.simulated import Classic, Ntag, World

PINE, PLUM, MOON = "04a3c6cae26180", "045b77cae26180", "04112233445566"
"""UIDs of tags."""


class Watch:
    """The readers' thread on a simulated box.

    Attributes:
        inputs: what it gave to the table.
        transfers: every transfer on SPI.
    """

    def __init__(self, readers=1):
        self.clock = VirtualClock()
        self.transfers = []
        settings = DeviceSettings((ReaderSettings(), SECOND_READER)[:readers])
        self.world = World(self.clock, settings, trace=self.transfers.append)
        self.chip = self.world.chips[0]
        self.inputs, self.settled = [], []
        self.stop = self.clock.mailbox()
        devices = open_devices(settings, self.clock, self.world.machine, lambda _edge: None)
        self.clock.start(
            "readers",
            lambda: watch_readers(
                devices.readers, self.clock, self.inputs.append, self.stop, self.settled.append
            ),
        )

    def wait(self, seconds):
        self.clock.sleep(seconds)

    def put(self, uid, reader=0):
        tag = Ntag(bytes.fromhex(uid)) if len(uid) == 14 else Classic(bytes.fromhex(uid))
        self.world.put_down([tag], reader)
        return tag

    def came(self):
        return [one.uid.hex() for one in self.inputs if isinstance(one, TagArrived)]

    def ready(self):
        """Return when it was said that all readers are at work."""
        return [one.at_s for one in self.inputs if isinstance(one, ReadersReady)]

    def news(self):
        return [one for one in self.inputs if isinstance(one, ReaderNews)]
