/* A site made by Cairn. Searches the pages for words that begin with the given text. The words are in
   files in the folder `search`, which are loaded when needed, even if the site is opened from disk. */
(() => {
  "use strict";
  const place = document.querySelector(".search");
  if (!place) return;
  const root = place.dataset.root;
  const most = 30;
  const waiting = new Map();
  const blocks = new Map();
  const shards = new Map();
  let about = null;

  // Called by the files of words and pages when they load.
  window.cairnSearch = {
    about(value) { about = value; },
    words(key, list) { shards.set(key, list); },
    block(number, list) { blocks.set(number, list); },
  };

  const load = (name) => {
    if (!waiting.has(name)) {
      waiting.set(name, new Promise((done) => {
        const script = document.createElement("script");
        script.src = `${root}site/search/${name}.js`;
        script.onload = script.onerror = () => done();
        document.head.append(script);
      }));
    }
    return waiting.get(name);
  };

  const letters = {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ı": "i", "ς": "σ"};
  const fold = (text) => text.normalize("NFKD").toLowerCase()
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, "")
    .replace(/[ßøłđħŧæœıς]/g, (letter) => letters[letter]).normalize("NFC");
  const alone = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Yi}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{So}\\p{Sc}";
  const pieces = new RegExp(`[${alone}]\\p{M}*|(?:(?![${alone}])[\\p{L}\\p{M}\\p{N}])+`, "gu");

  // Returns whether a word comes before another in Unicode scalar order.
  const precedes = (one, other) => {
    const [left, right] = [[...one], [...other]];
    const at = left.findIndex((letter, index) => letter !== right[index]);
    if (at < 0) return left.length < right.length;
    return at < right.length && left[at].codePointAt(0) < right[at].codePointAt(0);
  };

  // Returns the numbers of the pages that contain a word with this beginning, each with a weight.
  const pagesWith = async (start) => {
    const keys = [...about.starts.keys()].filter((key) => {
      const [first, next] = [about.starts[key], about.starts[key + 1]];
      return (first.startsWith(start) || precedes(first, start))
        && (next === undefined || precedes(start, next));
    });
    await Promise.all(keys.map((key) => load(`words-${key}`)));
    const found = new Map();
    for (const key of keys) {
      const list = shards.get(key) ?? [];
      for (let at = 0; at < list.length; at += 2) {
        if (!list[at].startsWith(start)) continue;
        const exact = list[at] === start ? 2 : 1;
        let page = 0;
        for (const part of list[at + 1].split(" ")) {
          const inTitle = part.endsWith("!");
          page += parseInt(part, 36);
          const weight = exact * (inTitle ? 10 : 1);
          found.set(page, Math.max(found.get(page) ?? 0, weight));
        }
      }
    }
    return found;
  };

  const search = async (text) => {
    if (!about) await load("index");
    if (!about) return null;
    const words = [...new Set(fold(text).match(pieces) ?? [])];
    if (words.length === 0) return [];
    const all = await Promise.all(words.map(pagesWith));
    const [first, ...rest] = all.sort((one, other) => one.size - other.size);
    const found = [];
    for (const [page, weight] of first) {
      if (rest.every((other) => other.has(page))) {
        found.push([page, rest.reduce((sum, other) => sum + other.get(page), weight)]);
      }
    }
    found.sort((one, other) => other[1] - one[1] || one[0] - other[0]);
    const shown = found.slice(0, most).map(([page]) => page);
    await Promise.all([...new Set(shown.map((page) => Math.floor(page / about.block)))]
      .map((number) => load(`pages-${number}`)));
    const pages = shown.map((page) => blocks.get(Math.floor(page / about.block))?.[page % about.block]);
    return Object.assign(pages.filter(Boolean), {total: found.length});
  };

  // The search form, which exists only if this script runs.
  const make = (name, values, ...children) => {
    const element = Object.assign(document.createElement(name), values);
    element.append(...children);
    return element;
  };
  const field = make("input", {type: "search", id: "search", autocomplete: "off", placeholder: "Search"});
  const label = make("label", {htmlFor: "search", className: "hidden", textContent: "Search"});
  const form = make("form", {role: "search"}, label, field);
  const status = make("p", {className: "status", role: "status"});
  const list = make("ol", {className: "found"});
  const results = make("div", {className: "results", hidden: true}, status, list);
  place.append(form, results);

  const show = (pages) => {
    list.replaceChildren(...(pages ?? []).map(([title, address, around, day]) => {
      const link = make("a", {href: root + address, dir: "auto", textContent: title});
      return make("li", {}, link, make("span", {className: "about", textContent: [around, day].filter(Boolean).join(" · ")}));
    }));
    const total = pages?.total ?? 0;
    status.textContent = !pages ? "The search index could not be loaded."
      : total === 0 ? "No results"
        : total > pages.length ? `${total} results; showing the first ${pages.length}`
          : total === 1 ? "1 result" : `${total} results`;
    results.hidden = false;
  };

  let last = 0;
  const update = async () => {
    const turn = ++last;
    if (field.value.trim() === "") {
      results.hidden = true;
      return;
    }
    const pages = await search(field.value);
    if (turn === last) show(pages);
  };
  field.addEventListener("input", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.focus();
  });
  place.addEventListener("keydown", (event) => {
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    if (event.key === "Escape") {
      field.value = "";
      field.focus();
      update();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      stops[Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), stops.length - 1)].focus();
    }
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = /^(input|textarea|select)$/i.test(event.target.tagName);
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
})();
