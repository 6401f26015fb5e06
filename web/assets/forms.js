// Sends forms without leaving the page. A text is forgotten only when the server has confirmed it.
import { fade, load, say, show } from "./page.js";

const messages = {
  network: "Network connection failed",
  login: "Please log in again",
};

// MARK: Keeping text

const name = (form) => `cairn:${form.dataset.keep}:${location.pathname}`;
const texts = (form) =>
  [...form.elements].filter((one) => one.name && one.matches("textarea, input:not([type]), select"));

function keep(form) {
  const values = {};
  for (const field of texts(form)) {
    if (field.value !== initial(field)) values[field.name] = field.value;
  }
  const version = form.elements.version?.value;
  const { key } = form.dataset;
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(name(form));
    else localStorage.setItem(name(form), JSON.stringify({ values, version, key }));
  } catch {
    // Without storage, the text is only on the page.
  }
}

function initial(field) {
  if (field.matches("select")) {
    return ([...field.options].find((one) => one.defaultSelected) ?? field.options[0])?.value ?? "";
  }
  return field.defaultValue;
}

function restore(form) {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(name(form)) ?? "null");
  } catch {
    return;
  }
  if (!kept) return;
  let isRestored = false;
  for (const field of texts(form)) {
    const value = kept.values?.[field.name];
    if (typeof value !== "string" || value === field.value) continue;
    // The text with which the page begins, such as that of another site, is kept as well.
    const isMissing = field.matches("[data-most]") && !value.includes(field.value);
    field.value = isMissing ? `${value}\n\n${field.value}` : value;
    isRestored = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (!isRestored) return;
  if (kept.key) form.dataset.key = kept.key;
  if (kept.version && form.elements.version) form.elements.version.value = kept.version;
  say("Your unsaved text is still here.");
}

function forget(form) {
  delete form.dataset.key;
  try {
    localStorage.removeItem(name(form));
  } catch {
    // There is nothing to forget.
  }
}

for (const form of document.querySelectorAll("form[data-keep]")) restore(form);
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (!form?.dataset.keep) return;
  // Another text is another request.
  delete form.dataset.key;
  // A draft with the earlier text stays. Other fields, such as a refused picture, do not matter.
  if (event.target.name === "text") delete form.dataset.draft;
  keep(form);
});

/** Returns a key by which the server knows a request that is sent again, so that it saves the text once. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

// MARK: Sending

const busy = new WeakSet();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || new URL(form.action).pathname !== "/form") return;
  event.preventDefault();
  if (!busy.has(form)) send(form, event.submitter);
});

function setBusy(form, button, isBusy) {
  if (isBusy) busy.add(form);
  else busy.delete(form);
  button?.toggleAttribute("disabled", isBusy);
  button?.setAttribute("aria-busy", String(isBusy));
  form.dispatchEvent(new CustomEvent("cairn:busy", { bubbles: true, detail: isBusy }));
}

/** Takes the token of a new session from the server, and returns whether the forms have a new one. */
async function renew() {
  // Unlike this page, other pages may send requests to services on the web when they load.
  const { page } = await load("/settings");
  const token = page.querySelector("input[name=token]")?.value;
  const fields = [...document.querySelectorAll("input[name=token]")];
  if (!token || fields.every((field) => field.value === token)) return false;
  for (const field of fields) field.value = token;
  return true;
}

async function send(form, button, wait = 3000) {
  const data = new FormData(form, button);
  // A field without a file still has an empty one.
  const files = data.getAll("file").filter((file) => file.size > 0 || file.name);
  const hasFile = files.length > 0;
  if (!hasFile) data.delete("file");
  const text = form.querySelector("textarea")?.value;
  if (form.dataset.keep) {
    form.dataset.key ||= newKey();
    keep(form);
    data.set("key", form.dataset.key);
  }
  if (form.dataset.draft) data.set("draft", form.dataset.draft);
  fail(form, "");
  const hadFocus = document.activeElement === button;
  setBusy(form, button, true);
  let result = null;
  try {
    const body = () => (hasFile ? data : new URLSearchParams(data));
    result = await load("/form", { method: "POST", body: body() });
    // Somebody who has logged in again, such as after a restart of the server, has new tokens.
    if (result.answer.status === 403 && (await renew())) {
      data.set("token", form.elements.token.value);
      result = await load("/form", { method: "POST", body: body() });
    }
  } catch {
    fail(form, messages.network);
    if (form.dataset.keep && !hasFile) again(form, button, text, wait);
    return;
  } finally {
    setBusy(form, button, false);
    if (hadFocus && button.isConnected) button.focus();
  }
  const { answer, page } = result;
  // The draft that a failed attempt leaves is removed when the same text is saved.
  const draft = page.querySelector("input[name=draft]")?.value;
  if (answer.ok) delete form.dataset.draft;
  else if (draft) form.dataset.draft = draft;
  if (answer.ok) succeed(form, answer, page, text, data);
  else if (page.getElementById("conflict")) replaceMain(page);
  else if (page.getElementById("question")) ask(form, button, page);
  else if (answer.status === 401) fail(form, messages.login);
  else fail(form, page.getElementById("problem")?.textContent ?? `Error ${answer.status}`);
}

/** Sends a form again when the server may be there, unless its text has changed. */
function again(form, button, text, wait) {
  const isSame = () => form.isConnected && !busy.has(form) && form.querySelector("textarea")?.value === text;
  const retry = () => {
    clearTimeout(timer);
    removeEventListener("online", retry);
    if (isSame()) send(form, button, Math.min(wait * 2, 30000));
  };
  const timer = setTimeout(retry, wait);
  addEventListener("online", retry);
}

function succeed(form, answer, page, text, data) {
  if (form.dataset.keep) forget(form);
  const next = new URL(answer.url);
  document.body.dataset.done = next.searchParams.get("done") ?? "";
  document.body.dataset.saved = next.searchParams.get("saved") ?? "";
  if (next.pathname !== location.pathname || document.getElementById("conflict")) {
    location.assign(next);
    return;
  }
  if (form.hasAttribute("data-clear") || form.matches(".compose")) {
    for (const field of texts(form)) {
      if (field.matches("textarea") ? field.value === text : field.type !== "select-one") field.value = "";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (form.hasAttribute("data-clear")) {
      for (const field of form.querySelectorAll("input[type=file]")) {
        field.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      history.replaceState(null, "", location.pathname);
    }
  } else {
    form.reset();
  }
  if (form.closest("details")) form.closest("details").open = false;
  show(page, { isOwn: true });
  show(page, { isOwn: true, only: "#notice, #remarks" });
  fade(document.getElementById("notice"));
  if (!document.body.dataset.done && form.dataset.unchanged) say(form.dataset.unchanged);
  document.dispatchEvent(new CustomEvent("cairn:sent", { detail: { form, data } }));
}

/** Shows the question that the server asks about a form, with a button that answers yes. */
function ask(form, button, page) {
  const question = page.getElementById("question");
  fail(form, page.getElementById("problem").textContent);
  const yes = document.createElement("button");
  yes.type = "button";
  yes.className = "quiet";
  yes.textContent = question.querySelector("button.main").textContent;
  yes.addEventListener("click", async () => {
    const field = form.elements[question.dataset.without];
    field.disabled = true;
    await send(form, button);
    field.disabled = false;
  });
  form.querySelector(".failure").append(" ", yes);
}

function replaceMain(page) {
  document.getElementById("main").replaceChildren(
    ...[...page.getElementById("main").childNodes].map((one) => document.importNode(one, true)));
  document.getElementById("body")?.focus();
}

function fail(form, message) {
  const line = form.querySelector(".failure");
  if (line) line.textContent = message;
  else if (message) say(message, true);
}

if (document.querySelector("#notice .notice")) {
  fade(document.getElementById("notice"));
  const address = new URL(location);
  document.body.dataset.done = address.searchParams.get("done") ?? "";
  address.searchParams.delete("done");
  history.replaceState(null, "", address);
}
