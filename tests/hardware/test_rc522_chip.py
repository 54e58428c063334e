import pytest

from hardware.simulated.rc522_chip import Rc522Make
from hardware.simulated.rc522_timer import Timer
from hardware.simulated.tags import Classic

RESET = {
    0x01: 0x20, 0x02: 0x80, 0x04: 0x14, 0x07: 0x21, 0x0B: 0x08, 0x0C: 0x10, 0x0E: 0xA0, 0x11: 0x3F,
    0x14: 0x80, 0x15: 0x00, 0x19: 0x4D, 0x21: 0xFF, 0x22: 0xFF, 0x24: 0x26, 0x26: 0x48, 0x2A: 0x00,
    0x36: 0x40, 0x37: 0x92,
}  # fmt: skip


@pytest.mark.parametrize(("address", "value"), RESET.items(), ids=lambda number: f"{number:02X}")
def test_registers_have_their_reset_values(bench, address, value):
    assert bench.read(address) == value


def test_a_read_answers_each_address_one_byte_later(bench):
    assert bench.chip.transfer([0xEE, 0xA2, 0xC2, 0x00]) == [0, 0x92, 0x3F, 0xFF]


def test_a_write_puts_every_byte_into_the_same_register(bench):
    bench.write(0x09, 1, 2, 3)
    assert bench.read(0x0A) == 3
    assert bench.read_many(0x09, 0x09, 0x09, 0x09) == [1, 2, 3, 0]


def test_the_callers_list_stays_as_it_was(bench):
    mosi = [0xEE, 0x00]
    bench.chip.transfer(mosi)
    assert mosi == [0xEE, 0x00]


@pytest.mark.parametrize(("count", "cost_s"), [(2, 36e-6), (6, 68e-6)])
def test_a_transfer_takes_its_time(bench, count, cost_s):
    start_s = bench.clock.now_s()
    bench.chip.transfer([0x82] * (count - 1) + [0])
    assert bench.clock.now_s() - start_s == pytest.approx(cost_s)


@pytest.mark.parametrize("address", [0x06, 0x07, 0x21, 0x22, 0x2E, 0x37], ids=lambda number: f"{number:02X}")
def test_read_only_registers_keep_their_value(bench, address):
    before = bench.read(address)
    bench.write(address, 0x5A)
    assert bench.read(address) == before


@pytest.mark.parametrize(
    "address", [0x02, 0x03, 0x11, 0x15, 0x24, 0x26, 0x2B, 0x2D], ids=lambda number: f"{number:02X}"
)
def test_settings_read_back(bench, address):
    bench.write(address, 0x3D)
    assert bench.read(address) == 0x3D


@pytest.mark.parametrize(
    ("address", "writes", "left"),
    [
        pytest.param(0x04, [0x7F], 0x00, id="ComIrq: 7F clears all"),
        pytest.param(0x04, [0x10], 0x04, id="ComIrq: Set1 = 0 clears the marked"),
        pytest.param(0x04, [0x7F, 0xA2], 0x22, id="ComIrq: Set1 = 1 sets the marked"),
        pytest.param(0x04, [0x7F, 0xFF, 0x21], 0x5E, id="ComIrq: the others stay"),
        pytest.param(0x05, [0x84], 0x04, id="DivIrq: Set2 = 1 sets"),
        pytest.param(0x05, [0x94, 0x04], 0x10, id="DivIrq: Set2 = 0 clears"),
    ],
)
def test_flags_are_set_and_cleared_by_the_top_bit(bench, address, writes, left):
    for value in writes:
        bench.write(address, value)
    assert bench.read(address) == left


@pytest.mark.parametrize(
    ("count", "level", "error", "alerts"),
    [
        (8, 8, 0x00, 0x01),
        (9, 9, 0x00, 0x00),
        (56, 56, 0x00, 0x02),
        (64, 64, 0x00, 0x02),
        (65, 64, 0x10, 0x02),
    ],
    ids=str,
)
def test_the_fifo_fills_to_64_bytes(bench, count, level, error, alerts):
    bench.write(0x09, *range(count))
    assert bench.read_many(0x0A, 0x06) == [level, error]
    assert bench.read(0x07) & 0x03 == alerts


def test_an_overflow_raises_err_irq_and_a_flush_clears_it(bench):
    bench.write(0x09, *range(65))
    assert bench.read(0x04) & 0x02 == 0x02
    bench.write(0x0A, 0x80)
    assert bench.read_many(0x0A, 0x06) == [0, 0x00]


def test_water_level_flags_are_raised_when_a_level_is_crossed(bench):
    bench.write(0x04, 0x7F)
    bench.write(0x09, *range(8))
    assert bench.read(0x04) == 0x00
    bench.write(0x09, *range(48))
    assert bench.read(0x04) == 0x08
    bench.write(0x0A, 0x80)
    assert bench.read(0x04) == 0x0C


def test_water_level_flags_are_not_raised_again_beyond_their_levels(bench):
    bench.write(0x09, *range(56))
    bench.write(0x04, 0x7F)
    bench.write(0x09, 0)
    assert bench.read(0x04) == 0x00
    bench.read_many(*[0x09] * 48)
    assert (bench.read(0x04), bench.read(0x0A)) == (0x00, 9)
    bench.read(0x09)
    assert bench.read(0x04) == 0x04
    bench.write(0x04, 0x7F)
    bench.read(0x09)
    assert bench.read(0x04) == 0x00


def test_more_is_read_from_the_fifo_than_is_in_it_as_zeros(bench):
    bench.write(0x09, 1, 2, 3)
    assert bench.read_many(*[0x09] * 5) == [1, 2, 3, 0, 0]
    bench.write(0x09, 4, 5)
    assert bench.read_many(0x09, 0x0A, 0x09, 0x09) == [4, 1, 5, 0]


@pytest.mark.parametrize(
    ("mode", "data", "high", "low"),
    [
        pytest.param(0x3D, "9370deadbeef22", 0x9C, 0xB9, id="preset 6363 is CRC_A"),
        pytest.param(0x3C, "0000", 0x00, 0x00, id="preset 0000"),
        pytest.param(0x3F, "", 0xFF, 0xFF, id="preset FFFF"),
    ],
)
def test_calc_crc_eats_the_fifo(bench, mode, data, high, low):
    bench.write(0x11, mode)
    bench.write(0x09, *bytes.fromhex(data))
    bench.write(0x01, 0x03)
    assert bench.read_many(0x05, 0x0A, 0x21, 0x22) == [0x04, 0, high, low]


def test_calc_crc_goes_on_with_bytes_that_come_later(bench):
    bench.write(0x11, 0x3D)
    bench.write(0x01, 0x03)
    bench.write(0x09, 0x50, 0x00)
    assert bench.read_many(0x01, 0x0A, 0x22, 0x21) == [0x03, 0, 0x57, 0xCD]


@pytest.mark.parametrize(
    ("prescaler", "reload", "demod", "timeout_s"),
    [
        pytest.param(0xD3E, 30, 0x4D, 15.50e-3, id="as the mfrc522 package sets it"),
        pytest.param(0x0A9, 1000, 0x4D, 25.025e-3, id="as the Arduino library sets it"),
        pytest.param(0x0A9, 1000, 0x5D, 25.10e-3, id="with TPrescalEven"),
        pytest.param(0x0A9, 30, 0x4D, 0.775e-3, id="short"),
    ],
)
def test_the_timer_expires_after_reload_plus_one_ticks(bench, prescaler, reload, demod, timeout_s):
    for address, value in [(0x19, demod), (0x2A, prescaler >> 8), (0x2B, prescaler & 0xFF)]:
        bench.write(address, value)
    bench.write(0x2C, reload >> 8)
    bench.write(0x2D, reload & 0xFF)
    bench.write(0x0C, 0x40)
    bench.clock.sleep(timeout_s * 0.99 - 100e-6)
    assert bench.read_many(0x04, 0x07)[0] & 0x01 == 0x00
    bench.clock.sleep(timeout_s * 0.02 + 100e-6)
    assert bench.read(0x04) & 0x01 == 0x01


@pytest.mark.parametrize(
    ("demod", "expires_at_s"),
    [
        pytest.param(0x4D, 31 * 339 / 13.56e6, id="odd"),
        pytest.param(0x5D, 31 * 340 / 13.56e6, id="even"),
    ],
)
def test_the_timer_counts_exactly(demod, expires_at_s):
    registers = [0] * 64
    registers[0x19], registers[0x2B], registers[0x2D] = demod, 0xA9, 30
    timer = Timer(registers)
    timer.start(0.0)
    assert timer.expires_at_s == pytest.approx(expires_at_s, rel=1e-9)


def test_the_timer_can_be_watched_and_stopped(bench):
    bench.write(0x2D, 200)
    bench.write(0x2B, 0xFF)
    bench.write(0x0C, 0x40)
    assert bench.read(0x07) & 0x08 == 0x08
    assert 190 < bench.read(0x2F) < 200
    bench.write(0x0C, 0x80)
    bench.clock.sleep(1)
    assert bench.read(0x07) & 0x08 == 0x00
    assert bench.read(0x04) & 0x01 == 0x00


def test_the_timer_starts_again_by_itself_if_told(bench):
    bench.write(0x2A, 0x10)
    bench.write(0x2D, 0xFF)
    bench.write(0x0C, 0x40)
    bench.clock.sleep(0.001)
    assert bench.read_many(0x04, 0x07)[0] & 0x01 == 0x01
    assert bench.read(0x07) & 0x08 == 0x08


def test_an_irq_pin_needs_its_enable_bit(bench):
    assert bench.read(0x07) & 0x10 == 0x00
    bench.write(0x02, 0x90)
    assert bench.read(0x07) & 0x10 == 0x10


@pytest.mark.parametrize("make", [Rc522Make(version=0x12), Rc522Make(version=0xB2)], ids=["12", "B2"])
def test_a_clone_shows_its_version(make_bench, make):
    assert make_bench(make).read(0x37) == make.version


def test_after_a_soft_reset_writes_are_lost_until_the_oscillator_runs(bench):
    bench.write(0x15, 0x40)
    bench.write(0x01, 0x0F)
    bench.write(0x15, 0x40)
    assert bench.read_many(0x15, 0x01) == [0x00, 0x30]
    bench.clock.sleep(0.001)
    bench.write(0x15, 0x40)
    assert bench.read_many(0x15, 0x01) == [0x40, 0x20]


def test_soft_power_down_keeps_registers_and_drops_the_field(bench):
    bench.switch_on()
    bench.write(0x09, 1, 2)
    bench.write(0x01, 0x10)
    assert not bench.chip.field.is_on
    assert bench.read_many(0x01, 0x15, 0x0A) == [0x10, 0x40, 2]
    bench.write(0x01, 0x00)
    assert bench.read(0x01) == 0x10
    bench.clock.sleep(0.001)
    assert bench.read(0x01) == 0x00
    assert bench.chip.field.is_on


def test_a_low_reset_pin_kills_and_resets_the_chip(bench):
    bench.switch_on()
    bench.chip.drive_reset_pin(False)
    assert bench.read_many(0x37, 0x15) == [0, 0]
    assert not bench.chip.field.is_on
    bench.chip.drive_reset_pin(True)
    bench.clock.sleep(0.001)
    assert bench.read_many(0x37, 0x15) == [0x92, 0x00]


def test_a_glitch_of_the_supply_returns_every_register_to_its_reset_value(bench):
    bench.switch_on(Classic(bytes.fromhex("deadbeef")))
    bench.chip.power_cycle()
    assert bench.read_many(0x15, 0x11, 0x14) == [0x00, 0x3F, 0x80]


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_nothing_reaches_an_unplugged_chip(bench, level):
    bench.write(0x15, 0x40)
    bench.chip.unplugged, bench.chip.miso_level = True, level
    bench.write(0x15, 0x00)
    assert bench.chip.transfer([0xEE, 0x00]) == [level, level]
    bench.chip.unplugged = False
    assert bench.read(0x15) == 0x40


def test_software_cannot_switch_the_cipher_on(bench):
    bench.write(0x08, 0x08)
    assert bench.read(0x08) == 0x00


def test_idle_from_software_raises_no_flag(bench):
    bench.write(0x01, 0x0C)
    bench.write(0x04, 0x7F)
    bench.write(0x01, 0x00)
    assert bench.read_many(0x01, 0x04) == [0x00, 0x00]


def test_no_change_keeps_the_command(bench):
    bench.write(0x01, 0x0C)
    bench.write(0x01, 0x27)
    assert bench.read(0x01) == 0x2C


@pytest.mark.parametrize(
    ("address", "value"),
    [(0x01, 0x08), (0x12, 0x80), (0x13, 0x80), (0x12, 0x10)],
    ids=["receive", "tx", "rx", "212k"],
)
def test_what_is_not_modelled_says_so(bench, address, value):
    with pytest.raises(NotImplementedError, match="simulated MFRC522"):
        bench.write(address, value)
