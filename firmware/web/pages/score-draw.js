/* Draws a board: a new tree each time, that the page then becomes. Pure. */

import { history, ruleCard } from "./score-book.js";
import { el } from "./dom.js";
import { endOf, resultOf } from "./score-news.js";
import { badge, bothNames, cardList, lineOf, picture, playerName, quiet } from "./score-parts.js";
import { seats, signed, signless, sum } from "./score-parts.js";
import { piles } from "./score-piles.js";

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
  if (isReaderLost) said.push(["reader", "note alarm", voice.say("page.reader")]);
  if (["home", "setup", "enrol"].includes(phase)) said.push(["waits", "note", voice.say("page.waits")]);
  return said.map(([key, name, text]) => el("p", { class: name, "data-key": key }, text));
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
    { class: "ending", "aria-labelledby": "ending", "data-key": "ending" },
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
    cardList(cards, cards.length > 6 ? "cards small" : "cards", voice.card),
  );
}

/* Standings: to be read across a room. */

function standings(match, voice) {
  return el(
    "section",
    { class: "standings", "aria-labelledby": "standings", "data-key": "standings" },
    el("h2", { id: "standings", class: "unseen" }, voice.say("standings.title")),
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
    holdings.length ? lineOf("holdings", holdings) : null,
    thisRound(match, seat, voice),
    isLit ? el("p", { class: "turn" }, el("span", {}, voice.say("standings.turn"))) : null,
  );
}

function thisRound(match, seat, voice) {
  const player = match.players[seat];
  const label = voice.say("standings.this_round");
  if (player.score !== undefined) return lineOf("this-round", [label, signed(player.score)]);
  const made = sum([...player.yaku, ...player.teyaku]);
  const yaku = made ? [voice.say("standings.yaku", { points: signed(made) })] : [];
  return lineOf("this-round", [label, voice.say("standings.cards", { points: player.card_points }), ...yaku]);
}

function seal(match, seat, voice) {
  return match.dealer === seat ? el("span", { class: "seal" }, voice.say("standings.dealer")) : null;
}
