"""Reads a compiled device tree: just enough to see what a board has and what a device of it waits for."""

import struct
from dataclasses import dataclass, field

__all__ = ["Node", "parse"]

_MAGIC = 0xD00DFEED
_BEGIN, _END, _PROPERTY, _NOTHING, _LAST = 1, 2, 3, 4, 9

# Whose first cell points at a node; how many cells of arguments follow, that node says under the other name.
_ARGUMENTS = {
    "clocks": "#clock-cells",
    "dmas": "#dma-cells",
    "gpios": "#gpio-cells",
    "mboxes": "#mbox-cells",
    "power-domains": "#power-domain-cells",
    "resets": "#reset-cells",
}
_ALONE = ("-supply", "interrupt-parent", "firmware", "mmc-pwrseq", "pinctrl-0")


@dataclass(slots=True)
class Node:
    """One node of a tree, with the bytes of its properties."""

    path: str
    parent: "Node | None" = None
    properties: dict[str, bytes] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list)

    def words(self, name: str) -> list[str]:
        """Return a property that is a list of texts; empty where it is missing."""
        return [word.decode() for word in self.properties.get(name, b"").split(b"\0") if word]

    def cells(self, name: str) -> list[int]:
        """Return a property that is a list of numbers; empty where it is missing."""
        value = self.properties.get(name, b"")
        return list(struct.unpack(f">{len(value) // 4}I", value)) if len(value) % 4 == 0 else []

    @property
    def is_on(self) -> bool:
        """Whether the kernel looks for a driver of it."""
        return self.words("status") in ([], ["okay"])

    def walk(self) -> list["Node"]:
        """Return this node and all below it."""
        return [self, *(node for child in self.children for node in child.walk())]

    def at(self, path: str) -> "Node":
        """Return the node of a path; raises KeyError where there is none."""
        return {node.path: node for node in self.walk()}[path]

    def waits_for(self, by_number: dict[int, "Node"]) -> list["Node"]:
        """Return the nodes whose drivers have to be there before that of this one."""
        found = [self.parent] if self.parent else []
        for name in self.properties:
            argument = _ARGUMENTS.get("gpios" if name.endswith(("-gpios", "-gpio")) else name)
            cells = self.cells(name)
            if name.endswith(_ALONE):
                found += [by_number[number] for number in cells]
            while argument and cells:
                target = by_number[cells[0]]
                found.append(target)
                del cells[: 1 + target.cells(argument)[0]]
        return found


def _text(blob: bytes, at: int) -> str:
    return blob[at : blob.index(b"\0", at)].decode()


def _aligned(at: int) -> int:
    return (at + 3) & ~3


def parse(blob: bytes) -> Node:
    """Read a tree.

    Raises:
        ValueError: if these bytes are no compiled device tree.
    """
    magic, _, at, strings = struct.unpack_from(">4I", blob)
    if magic != _MAGIC:
        raise ValueError("no compiled device tree")
    root = here = Node("")
    while True:
        (token,) = struct.unpack_from(">I", blob, at)
        at += 4
        if token == _BEGIN:
            parent, name = here, _text(blob, at)
            here = Node(f"{parent.path.rstrip('/')}/{name}", parent if parent.path else None)
            parent.children.append(here)
            at = _aligned(at + len(name) + 1)
        elif token == _PROPERTY:
            size, name_at = struct.unpack_from(">2I", blob, at)
            here.properties[_text(blob, strings + name_at)] = blob[at + 8 : at + 8 + size]
            at = _aligned(at + 8 + size)
        elif token == _END:
            here = here.parent or root
        elif token == _LAST:
            return root.children[0]
        elif token != _NOTHING:
            raise ValueError(f"unknown token {token} in a device tree")
