/* What the hands do: ask the table for something, and press the box's buttons by mouse, finger or key. */

import { el } from "./dom.js";

const KEYS = { A: "1", B: "2", C: "3", OK: "Enter", BACK: "Backspace" };
const BUTTONS = Object.fromEntries(Object.entries(KEYS).map(([button, key]) => [key, button]));

/** Return what asks the table for something, each time after all that was asked for before.
 * @param {(key: string, parts?: object) => void} tell says why it was not done; "" once it is
 */
export function makeAsk(tell) {
  let asked = Promise.resolve();
  return (wish) => {
    asked = asked.then(() => send(wish, tell));
  };
}

async function send(wish, tell) {
  try {
    const headers = { "Content-Type": "application/json", "X-Scorekeeper": "table" };
    const body = JSON.stringify(wish);
    const answer = await fetch("/control", { method: "POST", headers, body, keepalive: true });
    if (answer.ok) tell("");
    else tell("refused", { why: await answer.text() });
  } catch {
    tell("lost");
  }
}

/** Make the five buttons, and let keys press them too. */
export function makeButtons(place, ask) {
  const down = new Set();
  const made = new Map(Object.keys(KEYS).map((button) => [button, makeButton(button, push, letGo)]));
  place.append(...made.values());

  function push(button) {
    if (down.has(button)) return;
    down.add(button);
    made.get(button).classList.add("down");
    ask({ do: "push", button });
  }

  function letGo(button) {
    if (!down.delete(button)) return;
    made.get(button).classList.remove("down");
    ask({ do: "let-go", button });
  }

  const letAllGo = () => [...down].forEach(letGo);
  window.addEventListener("blur", letAllGo);
  document.addEventListener("visibilitychange", () => document.hidden && letAllGo());
  listenToKeys(push, letGo);
}

function makeButton(button, push, letGo) {
  const made = el(
    "button",
    { type: "button", class: "push", "data-button": button, "aria-keyshortcuts": KEYS[button] },
    button,
  );
  made.addEventListener("pointerdown", (event) => {
    made.setPointerCapture(event.pointerId);
    push(button);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    made.addEventListener(end, () => letGo(button));
  }
  made.addEventListener("contextmenu", (event) => event.preventDefault());
  // without a pointer, as assistive technology clicks
  made.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    push(button);
    letGo(button);
  });
  return made;
}

function listenToKeys(push, letGo) {
  const held = new Map();
  let isOnTab = false;
  document.addEventListener("pointerdown", () => (isOnTab = false));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") isOnTab = true;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const button = buttonOf(event, isOnTab);
    if (button === undefined) return;
    event.preventDefault();
    if (event.repeat) return;
    held.set(event.key, button);
    push(button);
  });
  document.addEventListener("keyup", (event) => {
    if (!held.has(event.key)) return;
    event.preventDefault(); // else Space, let go, is a click as well
    letGo(held.get(event.key));
    held.delete(event.key);
  });
}

/** Return the button that a key means: the one with the focus, the key's own, or none where another element has it. */
function buttonOf({ key, target }, isOnTab) {
  const focused = target.closest("button, a, summary, input, select");
  const own = focused?.dataset.button;
  if (own && (key === " " || (key === "Enter" && isOnTab))) return own;
  const isForFocused = focused && !own && (key === "Enter" ? isOnTab : focused.matches("select"));
  return isForFocused ? undefined : BUTTONS[key];
}
