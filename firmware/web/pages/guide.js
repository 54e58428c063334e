// The first round, step by step: what to do, where, and how the table shows that it was done.

const isRead = (state, ...ids) => ids.every((id) => Object.values(state.piles).flat().includes(id));

/** Each step: its words, what it points at, and whether the table shows that it is done. */
export const STEPS = [
  {
    en: "Press OK, until the display says who deals.",
    ja: "OK を押してください。親が表示されるまで押します。",
    point: ["OK"],
    isDone: (state) => state.phase === "playing",
  },
  {
    en: "A captured the crane with another pine. Lay both cards on the tray.",
    ja: "A が鶴で松を取りました。二枚を台に置いてください。",
    point: ["pine-crane", "pine-chaff-1"],
    isDone: (state) => isRead(state, "pine-crane", "pine-chaff-1"),
  },
  {
    en: "The display named each card. Next A captured two plums, the warbler among them.",
    ja: "札の名が出ました。次は梅が二枚、鶯も入っています。",
    point: ["plum-warbler", "plum-chaff-1"],
    isDone: (state) => isRead(state, "plum-warbler", "plum-chaff-1"),
  },
  {
    en: "And two cherries, with the curtain. Watch the display: that makes a yaku.",
    ja: "そして桜が二枚、幕つきです。画面を見ていてください。役になります。",
    point: ["cherry-curtain", "cherry-chaff-1"],
    isDone: (state) => isRead(state, "cherry-curtain", "cherry-chaff-1"),
  },
  {
    en: "Now B captures: press B, so that the next cards are B's.",
    ja: "次は B が取ります。B を押すと、次の札は B のものです。",
    point: ["B"],
    isDone: (state) => state.active === "B",
  },
  {
    en: "Lay B's two cards on the tray, the moon and its grass.",
    ja: "B の二枚、月と芒を台に置いてください。",
    point: ["susuki-moon", "susuki-chaff-1"],
    isDone: (state) => isRead(state, "susuki-moon", "susuki-chaff-1"),
  },
  {
    en: "Let the round end here: press OK.",
    ja: "ここで局を終えます。OK を押してください。",
    point: ["OK"],
    isDone: (state) => ["leftover", "result", "finished"].includes(state.phase),
  },
  {
    en: "The other cards were not tapped. Say that B has them all: hold B for a second, and let go.",
    ja: "ほかの札はまだです。B を一秒長押しすると、残りは全部 B のものになります。",
    point: ["B"],
    isDone: (state) => ["result", "finished"].includes(state.phase),
  },
  {
    en: "The round is scored. A and B show each player's account, OK goes on; the scoreboard shows the reasons too. Now play on as you like.",
    ja: "局が終わりました。A、B で各自の内訳、OK で次へ。得点板にも理由が出ます。あとはご自由にどうぞ。",
    point: ["A", "B"],
    isDone: () => false,
  },
];

/** Say which step is next.
 * @param {object} state the table's
 * @param {number} from the step that was shown last
 * @returns {number} the first step from there on that is not done
 */
export function nextStep(state, from) {
  let step = from;
  while (step < STEPS.length - 1 && STEPS[step].isDone(state)) step++;
  return step;
}
