// Searches while somebody types. Typing never waits for an answer, and an old answer is dropped.
import { load, show } from "./page.js";
import { suggest } from "./popup.js";

const form = document.querySelector("form[data-search]");
if (form) {
  const field = form.elements.query;
  let running = null;
  let timer = 0;
  let shown = field.value;

  const search = async () => {
    clearTimeout(timer);
    if (field.value === shown) return;
    shown = field.value;
    running?.abort();
    running = new AbortController();
    const address = new URL(location);
    address.searchParams.delete("cursor");
    address.searchParams.delete("done");
    if (field.value.trim()) address.searchParams.set("query", field.value);
    else address.searchParams.delete("query");
    const results = document.getElementById("results");
    results.setAttribute("aria-busy", "true");
    try {
      const { page } = await load(address, { signal: running.signal });
      document.getElementById("results").removeAttribute("aria-busy");
      history.replaceState(null, "", address);
      show(page, { isOwn: true });
    } catch (error) {
      if (error.name === "AbortError") return;
      results.setAttribute("aria-busy", "false");
      const line = document.createElement("p");
      line.className = "failure";
      line.setAttribute("role", "alert");
      line.textContent = "Network connection failed";
      results.replaceChildren(line);
      shown = null;
    }
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 60);
  });
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
