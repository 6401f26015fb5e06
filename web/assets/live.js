// Shows changes that other programs make, while the page is visible.
import { load, say, show } from "./page.js";

let source = null;
let timer = 0;
let isLost = false;

async function refresh() {
  // A page without such a part shows nothing new, and loading it may ask services on the web again.
  if (!document.querySelector("[data-live], form.edit")) return;
  try {
    const address = new URL(location);
    for (const name of ["done", "saved"]) {
      if (document.body.dataset[name]) address.searchParams.set(name, document.body.dataset[name]);
    }
    const { answer, page } = await load(address);
    if (!answer.ok) return;
    show(page);
    warn(page);
  } catch {
    // The next event, or the next connection, tries again.
  }
}

/** Says on a form that the capture which it changes has changed meanwhile. */
function warn(page) {
  const line = document.querySelector("form.edit [data-kept]");
  const newer = page.querySelector("form.edit input[name=version]")?.value;
  if (!line || !newer) return;
  const isSame = newer === document.querySelector("form.edit input[name=version]").value;
  line.textContent = isSame ? "" : "This capture has changed in the meantime. When you save, Cairn keeps both changes if possible.";
}

function connect() {
  if (source || document.hidden) return;
  source = new EventSource("/api/v1/events");
  source.addEventListener("capture", () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, 150);
  });
  source.addEventListener("open", () => {
    if (isLost) say("Connected again");
    isLost = false;
    // Something may have changed since the page was loaded.
    refresh();
  });
  source.addEventListener("error", async () => {
    if (!isLost) say("Network connection failed", true);
    isLost = true;
    if (source?.readyState !== EventSource.CLOSED) return;
    // The server answers, but does not know this browser, for example after a restart.
    source = null;
    // Unlike this page, other pages may send requests to services on the web when they load.
    const { answer } = await load("/settings").catch(() => ({}));
    if (answer?.status === 401) say("Please log in again", true);
  });
}

function disconnect() {
  source?.close();
  source = null;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return disconnect();
  connect();
});
addEventListener("focus", connect);
addEventListener("pagehide", disconnect);
addEventListener("pageshow", connect);
connect();
