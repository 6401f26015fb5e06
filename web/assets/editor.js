// Text fields: the number of characters, suggestions for tags and links, and previews.
import { suggest } from "./popup.js";
import { say } from "./page.js";

// MARK: The number of characters

const locale = new Intl.Segmenter();

/** Returns the number of characters, as the server counts them, but at most `limit`. */
function length(text, limit) {
  let count = 0;
  for (const _ of locale.segment(text.trim())) if (++count === limit) break;
  return count;
}

function measure(field) {
  const most = Number(field.dataset.most);
  const limit = 2 * most;
  const count = length(field.value, limit);
  const line = document.getElementById(`${field.id}-count`);
  line.textContent = `${count}${count === limit ? " or more" : ""} character${count === 1 ? "" : "s"}`;
  line.classList.toggle("failure", count > most);
  const button = field.form.querySelector("button.main");
  const isBusy = button.getAttribute("aria-busy") === "true";
  const { file, url } = field.form.elements;
  const isEmpty = field.value.trim() === "" && !file?.files.length && !url?.value.trim();
  button.disabled = isBusy || isEmpty || count > most;
}

for (const field of document.querySelectorAll("textarea[data-most]")) {
  field.form.addEventListener("input", () => measure(field));
  field.form.addEventListener("cairn:busy", () => measure(field));
  measure(field);
}

for (const chip of document.querySelectorAll("[data-insert]")) {
  chip.addEventListener("click", (event) => {
    const field = document.getElementById("text");
    event.preventDefault();
    if (!field.value.startsWith(chip.dataset.insert)) {
      field.setRangeText(chip.dataset.insert, 0, 0, "end");
      field.setSelectionRange(field.value.length, field.value.length);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    field.focus();
  });
}

// MARK: Suggestions

let tags = null;

async function tagNames() {
  tags ??= fetch("/api/v1/tags")
    .then((answer) => answer.json())
    .then((document) => document.tags)
    .catch(() => (tags = null) ?? []);
  return tags;
}

async function tagsAt(text, caret, pattern) {
  const match = pattern.exec(text.slice(0, caret));
  if (!match) return null;
  const word = match[1].toLowerCase();
  const items = (await tagNames())
    .filter((tag) => tag.name.toLowerCase().startsWith(word) && tag.name.toLowerCase() !== word)
    .slice(0, 8)
    .map((tag) => ({ text: tag.name, summary: String(tag.total) }));
  return { start: caret - match[1].length, end: caret, items };
}

async function linksAt(text, caret) {
  const match = /\[\[([^\[\]|#\n]{1,80})$/.exec(text.slice(0, caret));
  if (!match) return null;
  const words = match[1].replaceAll(/["*/\\]/g, " ").trim().split(/\s+/).filter(Boolean);
  if (!words.length) return null;
  const query = words.map((word) => `title:"${word}"*`).join(" ");
  const answer = await fetch(`/api/v1/captures?limit=8&query=${encodeURIComponent(query)}`);
  if (!answer.ok) return null;
  const { captures } = await answer.json();
  const end = text.slice(caret).startsWith("]]") ? caret + 2 : caret;
  return {
    start: caret - match[1].length,
    end,
    items: captures.map((capture) => ({
      text: `${linkName(capture)}]]`,
      shown: capture.title,
      summary: capture.collection,
    })),
  };
}

/** Returns the text of a link to a capture: its title, or its path if a link cannot contain that. */
function linkName(capture) {
  if (!/[\[\]|#^\n]/.test(capture.title)) return capture.title;
  return `${capture.path.replace(/\.md$/, "")}|${capture.title.replaceAll(/[\[\]|\n]/g, " ")}`;
}

for (const field of document.querySelectorAll("[data-tags], [data-links], [data-tag]")) {
  suggest(field, async (text, caret) => {
    if ("tag" in field.dataset) return tagsAt(text, caret, /^([\p{L}\p{N}_/-]*)$/u);
    const links = "links" in field.dataset ? await linksAt(text, caret) : null;
    return links ?? tagsAt(text, caret, /(?:^|[\s(])#([\p{L}\p{N}_/-]+)$/u);
  });
}

// MARK: Previews

for (const button of document.querySelectorAll("[data-show-preview]")) {
  const form = button.form;
  const preview = document.getElementById("preview");
  button.hidden = !form.elements.body;
  button.addEventListener("click", async () => {
    if (!preview.hidden) {
      preview.hidden = true;
      button.textContent = "Preview";
      return;
    }
    try {
      const answer = await fetch(form.dataset.preview, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ body: form.elements.body.value }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      // The server has made this HTML from Markdown, and it cannot contain scripts.
      preview.innerHTML = text || "<p>There is no text.</p>";
      preview.hidden = false;
      button.textContent = "Hide preview";
      preview.scrollIntoView({ block: "nearest" });
    } catch {
      say("Network connection failed", true);
    }
  });
}

// MARK: Long texts

function shorten(root) {
  for (const button of root.querySelectorAll("[data-more]")) {
    const text = document.getElementById(button.dataset.more);
    if (!text || text.textContent.trim().length <= 200) {
      text?.classList.remove("clip");
      continue;
    }
    button.hidden = false;
    button.setAttribute("aria-controls", text.id);
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => {
      const isOpen = !text.classList.toggle("clip");
      button.textContent = isOpen ? "Show Less" : "Show More";
      button.setAttribute("aria-expanded", String(isOpen));
    });
  }
}

shorten(document);
document.addEventListener("cairn:shown", (event) => shorten(event.detail));
