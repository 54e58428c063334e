/* The scoreboard: follows /board and shows it in the reader's language. It only reads. */

import { become } from "./dom.js";
import { newestCards, newsOf } from "./score-news.js";
import { drawBoard, drawHeading, titleOf } from "./score-draw.js";
import { filled, firstLanguage, keepLanguage, read } from "./speech.js";
import { follow } from "./stream.js";

const BETWEEN_NEWS_MS = 1500;

const [words, cards] = await Promise.all(["/words.json", "/names.json"].map(read));

let language = firstLanguage(words);
let board = null;
let told = null;
let newest = new Set();
let news = [null, null];
let isLost = false;
let newsTimer = 0;

/** What drawing needs to speak: a word by its key, a thing's name, a card's name. */
const voice = {
  get language() {
    return language;
  },
  say: (key, parts = {}) => filled(words[language][key], parts),
  named: (names) => names[language],
  card: (id) => cards[id][language],
  player: (match, seat) => match.names[seat] ?? seat,
};

function chooseLanguage(chosen) {
  language = chosen;
  keepLanguage(chosen);
  show();
  write("newest", sentence());
}

/** Show everything anew; what is so already is not touched. */
function show() {
  document.documentElement.lang = language;
  const button = document.getElementById("language");
  button.lang = language === "ja" ? "en" : "ja";
  write("language", voice.say("page.other_language"));
  write("lost", voice.say("page.lost"));
  document.getElementById("lost").hidden = !isLost;
  document.title = titleOf(board, voice);
  become(document.getElementById("heading"), drawHeading(board, voice));
  become(document.getElementById("board"), drawBoard(board, newest, voice));
}

function write(id, text) {
  const element = document.getElementById(id);
  if (element.textContent !== text) element.textContent = text;
}

/** Say the newest change, at once or when the last has had its time; changes in between are one. */
function tell() {
  if (newsTimer) return;
  const next = [told, board];
  told = board;
  if (!newsOf(...next, voice)) return;
  news = next;
  write("newest", sentence());
  newsTimer = setTimeout(() => {
    newsTimer = 0;
    tell();
  }, BETWEEN_NEWS_MS);
}

function sentence() {
  return isLost ? voice.say("page.lost_short") : newsOf(...news, voice);
}

function setLost(value) {
  if (isLost === value) return;
  isLost = value;
  show();
  write("newest", sentence());
}

function take(newer) {
  newest = newestCards(board, newer) ?? newest;
  board = newer;
  show();
  tell();
}

document.getElementById("language").addEventListener("click", () => {
  chooseLanguage(language === "ja" ? "en" : "ja");
});
document.addEventListener("visibilitychange", () => {
  document.title = titleOf(document.hidden ? null : board, voice); // out of sight the points grow old
});
show();
follow("/board", { board: take }, setLost);
