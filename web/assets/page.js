// Loads pages, and replaces the parts of this page that changed.

// Scripts change the parts, so newer ones are compared with what the server sent.
for (const part of document.querySelectorAll("[data-live]")) part.original = part.cloneNode(true);

/** Loads a page of this server, and returns the answer and its document. */
export async function load(url, options = {}) {
  const headers = { accept: "text/html", ...options.headers };
  const answer = await fetch(url, { ...options, headers });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { answer, page };
}

/** Returns whether somebody is writing in a part of the page. */
export function isInUse(part) {
  const field = document.activeElement;
  if (part.contains(field) && field.matches("input:not([type=hidden]), textarea, select")) return true;
  return [...part.querySelectorAll("input:not([type=hidden]), textarea")].some(
    (field) => field.type !== "file" && field.value !== field.defaultValue);
}

/** The parts of this page that somebody was using when newer ones arrived. */
const waiting = new Map();

/** Replaces the parts that differ in a newer version of this page. */
export function show(page, { isOwn = false, only = "[data-live]" } = {}) {
  for (const part of document.querySelectorAll(only)) {
    const newer = page.getElementById(part.id);
    if (!newer || newer.isEqualNode(part.original ?? part)) continue;
    if (!isOwn && isInUse(part)) {
      waiting.set(part, newer);
      continue;
    }
    replace(part, newer);
  }
  const { theme, scheme } = page.documentElement.dataset;
  if (theme) Object.assign(document.documentElement.dataset, { theme, scheme });
}

function replace(part, newer) {
  waiting.delete(part);
  const place = focusPlace(part);
  const opened = [...part.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
  const copy = document.importNode(newer, true);
  copy.original = newer;
  for (const summary of copy.querySelectorAll("details > summary")) {
    if (opened.includes(summary.textContent) && !part.contains(document.activeElement?.form ?? null)) {
      summary.parentElement.open = true;
    }
  }
  part.replaceWith(copy);
  if (place) focusAgain(copy, place);
  document.dispatchEvent(new CustomEvent("cairn:shown", { detail: copy }));
}

const focusable = "a[href], button, input:not([type=hidden]), select, textarea, summary";

function focusPlace(part) {
  const field = document.activeElement;
  if (!part.contains(field)) return null;
  return { id: field.id, value: field.value, index: [...part.querySelectorAll(focusable)].indexOf(field) };
}

function focusAgain(part, { id, value, index }) {
  const all = [...part.querySelectorAll(focusable)];
  const same = all.find((one) => (id && one.id === id) || (value && one.value === value));
  (same ?? all[Math.min(index, all.length - 1)] ?? document.getElementById("main"))?.focus();
}

document.addEventListener("focusout", () => {
  setTimeout(() => {
    for (const [part, newer] of [...waiting]) if (part.isConnected && !isInUse(part)) replace(part, newer);
  });
});

/** Shows a message that a screen reader speaks. */
export function say(text, isFailure = false) {
  const notice = document.getElementById("notice");
  if (!notice) return;
  const line = document.createElement("p");
  line.className = isFailure ? "failure" : "said";
  line.textContent = text;
  notice.replaceChildren(line);
  if (!isFailure) fade(notice);
}

/** Hides a message after two seconds, and what can be done about it later. */
export function fade(notice) {
  const shown = [...notice.children];
  setTimeout(() => shown.forEach((one) => (one.matches(".said") ? one : one.querySelector(".said"))?.remove()), 2000);
  setTimeout(() => {
    if (shown.some((one) => one.contains(document.activeElement) || one.matches(":hover"))) return;
    shown.forEach((one) => one.remove());
  }, 10000);
}
