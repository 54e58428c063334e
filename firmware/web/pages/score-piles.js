/* Draws each player's yaku, pile, and the sum behind the score. Pure. */

import { el } from "./dom.js";
import { badge, bothNames, cardList, handKey, playerName, quiet, seats, signed } from "./score-parts.js";

const TYPES = {
  bright: ["type.bright", "type.brights"],
  animal: ["type.animal", "type.animals"],
  ribbon: ["type.ribbon", "type.ribbons"],
  chaff: ["type.chaff", "type.chaff"],
};

export function piles(match, newest, voice) {
  return el(
    "section",
    { class: "piles", "aria-labelledby": "piles", "data-key": "piles" },
    el("h2", { id: "piles", class: "unseen" }, voice.say("piles.title")),
    el("div", { class: "row" }, ...seats(match).map((seat) => pile(match, seat, newest, voice))),
  );
}

function pile(match, seat, newest, voice) {
  const player = match.players[seat];
  const count = player.cards.length;
  const counted = voice.say(count === 1 ? "piles.card" : "piles.cards", { count });
  return el(
    "article",
    { class: "pile", "data-key": seat },
    el("h3", {}, badge(seat), playerName(match, seat, voice), el("small", {}, counted)),
    made(player, voice),
    account(match, seat, voice),
    el(
      "div",
      { class: "types", "data-key": "types" },
      ...player.types.map((row) => typeGroup(row, newest, voice)),
      count ? null : quiet(voice.say("piles.none")),
    ),
  );
}

function typeGroup({ type, cards, points }, newest, voice) {
  const key = TYPES[type][Number(cards.length !== 1)];
  const name = voice.say(key, { count: cards.length });
  return el(
    "div",
    { class: type, "data-key": type },
    el("h4", {}, name, " ", el("span", { class: "value" }, voice.say("points.short", { points }))),
    cardList(cards, "cards", voice.card, newest),
  );
}

function made(player, voice) {
  const rows = [
    ...player.yaku.map((row) => madeRow(row, row.cards, "", voice)),
    ...player.teyaku.map((row) =>
      madeRow(row, player.shown, voice.say(player.shown.length ? "yaku.shown" : "yaku.unchecked"), voice, handKey(row)),
    ),
    ...player.silenced.map((row) =>
      madeRow(row, row.cards, voice.say("yaku.silenced", { yaku: voice.named(row.by) }), voice),
    ),
  ];
  return rows.length ? el("ul", { class: "made", "data-key": "made", "aria-label": voice.say("yaku.made") }, ...rows) : null;
}

function madeRow(row, cards, why, voice, key = row.id) {
  return el(
    "li",
    { class: row.value ? null : "silent", "data-key": key },
    el("span", { class: "name" }, ...bothNames(row.names, voice)),
    el("span", { class: "value" }, signed(row.value)),
    why ? el("span", { class: "why" }, why) : null,
    cards.length ? cardList(cards, "cards small", voice.card) : null,
  );
}

/** The sum as the box shows it: it can be added up with a finger. */
function account(match, seat, voice) {
  const player = match.players[seat];
  if (player.score === undefined) return null;
  const rows = accountRows(match, seat, voice);
  return el(
    "details",
    { class: "account", open: true, "data-key": "account" },
    el("summary", {}, voice.say("account.why", { points: signed(player.score) })),
    el(
      "table",
      {},
      el("caption", { class: "unseen" }, voice.say("account.caption", { name: voice.player(match, seat) })),
      el(
        "thead",
        { class: "unseen" },
        el("tr", {}, el("th", { scope: "col" }, voice.say("account.what")), el("th", { scope: "col" }, voice.say("account.points"))),
      ),
      el("tbody", {}, ...rows.map(([what, points]) => sumRow(what, points))),
      el("tfoot", {}, sumRow(voice.say("account.sum"), player.score)),
    ),
  );
}

function sumRow(what, points) {
  return el("tr", {}, el("th", { scope: "row" }, what), el("td", {}, signed(points)));
}

function accountRows(match, seat, voice) {
  const player = match.players[seat];
  const rows = player.types.map(({ type, cards, points }) => [
    voice.say(TYPES[type][Number(cards.length !== 1)], { count: cards.length }),
    points,
  ]);
  if (match.par !== null) rows.push([voice.say("account.par"), -match.par]);
  rows.push(...[...player.yaku, ...player.teyaku].map((row) => [voice.named(row.names), row.value]));
  for (const row of player.silenced) {
    const parts = { yaku: voice.named(row.names), by: voice.named(row.by) };
    rows.push([voice.say("account.silenced", parts), 0]);
  }
  for (const other of match.par === null ? [] : seats(match).filter((one) => one !== seat)) {
    for (const row of match.players[other].yaku) {
      const parts = { name: voice.player(match, other), yaku: voice.named(row.names) };
      rows.push([voice.say("account.opponent", parts), -row.value]);
    }
  }
  if (player.taken_by_fuke) rows.push([voice.say("account.fuke"), -player.taken_by_fuke]);
  return rows;
}
