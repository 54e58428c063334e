"""The MFRC522's register map: addresses, bits and reset values, and nothing that acts.

Source: NXP MFRC522 data sheet, section 9.
"""

__all__ = [
    "BIT_FRAMING",
    "CODE_CALC_CRC",
    "CODE_IDLE",
    "CODE_MF_AUTHENT",
    "CODE_NO_CHANGE",
    "CODE_SOFT_RESET",
    "CODE_TRANSCEIVE",
    "COLL",
    "COMMAND",
    "COM_IRQ",
    "COM_I_EN",
    "CONTROL",
    "CRC_RESULT_H",
    "CRC_RESULT_L",
    "DEMOD",
    "DIV_IRQ",
    "DIV_I_EN",
    "ERROR",
    "FIFO_DATA",
    "FIFO_LEVEL",
    "MODE",
    "READ_ONLY",
    "RESET_VALUES",
    "RF_CFG",
    "RX_MODE",
    "STATUS1",
    "STATUS2",
    "TX_ASK",
    "TX_CONTROL",
    "TX_MODE",
    "T_COUNTER_H",
    "T_COUNTER_L",
    "T_MODE",
    "T_PRESCALER",
    "T_RELOAD_H",
    "T_RELOAD_L",
    "VERSION",
    "WATER_LEVEL",
]

COMMAND = 0x01
COM_I_EN, DIV_I_EN = 0x02, 0x03
COM_IRQ, DIV_IRQ = 0x04, 0x05
ERROR, STATUS1, STATUS2 = 0x06, 0x07, 0x08
FIFO_DATA, FIFO_LEVEL, WATER_LEVEL = 0x09, 0x0A, 0x0B
CONTROL, BIT_FRAMING, COLL = 0x0C, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK = 0x11, 0x12, 0x13, 0x14, 0x15
DEMOD = 0x19
CRC_RESULT_H, CRC_RESULT_L = 0x21, 0x22
RF_CFG = 0x26
T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L, T_COUNTER_H, T_COUNTER_L = range(0x2A, 0x30)
VERSION = 0x37

CODE_IDLE, CODE_CALC_CRC, CODE_NO_CHANGE = 0x0, 0x3, 0x7
CODE_TRANSCEIVE, CODE_MF_AUTHENT, CODE_SOFT_RESET = 0xC, 0xE, 0xF

READ_ONLY = frozenset({ERROR, STATUS1, CRC_RESULT_H, CRC_RESULT_L, T_COUNTER_H, T_COUNTER_L, VERSION})

_NOT_ZERO = {
    COMMAND: 0x20,
    COM_I_EN: 0x80,
    COM_IRQ: 0x14,
    STATUS1: 0x21,
    WATER_LEVEL: 0x08,
    CONTROL: 0x10,
    COLL: 0xA0,
    MODE: 0x3F,
    TX_CONTROL: 0x80,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    DEMOD: 0x4D,
    0x1C: 0x62,
    0x1F: 0xEB,
    CRC_RESULT_H: 0xFF,
    CRC_RESULT_L: 0xFF,
    0x24: 0x26,
    RF_CFG: 0x48,
    0x27: 0x88,
    0x28: 0x20,
    0x29: 0x20,
    0x36: 0x40,
}

RESET_VALUES = tuple(_NOT_ZERO.get(address, 0x00) for address in range(0x40))
"""What each of the 64 addresses holds after a reset; VersionReg apart."""
