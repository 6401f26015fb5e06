// Searches while somebody types. Typing never waits for an answer, and an old answer is dropped.
import { load, show } from "./page.js";
import { suggest } from "./popup.js";

const form = document.querySelector("form[data-search]");
if (form) {
  const field = form.elements.query;
  let shown = field.value;
  let latest = 0;
  let turn = 0;
  // The requests without an answer. A slow server works on only a few of them at a time.
  const running = [];
  const most = 3;

  /** Searches at once. Drops an answer that arrives after the answer to a newer text. */
  const search = async () => {
    if (field.value === shown) return;
    shown = field.value;
    const mine = (turn += 1);
    const address = new URL(location);
    address.searchParams.delete("cursor");
    address.searchParams.delete("done");
    if (shown.trim()) address.searchParams.set("query", shown);
    else address.searchParams.delete("query");
    document.getElementById("results").setAttribute("aria-busy", "true");
    const request = new AbortController();
    running.push(request);
    if (running.length > most) running.shift().abort();
    try {
      const { page } = await load(address, { signal: request.signal });
      if (mine < latest) return;
      latest = mine;
      if (mine === turn) document.getElementById("results").removeAttribute("aria-busy");
      history.replaceState(null, "", address);
      show(page, { isOwn: true });
    } catch {
      if (mine < turn) return;
      shown = null;
      const line = document.createElement("p");
      line.className = "failure";
      line.setAttribute("role", "alert");
      line.textContent = "Network connection failed";
      const results = document.getElementById("results");
      results.setAttribute("aria-busy", "false");
      results.replaceChildren(line);
    } finally {
      if (running.includes(request)) running.splice(running.indexOf(request), 1);
    }
  };

  field.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });

  suggest(field, async (text, caret) => {
    const start = text.slice(0, caret);
    if (!/\S$/.test(start)) return null;
    const answer = await fetch(`/complete?query=${encodeURIComponent(start)}`);
    if (!answer.ok) return null;
    const { suggestions } = await answer.json();
    return {
      start: 0,
      end: caret,
      items: suggestions.filter((one) => one.text !== start).slice(0, 8),
    };
  });
}
