// Pictures and recordings: chosen, dropped or pasted, and then shown, embedded in a text or read.
import { fade, load, show } from "./page.js";

for (const part of document.querySelectorAll("[data-scripts]")) part.hidden = false;

const isPicture = (file) => file.type.startsWith("image/");
const isMedia = (file) => isPicture(file) || file.type.startsWith("audio/");

/** Sets the files of a file field, as if somebody had chosen them. */
function setFiles(field, files) {
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  field.files = list.files;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Adds files to a file field, or replaces its file if it takes only one. */
export function addFiles(field, files) {
  setFiles(field, field.multiple ? [...field.files, ...files] : files.slice(0, 1));
}

// MARK: Chosen files

/** Shows the chosen files of a field below it, each with a button that takes it back. */
function list(field) {
  const lines = document.createElement("ul");
  lines.className = "chosen";
  field.closest("label").after(lines);
  const update = () => {
    const files = [...field.files];
    lines.replaceChildren(...files.map((file, place) => line(file, () => {
      setFiles(field, files.filter((_, other) => other !== place));
      field.focus();
    })));
  };
  field.addEventListener("input", update);
}

function line(file, remove) {
  const item = document.createElement("li");
  if (isPicture(file) && file.size < 8e6) {
    const picture = document.createElement("img");
    picture.alt = "";
    const reader = new FileReader();
    reader.addEventListener("load", () => (picture.src = reader.result));
    reader.readAsDataURL(file);
    item.append(picture);
  }
  const name = document.createElement("span");
  name.textContent = file.name;
  name.dir = "auto";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = "×";
  button.setAttribute("aria-label", `Leave out ${file.name}`);
  button.addEventListener("click", remove);
  item.append(name, button);
  return item;
}

for (const field of document.querySelectorAll("input[data-files]")) list(field);

// Reads the text in the files of a capture that was just added, if that was asked for.
document.addEventListener("cairn:sent", ({ detail: { data } }) => {
  const hasFile = data.getAll("file").some((file) => file.size > 0);
  if (!hasFile || !document.getElementById("reads")?.checked) return;
  const button = document.querySelector("#saved .reading form button");
  button?.scrollIntoView({ block: "center" });
  button?.click();
});

/** Returns a duration in seconds as `0:07`. */
export function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

// While a program reads the files, shows for how long it has been reading.
const timers = new WeakMap();
document.addEventListener("cairn:busy", ({ target: form, detail: isBusy }) => {
  const line = form.querySelector("[data-elapsed]");
  if (!line) return;
  clearInterval(timers.get(form));
  const began = Date.now();
  const update = () => {
    // The page may have replaced the form.
    if (!line.isConnected) clearInterval(timers.get(form));
    line.textContent = isBusy ? `Reading … ${clock((Date.now() - began) / 1000)}` : "";
  };
  update();
  if (isBusy) timers.set(form, setInterval(update, 1000));
});

// MARK: Dropping and pasting

/** Takes dropped or pasted files, and returns whether the page has a place for them. */
function take(files, place = null) {
  const text = document.querySelector("textarea[data-embed]");
  const chosen = document.querySelector("input[data-files]");
  const form = document.querySelector("form[data-drop]");
  const media = [...files].filter(isMedia);
  const pictures = media.filter(isPicture);
  if (text && pictures.length) embed(text, pictures, place);
  else if (chosen && media.length) {
    addFiles(chosen, media);
    chosen.closest("details").open = true;
  } else if (form && pictures.length) {
    addFiles(form.elements.file, pictures);
    form.requestSubmit(form.querySelector("button"));
  } else return false;
  return true;
}

addEventListener("dragover", (event) => {
  if ([...event.dataTransfer.items].some((item) => item.kind === "file")) event.preventDefault();
});
addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  const place = document.caretPositionFromPoint?.(event.clientX, event.clientY);
  take(event.dataTransfer.files, place?.offsetNode === event.target ? place.offset : null);
});
addEventListener("paste", (event) => {
  // Programs also put a picture of a copied text on the clipboard.
  const isText = event.clipboardData.types.includes("text/plain");
  if (isText && event.target.matches("input, textarea")) return;
  if (take(event.clipboardData.files)) event.preventDefault();
});

// MARK: Pictures in a text

/** The texts that show the stored pictures, keyed by the operations that stored them. */
const embeds = new Map();

/** Stores pictures, and shows them in a text at the caret or at a place. */
async function embed(field, pictures, place) {
  const note = field.form.querySelector("[data-kept]");
  const failure = field.form.querySelector(".failure");
  failure.textContent = "";
  let [start, end] = place === null ? [field.selectionStart, field.selectionEnd] : [place, place];
  for (const picture of pictures) {
    const before = field.value;
    note.textContent = `Adding ${picture.name} …`;
    try {
      const data = new FormData();
      data.append("file", picture, picture.name);
      const answer = await fetch(field.dataset.embed, { method: "POST", body: data });
      const result = await answer.json();
      if (!answer.ok) throw new Error(result.error.message);
      // Somebody who went on typing gets the picture where the caret is now.
      if (field.value !== before) [start, end] = [field.selectionStart, field.selectionEnd];
      replace(field, start, end, result.embed);
      start = end = field.selectionEnd;
      if (result.operation) await offerUndo(result);
    } catch (error) {
      failure.textContent = error instanceof TypeError ? "Network connection failed" : error.message;
      return;
    } finally {
      note.textContent = "";
    }
  }
}

/** Replaces a part of a text so that the browser's own undo takes it back. */
function replace(field, start, end, text) {
  field.focus();
  field.setSelectionRange(start, end);
  const isDone = document.execCommand(text ? "insertText" : "delete", false, text);
  if (isDone) return;
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Shows a button that takes a stored picture back. */
async function offerUndo({ operation, embed: text }) {
  embeds.set(operation, text);
  const address = new URL(location);
  address.searchParams.set("done", operation);
  const { page } = await load(address);
  const said = page.querySelector("#notice .said");
  if (said) said.textContent = "Picture added.";
  show(page, { isOwn: true, only: "#notice" });
  fade(document.getElementById("notice"));
}

document.addEventListener("cairn:sent", ({ detail: { data } }) => {
  const text = embeds.get(data.get("operation"));
  const field = document.querySelector("textarea[data-embed]");
  const start = text ? field.value.indexOf(text) : -1;
  if (start >= 0) replace(field, start, start + text.length, "");
});
