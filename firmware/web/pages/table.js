// The virtual table: what the box shows, what lies where, and what the hands do.

import { STEPS, nextStep } from "/guide.js";
import { drawScreen } from "/panel.js";

const BUTTONS = { A: "1", B: "2", C: "3", OK: "Enter", BACK: "Backspace" };
const BY_KEY = Object.fromEntries(Object.entries(BUTTONS).map(([button, key]) => [key, button]));
const NOISES = { none: 0, some: 0.001, much: 0.01, most: 0.1 };

const page = (id) => document.getElementById(id);
const [words, cards] = await Promise.all(
  ["/table-words.json", "/names.json"].map(async (path) => (await fetch(path)).json()),
);
const SHORTEST_PUSH_MS = 80;
const down = new Map();
const chosen = new Set();
let language = firstLanguage();
let state = null;
let step = null;
let isOnTab = false;
let asked = Promise.resolve();

/** Return what was chosen here before; a browser may keep nothing, and other pages of this machine may differ. */
function firstLanguage() {
  let stored = null;
  try {
    stored = localStorage.getItem("language");
  } catch {
    /* a browser that keeps nothing */
  }
  if (stored in words) return stored;
  return navigator.language.startsWith("ja") ? "ja" : "en";
}

/** Return a text in the page's language with its parts put in. */
function say(key, parts = {}) {
  return words[language][key].replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

/** Make an element. */
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Ask for something to be done at the table, after all that was asked for before. */
function ask(wish) {
  asked = asked.then(() => send(wish));
}

async function send(wish) {
  try {
    const headers = { "Content-Type": "application/json", "X-Scorekeeper": "table" };
    const answer = await fetch("/control", { method: "POST", headers, body: JSON.stringify(wish) });
    page("trouble").textContent = answer.ok ? "" : say("refused", { why: await answer.text() });
  } catch {
    page("trouble").textContent = say("lost");
  }
}

// ---- what the box shows

function follow() {
  const events = new EventSource("/table");
  events.addEventListener("open", () => (page("trouble").textContent = ""));
  events.addEventListener("screen", (event) => showScreen(JSON.parse(event.data)));
  events.addEventListener("state", (event) => {
    const isFirst = state === null;
    state = JSON.parse(event.data);
    if (isFirst) makeSwitches();
    isFirst ? speak() : showState();
  });
  events.addEventListener("error", () => {
    page("trouble").textContent = say("lost");
    if (events.readyState !== EventSource.CLOSED) return;
    events.close();
    setTimeout(follow, 2000);
  });
}

function showScreen(screen) {
  const isLit = drawScreen(page("screen"), screen);
  page("screen").setAttribute("aria-label", say(isLit ? "screen" : "screen-off"));
}

function showState() {
  const text = state.lines.join(". ");
  if (page("screen-text").textContent !== text) page("screen-text").textContent = text;
  showTrays();
  showPiles();
  showDeck();
  showSwitches();
  showStep();
}

function nameOf(seat) {
  return state.names[seat] ?? seat;
}

/** Return the seat in whose pile a card is. */
function ownerOf(id) {
  return Object.keys(state.piles).find((seat) => state.piles[seat].includes(id));
}

/** Make a card that can be clicked, or leave the one that is there. */
function cardButton(id, place) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "0 0 60 98");
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `/cards.svg#${id}`);
  picture.append(use);
  const button = make("button", { type: "button", class: "card", "data-card": id }, picture);
  if (place === "deck") button.append(make("span", { class: "name" }));
  button.addEventListener("click", (event) => {
    if (event.detail) button.blur(); // keys are the box's, after a click
    pick(id, place);
  });
  return button;
}

/** Let a container hold just these cards, keeping those that are there. */
function fill(container, ids, place) {
  const old = new Map([...container.children].map((child) => [child.dataset.card, child]));
  const wanted = ids.map((id) => old.get(id) ?? cardButton(id, place));
  if (wanted.length === container.children.length && wanted.every((one, n) => one === container.children[n])) return;
  container.replaceChildren(...wanted);
  for (const button of wanted) {
    button.title = cards[button.dataset.card][language];
    button.setAttribute("aria-label", button.title);
  }
}

function showTrays() {
  const trays = page("trays");
  state.trays.forEach((ids, number) => {
    let tray = trays.children[number];
    if (!tray) {
      tray = make("div", { class: "tray", role: "group" }, make("p", { class: "tray-name" }), make("div", { class: "laid" }));
      trays.append(tray);
    }
    const device = number ? "reader2" : "reader";
    tray.classList.toggle("unplugged", state.unplugged.includes(device));
    const name = state.trays.length > 1 ? say(`tray-${number + 1}`) : say("tray");
    tray.setAttribute("aria-label", name);
    tray.firstChild.textContent = ids.length ? name : `${name}. ${say("tray-empty")}`;
    fill(tray.lastChild, ids, "tray");
  });
}

function showPiles() {
  const piles = page("piles");
  const seats = Object.keys(state.piles);
  if (!seats.length) {
    piles.replaceChildren(make("p", { class: "empty" }, say("no-match")));
    return;
  }
  if (piles.querySelectorAll(".pile").length !== seats.length) {
    piles.replaceChildren(
      ...seats.map(() => make("div", { class: "pile" }, make("h3"), make("div", { class: "cards captured" }))),
    );
  }
  seats.forEach((seat, number) => {
    const [heading, laid] = piles.children[number].children;
    const count = state.piles[seat].length;
    const title = say(count === 1 ? "pile-one" : "pile", { name: nameOf(seat), count });
    const isNext = state.active === seat && state.phase === "playing";
    heading.textContent = isNext ? `${title} · ${say("now", { name: nameOf(seat) })}` : title;
    piles.children[number].classList.toggle("next", isNext);
    piles.children[number].dataset.seat = seat;
    fill(laid, state.piles[seat], "pile");
  });
}

function showDeck() {
  const inGame = state.game === null ? null : new Set([...state.unaccounted, ...Object.values(state.piles).flat()]);
  for (const button of page("deck").querySelectorAll(".card")) {
    const id = button.dataset.card;
    const owner = ownerOf(id);
    const isLaid = state.trays.flat().includes(id);
    button.classList.toggle("gone", Boolean(owner));
    button.classList.toggle("left-out", inGame !== null && !inGame.has(id));
    button.classList.toggle("laid-down", isLaid);
    button.setAttribute("aria-pressed", String(chosen.has(id)));
    const where = isLaid ? say("on-tray") : owner ? say("in-pile", { name: nameOf(owner) }) : "";
    button.setAttribute("aria-label", [cards[id][language], where].filter(Boolean).join(", "));
  }
  page("lay").disabled = chosen.size === 0;
  page("lay").hidden = !page("several").checked;
  page("lay").textContent = chosen.size ? say("lay-count", { count: chosen.size }) : say("lay");
}

function showSwitches() {
  const isOff = state.is_off;
  for (const input of page("switches").querySelectorAll("input[data-device]")) {
    input.checked = !state.unplugged.includes(input.dataset.device);
  }
  page("noise").value = Object.keys(NOISES).find((name) => NOISES[name] === state.noise) ?? "none";
  page("power").textContent = say(isOff ? "power-on" : "cut-power");
  page("faults").open ||= isOff;
}

// ---- what the hands do

function pick(id, place) {
  if (place === "tray") {
    ask({ do: "lift", cards: [id] });
  } else if (place === "deck" && page("several").checked) {
    chosen.has(id) ? chosen.delete(id) : chosen.add(id);
    showDeck();
  } else {
    lay([id]);
  }
}

function lay(ids) {
  const reader = document.querySelector("input[name=tray]:checked")?.value === "2" ? 2 : 1;
  ask({ do: page("lift").checked ? "tap" : "put-down", cards: ids, reader });
}

function push(button) {
  if (down.has(button)) return;
  down.set(button, performance.now());
  document.querySelector(`.push[data-button=${button}]`).classList.add("down");
  ask({ do: "push", button });
}

function letGo(button) {
  const since = down.get(button);
  if (since === undefined) return;
  const left = since + SHORTEST_PUSH_MS - performance.now();
  if (left > 0) {
    setTimeout(() => letGo(button), left);
    return;
  }
  down.delete(button);
  document.querySelector(`.push[data-button=${button}]`).classList.remove("down");
  ask({ do: "let-go", button });
}

/** Whether a key means the element that has the focus, and not the box: Enter does where somebody went with Tab. */
function isForElement(event) {
  const target = event.target.closest("button, a, summary, input, select");
  if (!target || target.matches(".push")) return false;
  return event.key === "Enter" ? isOnTab : target.matches("select");
}

document.addEventListener("pointerdown", () => (isOnTab = false));
document.addEventListener("keydown", (event) => {
  if (event.key === "Tab") isOnTab = true;
  const button = BY_KEY[event.key];
  if (!button || event.ctrlKey || event.altKey || event.metaKey || isForElement(event)) return;
  event.preventDefault();
  if (!event.repeat) push(button);
});
document.addEventListener("keyup", (event) => {
  if (BY_KEY[event.key]) letGo(BY_KEY[event.key]);
});
window.addEventListener("blur", () => [...down.keys()].forEach(letGo));
document.addEventListener("visibilitychange", () => document.hidden && [...down.keys()].forEach(letGo));

function makeButtons() {
  for (const [button, key] of Object.entries(BUTTONS)) {
    const made = make("button", { type: "button", class: "push", "data-button": button }, button);
    made.setAttribute("aria-keyshortcuts", key);
    made.addEventListener("pointerdown", (event) => {
      made.setPointerCapture(event.pointerId);
      push(button);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      made.addEventListener(end, () => letGo(button));
    }
    made.addEventListener("contextmenu", (event) => event.preventDefault());
    made.addEventListener("keydown", (event) => {
      if (event.key === " " && !event.repeat) push(button);
    });
    made.addEventListener("keyup", (event) => event.key === " " && letGo(button));
    // a click without a pointer, as assistive technology makes it
    made.addEventListener("click", (event) => {
      if (event.detail !== 0 || down.has(button)) return;
      push(button);
      letGo(button);
    });
    page("buttons").append(made);
  }
}

function makeDeck() {
  const suits = new Map();
  for (const [id, { suit }] of Object.entries(cards)) suits.set(suit, [...(suits.get(suit) ?? []), id]);
  let month = 0;
  for (const ids of suits.values()) {
    month++;
    const column = make("div", { class: "suit", role: "group", "data-suit": ids[0], "data-month": month });
    column.append(make("h3"), ...ids.map((id) => cardButton(id, "deck")));
    page("deck").append(column);
  }
}

function makeSwitches() {
  const switches = page("switches");
  const devices = { ...Object.fromEntries(state.trays.map((_, n) => [n ? "reader2" : "reader", n])), display: null };
  for (const device of Object.keys(devices)) {
    const input = make("input", { type: "checkbox", "data-device": device });
    input.addEventListener("change", () => ask({ do: input.checked ? "plug" : "unplug", device }));
    switches.append(make("label", {}, input, " ", make("span", { "data-device-name": device })));
  }
  const noise = make("select", { id: "noise" });
  noise.append(...Object.keys(NOISES).map((name) => make("option", { value: name })));
  noise.addEventListener("change", () => ask({ do: "noise", rate: NOISES[noise.value] }));
  switches.append(make("label", {}, make("span", { "data-word": "noise" }), " ", noise));
  const power = make("button", { type: "button", id: "power" });
  power.addEventListener("click", () => ask({ do: "cut-power" }));
  switches.append(power);
  if (state.trays.length > 1) page("lift").closest("p").append(trayChoice());
}

/** With two readers: on which tray cards are laid. */
function trayChoice() {
  const choice = make("span", { class: "tray-choice" });
  for (const number of [1, 2]) {
    const input = make("input", { type: "radio", name: "tray", value: number });
    input.checked = number === 1;
    choice.append(make("label", {}, input, " ", make("span", { "data-word": `tray-${number}` })));
  }
  return choice;
}

// ---- the guide

function showStep() {
  for (const one of document.querySelectorAll(".pointed")) one.classList.remove("pointed");
  if (step === null) return;
  const next = nextStep(state, step);
  step = next;
  const text = say("guide-place", { step: step + 1, of: STEPS.length }) + STEPS[step][language];
  if (page("guide-step").textContent !== text) page("guide-step").textContent = text;
  for (const name of STEPS[step].point) {
    document.querySelector(`.push[data-button="${name}"], #deck .card[data-card="${name}"]`)?.classList.add("pointed");
  }
}

function showGuide() {
  const isOn = step !== null;
  page("guide").classList.toggle("on", isOn);
  page("guide-begin").textContent = say(isOn ? "guide-again" : "guide-begin");
  page("guide-leave").textContent = say(isOn ? "guide-end" : "guide-leave");
  if (isOn) showStep();
  else page("guide-step").textContent = say("guide-offer");
}

page("guide-begin").addEventListener("click", () => {
  step = 0;
  showGuide();
});
page("guide-leave").addEventListener("click", () => {
  page("guide").hidden = step === null;
  step = null;
  showGuide();
  showStep();
});

// ---- words

function speak() {
  document.documentElement.lang = language;
  document.title = `${say("title")} · Hanafuda Scorekeeper`;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = say(one.dataset.word);
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", say(one.dataset.label));
  page("language").textContent = say("language");
  page("language").lang = language === "en" ? "ja" : "en";
  for (const option of page("noise").options) option.textContent = say(`noise-${option.value}`);
  for (const one of document.querySelectorAll("[data-device-name]")) {
    const several = state.trays.length > 1 && one.dataset.deviceName !== "display";
    const number = one.dataset.deviceName === "reader2" ? 2 : 1;
    one.textContent = say(several ? `reader-${number}` : one.dataset.deviceName);
  }
  for (const column of page("deck").children) {
    const flower = cards[column.dataset.suit].flower[language];
    column.firstChild.textContent = `${column.dataset.month} ${flower}`;
    column.setAttribute("aria-label", flower);
  }
  for (const button of page("deck").querySelectorAll(".card")) {
    button.querySelector(".name").textContent = cards[button.dataset.card].card[language];
    button.title = cards[button.dataset.card][language];
  }
  for (const one of document.querySelectorAll("#trays .laid, #piles .captured")) one.replaceChildren();
  showGuide();
  showState();
}

page("language").addEventListener("click", () => {
  language = language === "en" ? "ja" : "en";
  try {
    localStorage.setItem("language", language);
  } catch {
    /* then it holds until the page is left */
  }
  speak();
});
page("several").addEventListener("change", () => {
  chosen.clear();
  showDeck();
});
page("lay").addEventListener("click", () => {
  lay([...chosen]);
  chosen.clear();
  showDeck();
});

makeButtons();
makeDeck();
follow();
