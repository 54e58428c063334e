/* What changed from one board to the next, in a short sentence. Pure. */

/** Return the cards that lie in another pile than before, null where none does. */
export function newestCards(before, now) {
  if (!now.match) return new Set();
  if (!before?.match || before.match.round !== now.match.round || isAnother(before.match, now.match)) return new Set();
  const old = owners(before.match);
  const moved = [...owners(now.match)].filter(([card, seat]) => old.get(card) !== seat);
  if (moved.length) return new Set(moved.map(([card]) => card));
  return old.size === owners(now.match).size ? null : new Set();
}

/** Return the news; "" where nothing is worth saying. */
export function newsOf(before, now, voice) {
  if (!now) return "";
  if (!now.match) return before?.match ? voice.say("before.none") : "";
  const old = before?.match;
  const match = now.match;
  if (match.stage === "finished" && old?.stage !== "finished") return endOf(match, voice);
  if (match.result && !old?.result) return resultOf(match, voice).join(" ");
  if (!old || old.round !== match.round || isAnother(old, match)) return begun(match, voice);
  return [...changes(old, match, voice), ...corrected(old, match, voice)].join(" ");
}

/** Whether a match is none that follows from the other: what is undone is an event more, too. */
function isAnother(old, match) {
  return old.game.en !== match.game.en || match.events < old.events;
}

/** Say who won the match. */
export function endOf(match, voice) {
  if (match.winner === null) return voice.say("end.drawn");
  return voice.say("end.wins", { name: voice.player(match, match.winner) });
}

/** Say what a scored round led to, in sentences. */
export function resultOf(match, voice) {
  return [...lowScores(match, voice), ...payment(match, voice)];
}

function begun(match, voice) {
  return voice.say("news.round", { round: match.round, name: voice.player(match, match.dealer) });
}

function lowScores(match, voice) {
  const { fuke, low } = match.result;
  if (fuke === null) return [];
  const limit = match.fuke.limit;
  const key = match.fuke.counts === "cards" ? "fuke.low_cards" : "fuke.low";
  const who = Object.entries(low).map(([seat, points]) =>
    voice.say(key, { name: voice.player(match, seat), points, limit }),
  );
  return [...who, voice.say(fuke === "dealer" ? "fuke.dealer" : "fuke.nobody")];
}

function payment(match, voice) {
  const { payment: paid, counter, winner } = match.result;
  const name = winner && voice.player(match, winner);
  if (match.par === null) return best(match, voice);
  if (paid) {
    const [loser, taker] = [paid.from, paid.to].map((seat) => voice.player(match, seat));
    const pays = voice.say("result.pays", { loser, winner: taker, points: paid.points });
    return counter ? [pays, voice.say("result.counter", { name: taker })] : [pays];
  }
  if (!counter) return [voice.say("result.equal")];
  return [voice.say("result.equal"), voice.say("result.tie", { name, card: voice.card(match.tie_card) })];
}

/** Say who scored most, where the round scores add up; a round that fuke annulled has been told of. */
function best(match, voice) {
  const points = Math.max(...Object.values(match.players).map((player) => player.score));
  const seats = Object.keys(match.players).filter((seat) => match.players[seat].score === points);
  const name = seats.map((seat) => voice.player(match, seat)).join(voice.say("result.and"));
  if (points === 0) return match.result.fuke === null ? [voice.say("fuke.nobody")] : [];
  return [voice.say(seats.length === 1 ? "result.best" : "result.shared", { name, points })];
}

function changes(old, match, voice) {
  const before = owners(old);
  const after = owners(match);
  const said = [];
  for (const seat of Object.keys(match.players)) {
    const name = voice.player(match, seat);
    const gained = match.players[seat].cards.filter((card) => before.get(card) !== seat);
    said.push(...cardNews(gained.filter((card) => !before.has(card)), "took", name, voice));
    said.push(...cardNews(gained.filter((card) => before.has(card)), "moved", name, voice));
    said.push(...madeNews(old.players[seat], match.players[seat], name, voice));
  }
  said.push(...cardNews([...before.keys()].filter((card) => !after.has(card)), "back", "", voice));
  if (old.dealer !== match.dealer) {
    said.push(voice.say("news.deals", { name: voice.player(match, match.dealer) }));
  }
  return said;
}

const KEYS = {
  took: ["news.took", "news.took_two", "news.took_more"],
  moved: ["news.moved", "news.moved_two", "news.moved_more"],
  back: ["news.back", "news.back_two", "news.back_more"],
};

function cardNews(ids, kind, name, voice) {
  if (ids.length === 0) return [];
  const [card, other] = ids.map(voice.card);
  const key = KEYS[kind][Math.min(ids.length, 3) - 1];
  return [voice.say(key, { name, card, other, count: ids.length - 1 })];
}

function madeNews(old, now, name, voice) {
  const fresh = (kind) => now[kind].filter((row) => !old[kind].some((one) => one.id === row.id));
  const say = (key) => (row) => voice.say(key, { name, yaku: voice.named(row.names), points: row.value });
  return [...fresh("yaku").map(say("news.yaku")), ...fresh("teyaku").map(say("news.hand"))];
}

function corrected(old, match, voice) {
  const [before, after] = [old, match].map(({ history }) => JSON.stringify(history));
  return before === after || old.history.length !== match.history.length ? [] : [voice.say("news.corrected")];
}

function owners(match) {
  return new Map(
    Object.entries(match.players).flatMap(([seat, player]) => player.cards.map((card) => [card, seat])),
  );
}
