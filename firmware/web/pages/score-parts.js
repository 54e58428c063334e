/* Small things that the drawings share: cards, badges, names and numbers. */

import { el, svg } from "./dom.js";

export function cardList(ids, classes, label, newest = new Set(), holders = null) {
  return el(
    "ul",
    { class: classes },
    ...ids.map((id) => {
      const holder = holders?.get(id) ?? null;
      return el(
        "li",
        { class: newest.has(id) ? "newest-card" : holders && !holder ? "free" : null, "data-key": id },
        picture(id, label(id)),
        holder ? el("span", { class: "holder", "data-seat": holder, "aria-hidden": "true" }, holder) : null,
      );
    }),
  );
}

export function picture(id, name) {
  return svg(
    "svg",
    { viewBox: "0 0 60 98", role: "img", class: "card" },
    svg("title", {}, name),
    svg("use", { href: `/cards.svg#${id}` }),
  );
}

export function badge(seat) {
  return el("span", { class: "badge", "data-seat": seat, "aria-hidden": "true" }, seat);
}

export function playerName(match, seat, voice) {
  const name = match.names[seat];
  return el("span", { class: name ? "player" : "player unseen" }, name ?? voice.say("player.seat", { seat }));
}

/** A name; beside an English one its kanji, for the eye alone. */
export function bothNames(names, voice) {
  if (voice.language === "ja") return [names.ja];
  return [names.en, " ", el("span", { class: "kanji", lang: "ja", "aria-hidden": "true" }, names.ja)];
}

export function quiet(text, also = "") {
  return el("p", { class: `quiet ${also}`.trim() }, text);
}

/** The key of a lucky hand, which a rule file may call by the id of a yaku. */
export function handKey(row) {
  return `hand ${row.id}`;
}

export function seats(match) {
  return Object.keys(match.standings);
}

export function sum(rows) {
  return rows.reduce((total, row) => total + row.value, 0);
}

export function signless(number) {
  return String(number).replace("-", "−");
}

export function signed(number) {
  return number < 0 ? signless(number) : `+${number}`;
}

/** A line that breaks between its parts alone. */
export function lineOf(name, texts) {
  return el("p", { class: name }, ...texts.flatMap((text) => [el("span", {}, text), " "]));
}
