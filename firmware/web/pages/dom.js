/* Makes elements, and changes a page into another with as few touches as may be. */

const SVG = "http://www.w3.org/2000/svg";

/** Make an element; children that are null are left out, others are elements or words. */
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Make an element of a picture. */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

/**
 * Make the children of an element like those of another, and leave alone what is so already: focus,
 * scrolling and what was unfolded stay. A child with data-key is the same wherever it stands.
 */
export function become(old, wanted) {
  const kept = new Set([...wanted.childNodes].map(keyOf));
  for (const child of [...old.childNodes]) {
    if (keyOf(child) !== null && !kept.has(keyOf(child))) child.remove();
  }
  const keyed = new Map([...old.childNodes].map((child) => [keyOf(child), child]));
  let here = old.firstChild;
  for (const child of [...wanted.childNodes]) {
    const key = keyOf(child);
    const same = key === null ? here : keyed.get(key);
    if (!same || !isAlike(same, child)) {
      old.insertBefore(child, here);
      continue;
    }
    if (same === here) here = here.nextSibling;
    else old.insertBefore(same, here);
    change(same, child);
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

function keyOf(node) {
  return node.dataset?.key ?? null;
}

function isAlike(old, wanted) {
  return old.nodeName === wanted.nodeName && keyOf(old) === keyOf(wanted);
}

function change(old, wanted) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  for (const { name, value } of wanted.attributes) {
    if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (name !== "open" && !wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  become(old, wanted);
}
