"""Reads the guides as GitHub does: prose, code, links, headings and their anchors."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).parent.parent
_MADE = {"build", "dist", "node_modules"}
_LIST = re.compile(r"\s*(?:[-*+]|\d+\.)\s")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
_NAMED = re.compile(r"(?m)^\s{0,3}\[[^\]]+\]:\s+<?(\S+?)>?$")
_HTML = re.compile(r"\b(?:src|href|srcset)=\"([^\"\s]+)")
_HEADING = re.compile(r"(?m)^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$")
_OWN_ANCHOR = re.compile(r"<\w+ [^>]*\b(?:id|name)=\"([^\"]+)\"")


@dataclass(frozen=True, slots=True)
class Document:
    """A guide, taken apart."""

    name: str
    folder: Path
    prose: str
    """All but the code blocks."""
    code: str
    """The code blocks, a line each."""

    @property
    def spans(self) -> list[str]:
        """Return what stands `so` in the prose."""
        return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", self.prose)]

    @property
    def links(self) -> list[str]:
        """Return where links and pictures point to."""
        text = re.sub(r"`[^`]+`", "", self.prose)
        return [unquote(target) for kind in (_LINK, _NAMED, _HTML) for target in kind.findall(text)]

    @property
    def anchors(self) -> set[str]:
        """Return the names that a link may point to, as GitHub makes them of headings."""
        found: set[str] = set(_OWN_ANCHOR.findall(self.prose))
        for heading in _HEADING.findall(self.prose):
            shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)|[`*]|<[^>]+>", r"\1", heading)
            slug = re.sub(r"[^\w\- ]", "", shown.strip().lower()).replace(" ", "-")
            again = (f"{slug}-{number}" for number in range(1, 100))
            found.add(slug if slug not in found else next(one for one in again if one not in found))
        return found

    @property
    def commands(self) -> list[list[str]]:
        """Return the words of each command in the code blocks, without sudo and comments."""
        lines = [line for line in self.code.splitlines() if "→" not in line]
        return [words for line in lines for words in split_commands(line)]


def read_document(path: Path, text: str | None = None) -> Document:
    """Take a guide apart; `text` stands for what is in the file."""
    prose, code, fence, in_list, may_begin = [], [], "", False, True
    for line in (path.read_text("utf-8") if text is None else text).splitlines():
        mark = re.match(r"\s*(```|~~~)", line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
        elif fence or (may_begin and not in_list and line.startswith("    ")):
            code.append(line.strip())
            continue
        else:
            prose.append(line)
            if line.strip():
                in_list = bool(_LIST.match(line)) or (in_list and line.startswith(" "))
        may_begin = not line.strip()
    return Document(
        path.relative_to(ROOT).as_posix(), path.parent, "\n".join(prose) + "\n", "\n".join(code) + "\n"
    )


def split_commands(line: str) -> list[list[str]]:
    """Return the words of each command of a line, without sudo and comments; [] where there is none."""
    found = []
    for part in re.split(r"&&|;| \| ", re.sub(r"(^| )#.*", "", line).removeprefix("$ ")):
        try:
            words = shlex.split(part)
        except ValueError:
            continue
        while words[:1] == ["sudo"] or (words[:1] == ["-u"] and len(words) > 1):
            words = words[1:] if words[0] == "sudo" else words[2:]
        if words:
            found.append(words)
    return found


def documents() -> dict[str, Document]:
    """Return all guides of the project by their paths."""
    paths = [
        path
        for path in sorted(ROOT.rglob("*.md"))
        if not any(part.startswith(".") or part in _MADE for part in path.relative_to(ROOT).parts)
    ]
    return {document.name: document for document in map(read_document, paths)}
