/* Draws what can be looked up: the rounds so far, and the rule card. Pure. */

import { el } from "./dom.js";
import { badge, bothNames, cardList, handKey, playerName, quiet, seats, signed, signless } from "./score-parts.js";

const VALUES = { true: "rules.on", false: "rules.off", score: "rules.score", cards: "rules.cards" };

/* The rounds so far. */

export function history(match, voice) {
  const rounds = match.history.map((round, at) => [round, at + 1]).reverse();
  const table = el(
    "table",
    {},
    el("caption", {}, voice.say("history.caption")),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col" }, voice.say("history.round")),
        ...seats(match).map((seat) => el("th", { scope: "col" }, badge(seat), playerName(match, seat, voice))),
      ),
    ),
    el("tbody", {}, ...rounds.map(([round, number]) => historyRow(match, round, number, voice))),
  );
  return el(
    "section",
    { class: "history", "aria-labelledby": "history", "data-key": "history" },
    el("h2", { id: "history" }, voice.say("history.title")),
    rounds.length ? table : quiet(voice.say("history.none")),
  );
}

function historyRow(match, round, number, voice) {
  return el(
    "tr",
    { "data-key": number },
    el(
      "th",
      { scope: "row" },
      el("b", {}, String(number)),
      el("small", {}, voice.say("history.dealer", { name: voice.player(match, round.dealer) })),
      round.fuke === null ? null : el("small", { class: "fuke" }, voice.say("history.fuke")),
    ),
    ...seats(match).map((seat) => historyCell(round, seat, voice)),
  );
}

function historyCell(round, seat, voice) {
  const { score, yaku } = round.players[seat];
  return el(
    "td",
    { class: round.winner === seat ? "best" : null },
    el("b", {}, signed(score)),
    " ",
    el("span", { class: "after" }, voice.say("history.after", { points: signless(round.standings[seat]) })),
    ...yaku.map((row) => el("small", {}, `${voice.named(row.names)} ${signed(row.value)}`)),
    round.counter === seat ? el("small", {}, voice.say("history.counter")) : null,
  );
}

/* The rule card. */

export function ruleCard(match, voice) {
  const holders = new Map(
    seats(match).flatMap((seat) => match.players[seat].cards.map((card) => [card, seat])),
  );
  return el(
    "section",
    { class: "rules", "aria-labelledby": "rules", "data-key": "rules" },
    el("h2", { id: "rules" }, voice.say("rules.title")),
    el(
      "table",
      {},
      el("caption", {}, voice.say("rules.caption")),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...["rules.yaku", "rules.value", "rules.who"].map((key) => el("th", { scope: "col" }, voice.say(key))),
        ),
      ),
      el("tbody", {}, ...match.rules.map((row) => ruleRow(match, row, holders, voice))),
    ),
    ...houseRules(match, voice),
  );
}

function ruleRow(match, row, holders, voice) {
  return el(
    "tr",
    { "data-key": row.suits === null ? row.id : handKey(row) },
    el(
      "th",
      { scope: "row" },
      ...bothNames(row.names, voice),
      ...row.silences.map((names) => el("small", {}, voice.say("rules.silences", { yaku: voice.named(names) }))),
      row.wins_at_once ? el("small", {}, voice.say("rules.wins")) : null,
    ),
    el("td", { class: "value" }, String(row.value)),
    row.suits === null ? cardsCell(match, row, holders, voice) : handCell(match, row, voice),
  );
}

function cardsCell(match, row, holders, voice) {
  const held = seats(match)
    .map((seat) => [seat, row.cards.filter((card) => holders.get(card) === seat).length])
    .filter(([, count]) => count)
    .map(([seat, count]) => voice.say("rules.held", { name: voice.player(match, seat), count }));
  const holder = (id) => (holders.has(id) ? voice.player(match, holders.get(id)) : null);
  const label = (id) =>
    holder(id) ? voice.say("rules.card_of", { card: voice.card(id), name: holder(id) }) : voice.card(id);
  return el(
    "td",
    {},
    row.count < row.cards.length ? el("p", { class: "any" }, voice.say("rules.any", { count: row.count })) : null,
    el(
      "div",
      { class: "owners" },
      cardList(row.cards, "cards small", label, new Set(), holders),
      held.length ? el("p", {}, voice.say("rules.of", { held: held.join(" · "), count: row.count })) : null,
    ),
  );
}

function handCell(match, row, voice) {
  const who = seats(match).filter((seat) => match.players[seat].teyaku.some((one) => one.id === row.id));
  const key = ["hand.worthless", "hand.suit", "hand.suits"][Math.min(row.suits, 2)];
  return el(
    "td",
    {},
    el("p", { class: "any" }, voice.say(key, { count: row.suits })),
    ...who.map((seat) => el("p", {}, voice.say("hand.declared", { name: voice.player(match, seat) }))),
  );
}

function houseRules(match, voice) {
  if (match.house_rules.length === 0) return [quiet(voice.say("rules.usual"))];
  const value = (one) => (String(one) in VALUES ? voice.say(VALUES[String(one)]) : signless(one));
  return [
    el("h3", {}, voice.say("rules.changed")),
    el(
      "ul",
      { class: "house" },
      ...match.house_rules.map((row) => {
        const parts = { rule: voice.named(row.names), value: value(row.value), usual: value(row.usual) };
        return el("li", {}, voice.say("rules.instead", parts));
      }),
    ),
  ];
}
