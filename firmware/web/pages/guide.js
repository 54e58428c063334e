/* The first round, step by step: what to do, where, and how the table shows that it was done. Pure. */

const isRead = (state, ...ids) => ids.every((id) => Object.values(state.piles).flat().includes(id));
const isFresh = (state) => state.game === "botan-cho" && isRound(state) && !Object.values(state.piles).flat().length;
const isRound = (state) => state.phase === "playing";
const isOver = (state) => ["result", "finished"].includes(state.phase);

/** Each step: its words, what it points at, and whether the table shows that it is done. */
export const STEPS = [
  {
    en: "Press OK, until the display says who deals.",
    ja: "OK を押してください。親が表示されるまで押します。",
    point: ["OK"],
    isDone: isFresh,
  },
  {
    en: "A captures first: press A.",
    ja: "A が先に取ります。A を押してください。",
    point: ["A"],
    isDone: (state) => state.active === "A",
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
    en: "And two cherries: first the plain one.",
    ja: "そして桜が二枚です。まずカスから。",
    point: ["cherry-chaff-1"],
    isDone: (state) => isRead(state, "cherry-chaff-1"),
  },
  {
    en: "Now the curtain. Watch the display: that makes a yaku.",
    ja: "次は幕です。画面を見ていてください。役になります。",
    point: ["cherry-curtain"],
    isDone: (state) => isRead(state, "cherry-curtain"),
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
    isDone: (state) => state.phase === "leftover" || isOver(state),
  },
  {
    en: "The other cards were not tapped. Say that B has them all: hold B for a second, and let go.",
    ja: "ほかの札はまだです。B を一秒長押しすると、残りは全部 B のものになります。",
    point: ["B"],
    isDone: isOver,
  },
  {
    en: "The round is scored; should the display ask whether it is right, press OK. A and B show each player's account, OK goes on; the scoreboard shows the reasons too.",
    ja: "局が終わりました。確かめる画面が出たら OK を押してください。A、B で各自の内訳、OK で次へ。得点板にも理由が出ます。",
    point: ["A", "B", "OK"],
    isDone: isRound,
  },
];

const ON_THE_WAY = {
  off: { en: "The box is off. Switch it on.", ja: "電源が切れています。電源を入れてください。", point: ["power"] },
  menu: { en: "Press BACK, until the round is shown again.", ja: "局の画面に戻るまで BACK を押してください。", point: ["BACK"] },
  other: {
    en: "The guide needs a round of Botan-chō in which nobody has captured a card. Hold BACK for a second for the menu, choose End match now, then New game and Botan-chō.",
    ja: "案内には、まだ誰も取っていない牡丹蝶の局が必要です。BACK を一秒長押しして対局を終え、新しく牡丹蝶を始めてください。",
    point: ["BACK"],
  },
};

/** Say which step is next, and what to do now.
 * @param {object} state the table's
 * @param {number} from the step that was shown last
 * @returns {{step: number, now: object}} the first step from there on that is not done, STEPS.length after
 *   the last; and that step, or what must be done before it
 */
export function nextStep(state, from) {
  let step = from;
  while (step < STEPS.length && STEPS[step].isDone(state)) step++;
  return { step, now: wayThere(state, step) ?? STEPS[step] };
}

function wayThere(state, step) {
  if (state.is_off) return ON_THE_WAY.off;
  if (step === 0 && state.game !== null && state.phase !== "home" && state.phase !== "setup") return ON_THE_WAY.other;
  if (step > 0 && state.phase === "menu") return ON_THE_WAY.menu;
  if (step > 0 && step < STEPS.length && state.game !== "botan-cho") return ON_THE_WAY.other;
  return null;
}
