/* Draws a board: a new tree each time, that the page then becomes. Pure. */

import { el, svg } from "./score-dom.js";
import { endOf, resultOf } from "./score-news.js";

const TYPES = {
  bright: ["type.bright", "type.brights"],
  animal: ["type.animal", "type.animals"],
  ribbon: ["type.ribbon", "type.ribbons"],
  chaff: ["type.chaff", "type.chaff"],
};
const VALUES = { true: "rules.on", false: "rules.off", score: "rules.score", cards: "rules.cards" };

/** Return the title of the page: the points, where there are any. */
export function titleOf(board, voice) {
  const match = board?.match;
  if (!match) return voice.say("page.title");
  const points = seats(match).map((seat) => `${voice.player(match, seat)} ${match.standings[seat].points}`);
  return `${points.join(" · ")} – ${voice.named(match.game)}`;
}

/** Draw what is played, and how far it has come. */
export function drawHeading(board, voice) {
  const match = board?.match;
  if (!match) return el("div", {}, el("h1", {}, voice.say("page.title")));
  const { option, value } = match.length;
  const key = option === "rounds" ? "page.round" : "page.race";
  return el(
    "div",
    {},
    el("h1", {}, ...bothNames(match.game, voice)),
    el("p", { class: "round" }, voice.say(key, { round: match.round, length: value })),
  );
}

/** Draw all that is below the heading. */
export function drawBoard(board, newest, voice) {
  if (!board) return el("div", {}, quiet(voice.say("page.wait")));
  const { match } = board;
  if (!match) {
    return el("div", {}, fan(), quiet(voice.say("before.none"), "kind"), quiet(voice.say("before.then")));
  }
  return el(
    "div",
    {},
    ...notes(board, voice),
    el(
      "div",
      { class: "table", "data-key": "table", "data-players": seats(match).length },
      ending(match, voice),
      leftover(match, voice),
      standings(match, voice),
      piles(match, newest, voice),
    ),
    el(
      "div",
      { class: "book", "data-key": "book" },
      history(match, voice),
      ruleCard(match, voice),
    ),
  );
}

function fan() {
  const cards = ["pine-crane", "susuki-moon", "cherry-curtain"].map((id) => picture(id, ""));
  return el("div", { class: "fan", "aria-hidden": "true" }, ...cards);
}

function notes({ phase, is_reader_lost: isReaderLost }, voice) {
  const said = [];
  if (isReaderLost) said.push(voice.say("page.reader"));
  if (["home", "setup", "enrol"].includes(phase)) said.push(voice.say("page.waits"));
  return said.map((text) => el("p", { class: "note", "data-key": text }, text));
}

/* The end of a round or of the match. */

function ending(match, voice) {
  if (!match.result) return null;
  const sentences = resultOf(match, voice);
  const isOver = match.stage === "finished";
  const [first, ...rest] = isOver ? [endOf(match, voice), ...howWon(match, voice), ...sentences] : sentences;
  const next = voice.say("result.next", { name: voice.player(match, match.result.next_dealer) });
  return el(
    "section",
    { class: isOver ? "ending over" : "ending", "aria-labelledby": "ending", "data-key": "ending" },
    el("h2", { id: "ending" }, voice.say(isOver ? "end.title" : "result.title", { round: match.round })),
    first ? el("p", { class: "first" }, first) : null,
    ...(match.is_over ? rest : [...rest, next]).map((text) => el("p", {}, text)),
  );
}

function howWon(match, voice) {
  if (match.winner === null) return [];
  const others = seats(match).filter((seat) => seat !== match.winner);
  const best = Math.max(...others.map((seat) => match.standings[seat].points));
  const lead = match.standings[match.winner].points - best;
  if (lead > 0) return [voice.say("end.by", { points: lead })];
  const atOnce = match.rules.filter((row) => row.wins_at_once).map((row) => row.id);
  const made = match.players[match.winner].yaku.find((row) => atOnce.includes(row.id));
  return made ? [voice.say("end.with", { yaku: voice.named(made.names) })] : [];
}

function leftover(match, voice) {
  if (match.stage !== "leftover") return null;
  const cards = match.unaccounted;
  const key = cards.length === 1 ? "leftover.one" : "leftover.many";
  return el(
    "section",
    { class: "leftover", "aria-labelledby": "leftover", "data-key": "leftover" },
    el("h2", { id: "leftover" }, voice.say(key, { count: cards.length })),
    cardList(cards, "cards", voice.card),
  );
}

/* Standings: to be read across a room. */

function standings(match, voice) {
  return el(
    "section",
    { class: "standings", "aria-labelledby": "standings", "data-key": "standings" },
    el("h2", { id: "standings" }, voice.say("standings.title")),
    el("div", { class: "row" }, ...seats(match).map((seat) => standing(match, seat, voice))),
  );
}

function standing(match, seat, voice) {
  const { points, chips, counters } = match.standings[seat];
  const holdings = [];
  if (chips !== undefined) holdings.push(voice.say("standings.chips", { count: signless(chips) }));
  if (counters !== undefined) holdings.push(voice.say("standings.counters", { count: counters }));
  const isLit = ["playing", "leftover"].includes(match.stage) && match.active === seat;
  const hasWon = match.stage === "finished" && match.winner === seat;
  return el(
    "article",
    { class: ["standing", isLit && "lit", hasWon && "won"].filter(Boolean).join(" "), "data-key": seat },
    el("h3", {}, badge(seat), playerName(match, seat, voice), seal(match, seat, voice)),
    el("p", { class: "points" }, el("strong", {}, signless(points)), " ", el("span", {}, voice.say("standings.points"))),
    holdings.length ? parts("holdings", holdings) : null,
    thisRound(match, seat, voice),
    isLit ? el("p", { class: "turn" }, el("span", {}, voice.say("standings.turn"))) : null,
  );
}

function thisRound(match, seat, voice) {
  const player = match.players[seat];
  const label = voice.say("standings.this_round");
  if (player.score !== undefined) return parts("this-round", [label, signed(player.score)]);
  const made = sum([...player.yaku, ...player.teyaku]);
  const yaku = made ? [voice.say("standings.yaku", { points: signed(made) })] : [];
  return parts("this-round", [label, voice.say("standings.cards", { points: player.card_points }), ...yaku]);
}

/** A line that breaks between its parts alone. */
function parts(name, texts) {
  return el("p", { class: name }, ...texts.flatMap((text) => [el("span", {}, text), " "]));
}

/* Each player's yaku, pile, and the sum behind the score. */

function piles(match, newest, voice) {
  return el(
    "section",
    { class: "piles", "aria-labelledby": "piles", "data-key": "piles" },
    el("h2", { id: "piles" }, voice.say("piles.title")),
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
    { class: `type ${type}`, "data-key": type },
    el("h4", {}, name, " ", el("span", { class: "value" }, voice.say("points.short", { points }))),
    cardList(cards, "cards", voice.card, newest),
  );
}

function made(player, voice) {
  const rows = [
    ...player.yaku.map((row) => madeRow(row, row.cards, "", voice)),
    ...player.teyaku.map((row) =>
      madeRow(row, player.shown, voice.say(player.shown.length ? "yaku.shown" : "yaku.unchecked"), voice),
    ),
    ...player.silenced.map((row) =>
      madeRow(row, row.cards, voice.say("yaku.silenced", { yaku: voice.named(row.by) }), voice),
    ),
  ];
  return rows.length ? el("ul", { class: "made", "data-key": "made", "aria-label": voice.say("yaku.made") }, ...rows) : null;
}

function madeRow(row, cards, why, voice) {
  return el(
    "li",
    { class: row.value ? "counts" : "silent", "data-key": row.id },
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
      el("caption", {}, voice.say("account.caption", { name: voice.player(match, seat) })),
      el(
        "thead",
        {},
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

/* The rounds so far. */

function history(match, voice) {
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

function ruleCard(match, voice) {
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
    { "data-key": row.id },
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

/* Small things. */

function cardList(ids, classes, label, newest = new Set(), holders = null) {
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

function picture(id, name) {
  return svg(
    "svg",
    { viewBox: "0 0 60 98", role: "img", class: "card" },
    svg("title", {}, name),
    svg("use", { href: `/cards.svg#${id}` }),
  );
}

function badge(seat) {
  return el("span", { class: "badge", "data-seat": seat, "aria-hidden": "true" }, seat);
}

function playerName(match, seat, voice) {
  const name = match.names[seat];
  return el("span", { class: name ? "player" : "player unnamed" }, name ?? voice.say("player.seat", { seat }));
}

function seal(match, seat, voice) {
  return match.dealer === seat ? el("span", { class: "seal" }, voice.say("standings.dealer")) : null;
}

/** A name; beside an English one its kanji, for the eye alone. */
function bothNames(names, voice) {
  if (voice.language === "ja") return [names.ja];
  return [names.en, " ", el("span", { class: "kanji", lang: "ja", "aria-hidden": "true" }, names.ja)];
}

function quiet(text, also = "") {
  return el("p", { class: `quiet ${also}`.trim() }, text);
}

function seats(match) {
  return Object.keys(match.standings);
}

function sum(rows) {
  return rows.reduce((total, row) => total + row.value, 0);
}

function signless(number) {
  return String(number).replace("-", "−");
}

function signed(number) {
  return number < 0 ? signless(number) : `+${number}`;
}
