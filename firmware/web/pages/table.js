// The virtual table: what the box shows, what lies where, and what the hands do.

import { become, el, svg } from "./dom.js";
import { STEPS, nextStep } from "./guide.js";
import { drawScreen } from "./panel.js";
import { filled, firstLanguage, keepLanguage, read } from "./speech.js";
import { follow } from "./stream.js";
import { makeAsk, makeButtons } from "./table-hands.js";

const NOISES = { none: 0, some: 0.001, much: 0.01, most: 0.1 };

const page = (id) => document.getElementById(id);
const [words, cards] = await Promise.all(["/table-words.json", "/names.json"].map(read));
const chosen = new Set();
const ask = makeAsk(tell);
let language = firstLanguage(words);
let state = null;
let step = null;

/** Return a text in the page's language with its parts put in. */
function say(key, parts = {}) {
  return filled(words[language][key], parts);
}

/** Say what is wrong; nothing where the key is empty. */
function tell(key, parts) {
  const text = key ? say(key, parts) : "";
  if (page("trouble").textContent !== text) page("trouble").textContent = text;
}

// ---- what the box shows

function takeState(newer) {
  const isFirst = state === null;
  state = newer;
  if (isFirst) makeSwitches();
  isFirst ? speak() : showState();
}

function showScreen(screen) {
  const isLit = drawScreen(page("screen"), screen);
  page("screen").setAttribute("aria-label", say(isLit ? "screen" : "screen-off"));
}

function showState() {
  showScreenText();
  showTrays();
  showPiles();
  showDeck();
  showSwitches();
  showStep();
}

/** Say what the display says, for who cannot see it; in the box's language, which may be another than the page's. */
function showScreenText() {
  const dark = state.unplugged.includes("display") ? "screen-unplugged" : state.is_off ? "box-off" : null;
  const text = dark ? say(dark) : state.lines.join(". ");
  page("screen-text").lang = dark ? language : state.language;
  if (page("screen-text").textContent !== text) page("screen-text").textContent = text;
}

function nameOf(seat) {
  return state.names[seat] ?? seat;
}

/** Return the seat in whose pile a card is. */
function ownerOf(id) {
  return Object.keys(state.piles).find((seat) => state.piles[seat].includes(id));
}

/** Make a card that can be clicked. */
function cardButton(id, place, also = {}) {
  const picture = svg("svg", { viewBox: "0 0 60 98", "aria-hidden": "true" }, svg("use", { href: `/cards.svg#${id}` }));
  const name = cards[id][language];
  const caption = place === "deck" ? el("span", { class: "name" }, cards[id].card[language]) : null;
  const button = el(
    "button",
    { type: "button", class: "card", "data-card": id, "data-key": id, title: name, "aria-label": name, ...also },
    picture,
    caption,
  );
  button.addEventListener("click", (event) => {
    if (event.detail) button.blur(); // keys are the box's, after a click
    pick(id, place);
  });
  return button;
}

function showTrays() {
  become(page("trays"), el("div", {}, ...state.trays.map(tray)));
}

function tray(ids, number) {
  const isUnplugged = state.unplugged.includes(number ? "reader2" : "reader");
  const name = state.trays.length > 1 ? say(`tray-${number + 1}`) : say("tray");
  return el(
    "div",
    { class: isUnplugged ? "tray unplugged" : "tray", role: "group", "aria-label": name },
    el("p", { class: "tray-name" }, ids.length ? name : `${name} · ${say("tray-empty")}`),
    el("div", { class: "laid" }, ...ids.map((id) => cardButton(id, "tray"))),
  );
}

function showPiles() {
  const seats = Object.keys(state.piles);
  const shown = seats.length ? seats.map(pile) : [el("p", { class: "empty" }, say("no-match"))];
  become(page("piles"), el("div", {}, ...shown));
}

function pile(seat) {
  const name = nameOf(seat);
  const count = state.piles[seat].length;
  const isNext = state.active === seat && state.phase === "playing";
  const title = [say(count === 1 ? "pile-one" : "pile", { name, count }), ...(isNext ? [say("now", { name })] : [])];
  return el(
    "div",
    { class: isNext ? "pile next" : "pile", "data-seat": seat },
    el("h3", {}, title.join(" · ")),
    el("div", { class: "captured" }, ...state.piles[seat].map((id) => cardButton(id, "pile"))),
  );
}

function showDeck() {
  const ids = Object.keys(cards);
  const suits = [...new Set(ids.map((id) => cards[id].suit))];
  const columns = suits.map((suit) => ids.filter((id) => cards[id].suit === suit));
  become(page("deck"), el("div", {}, ...columns.map(suitColumn)));
  const count = chosen.size;
  page("lay").disabled = count === 0;
  page("lay").hidden = !page("several").checked;
  page("lay").textContent = count ? say("lay-count", { count }) : say("lay");
}

function suitColumn(ids, number) {
  const flower = cards[ids[0]].flower[language];
  return el(
    "div",
    { class: "suit", role: "group", "aria-label": flower },
    el("h3", {}, `${number + 1} ${flower}`),
    ...ids.map(deckCard),
  );
}

function deckCard(id) {
  const owner = ownerOf(id);
  const isLaid = state.trays.flat().includes(id);
  const isLeftOut = state.game !== null && !owner && !state.unaccounted.includes(id);
  const where = isLaid ? say("on-tray") : owner ? say("in-pile", { name: nameOf(owner) }) : "";
  return cardButton(id, "deck", {
    class: ["card", owner && "gone", isLeftOut && "left-out", isLaid && "laid-down"].filter(Boolean).join(" "),
    "aria-label": [cards[id][language], where].filter(Boolean).join(", "),
    "aria-pressed": page("several").checked ? String(chosen.has(id)) : null,
  });
}

function showSwitches() {
  const isOff = state.is_off;
  for (const input of page("switches").querySelectorAll("input[data-device]")) {
    input.checked = !state.unplugged.includes(input.dataset.device);
  }
  page("noise").value = Object.keys(NOISES).find((name) => NOISES[name] === state.noise) ?? "none";
  page("power-cut").disabled = isOff;
  page("power").hidden = !isOff;
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

function makeSwitches() {
  const switches = page("switches");
  const devices = { ...Object.fromEntries(state.trays.map((_, n) => [n ? "reader2" : "reader", n])), display: null };
  for (const device of Object.keys(devices)) {
    const input = el("input", { type: "checkbox", "data-device": device });
    input.addEventListener("change", () => ask({ do: input.checked ? "plug" : "unplug", device }));
    switches.append(el("label", {}, input, " ", el("span", { "data-device-name": device })));
  }
  const noise = el("select", { id: "noise" });
  noise.append(...Object.keys(NOISES).map((name) => el("option", { value: name })));
  noise.addEventListener("change", () => ask({ do: "noise", rate: NOISES[noise.value] }));
  switches.append(el("label", {}, el("span", { "data-word": "noise" }), " ", noise));
  switches.append(el("button", { type: "button", id: "power-cut", "data-word": "cut-power" }));
  for (const id of ["power-cut", "power"]) page(id).addEventListener("click", () => ask({ do: "cut-power" }));
  if (state.trays.length > 1) page("lift").closest("p").append(trayChoice());
}

/** With two readers: on which tray cards are laid. */
function trayChoice() {
  const choice = el("span", { class: "tray-choice" });
  for (const number of [1, 2]) {
    const input = el("input", { type: "radio", name: "tray", value: number });
    input.checked = number === 1;
    choice.append(el("label", {}, input, " ", el("span", { "data-word": `tray-${number}` })));
  }
  return choice;
}

// ---- the guide

function showStep() {
  for (const one of document.querySelectorAll(".pointed")) one.classList.remove("pointed");
  if (step === null) return;
  const next = nextStep(state, step);
  step = next.step < STEPS.length ? next.step : null;
  if (step === null) {
    showGuide();
    return;
  }
  const text = say("guide-place", { step: step + 1, of: STEPS.length }) + next.now[language];
  if (page("guide-step").textContent !== text) page("guide-step").textContent = text;
  for (const name of next.now.point) {
    const places = `.push[data-button="${name}"], #deck .card[data-card="${name}"], #${name}:not(.unseen)`;
    document.querySelector(places)?.classList.add("pointed");
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
  showGuide();
  showState();
}

page("language").addEventListener("click", () => {
  language = language === "en" ? "ja" : "en";
  keepLanguage(language);
  if (state !== null) speak();
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

makeButtons(page("buttons"), ask);
follow("/table", { screen: showScreen, state: takeState }, (isLost) => tell(isLost ? "lost" : ""));
