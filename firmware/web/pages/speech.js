/* What both pages need to speak: files from the box, and the language that the reader chose. */

export const RETRY_MS = 3000;

const STORED = "scorekeeper-language";

/** Read a file of the box, again and again while the box is away. */
export async function read(path) {
  for (;;) {
    try {
      const reply = await fetch(path);
      if (reply.ok) return await reply.json();
    } catch {
      /* the box is away for a moment */
    }
    await new Promise((resume) => setTimeout(resume, RETRY_MS));
  }
}

/** Return the language that was chosen here before, else the browser's, else English. */
export function firstLanguage(words) {
  let stored = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    /* a browser that keeps nothing */
  }
  const wished = [stored, ...navigator.languages].map((tag) => (tag ?? "").slice(0, 2).toLowerCase());
  return wished.find((tag) => tag in words) ?? "en";
}

/** Keep the language for the next visit. */
export function keepLanguage(language) {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    /* then it holds until the page is left */
  }
}

/** Put a text's parts in. */
export function filled(text, parts) {
  return text.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}
