/* A site made by Cairn. Searches the pages for words that begin with the given text, or that resemble
   it if there are none. The words and the texts of the pages are in files in the folder `search`,
   which are loaded when needed, even if the site is opened from disk. */
(() => {
  "use strict";
  const place = document.querySelector(".search");
  if (!place) return;
  const root = place.closest("[data-root]").dataset.root;
  const most = 30;
  const waiting = new Map();
  const blocks = new Map();
  const shards = new Map();
  const texts = new Map();
  let about = null;

  // Called by the files of words and pages when they load.
  window.cairnSearch = {
    about(value) { about = value; },
    words(key, list) { shards.set(key, list); },
    block(number, list) { blocks.set(number, list); },
    texts(number, list) { texts.set(number, list); },
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

  // Returns the numbers of the files with the words that begin with `start`.
  const filesWith = (start) => [...about.starts.keys()].filter((key) => {
    const [first, next] = [about.starts[key], about.starts[key + 1]];
    return (first.startsWith(start) || precedes(first, start))
      && (next === undefined || precedes(start, next));
  });

  // Returns the number of letters to insert, remove, replace or swap to make one word of another,
  // or `most` + 1 if there are more.
  const distance = (one, other, most) => {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    let [before, last] = [[], [...Array(other.length + 1).keys()]];
    for (let row = 1; row <= one.length; row++) {
      const next = [row];
      for (let column = 1; column <= other.length; column++) {
        const isSame = one[row - 1] === other[column - 1];
        next[column] = Math.min(last[column] + 1, next[column - 1] + 1, last[column - 1] + !isSame);
        const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
        if (isSwapped && row > 1 && column > 1) next[column] = Math.min(next[column], before[column - 2] + 1);
      }
      if (Math.min(...next) > most) return most + 1;
      [before, last] = [last, next];
    }
    return last[other.length];
  };

  // Returns the pages with the words for which `weigh` returns a weight, each with the best weight,
  // and those words.
  const pagesIn = async (keys, weigh) => {
    await Promise.all(keys.map((key) => load(`words-${key}`)));
    const [found, spellings] = [new Map(), []];
    for (const key of keys) {
      const list = shards.get(key) ?? [];
      for (let at = 0; at < list.length; at += 2) {
        const weight = weigh(list[at]);
        if (weight === 0) continue;
        spellings.push(list[at]);
        let page = 0;
        for (const part of list[at + 1].split(" ")) {
          page += parseInt(part, 36);
          found.set(page, Math.max(found.get(page) ?? 0, weight * (part.endsWith("!") ? 10 : 1)));
        }
      }
    }
    return {found, spellings};
  };

  // Returns the pages that contain a word with this beginning. If there are none, the pages with a
  // word that resembles it: one letter may be wrong, or two in a long word. In a large site, the
  // first letter must be right.
  const pagesWith = async (start) => {
    const pages = await pagesIn(filesWith(start), (word) => word === start ? 2 : word.startsWith(start) ? 1 : 0);
    if (pages.found.size > 0 || start.length < 4) return pages;
    const most = start.length < 8 ? 1 : 2;
    const keys = about.starts.length <= 8 ? [...about.starts.keys()] : filesWith(start[0]);
    const similar = await pagesIn(keys, (word) => {
      const away = Math.min(distance(start, word, most), distance(start, word.slice(0, start.length), most));
      return away > most ? 0 : 1 / (1 + away);
    });
    return Object.assign(similar, {isSimilar: similar.found.size > 0});
  };

  const search = async (text) => {
    if (!about) await load("index");
    if (!about) return null;
    const words = [...new Set(fold(text).match(pieces) ?? [])];
    if (words.length === 0) return [];
    const all = await Promise.all(words.map(pagesWith));
    const [first, ...rest] = all.map((pages) => pages.found).sort((one, other) => one.size - other.size);
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
    const pages = shown.map((page) => [page, blocks.get(Math.floor(page / about.block))?.[page % about.block]]);
    const wanted = new Set(all.flatMap(({spellings}) => spellings));
    const isSimilar = all.some((pages) => pages.isSimilar);
    return Object.assign(pages.filter((page) => page[1]), {total: found.length, wanted, isSimilar});
  };

  // Returns the part of a text around its first wanted word, as pieces of text; every second piece
  // is a wanted word.
  const excerpt = (text, wanted) => {
    const hits = [];
    for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const parts = fold(match[0]).match(pieces) ?? [];
      if (parts.some((part) => wanted.has(part))) hits.push([match.index, match.index + match[0].length]);
      if (hits.length === 12) break;
    }
    if (hits.length === 0) return null;
    let start = Math.max(0, hits[0][0] - 60);
    if (start > 0) start = text.indexOf(" ", start) + 1 || start;
    start = Math.min(start, hits[0][0]);
    const end = Math.min(text.length, start + 180);
    const list = [start > 0 ? "… " : ""];
    let at = start;
    for (const [from, to] of hits.filter((hit) => hit[1] <= end)) {
      list[list.length - 1] += text.slice(at, from);
      list.push(text.slice(from, to), "");
      at = to;
    }
    list[list.length - 1] += text.slice(at, end) + (end < text.length ? "…" : "");
    return list;
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
    const items = (pages ?? []).map(([number, [title, address, around, day]]) => {
      const link = make("a", {href: root + address, dir: "auto", textContent: title});
      const facts = [around, day].filter(Boolean).join(" · ");
      const item = make("li", {}, link, make("span", {className: "about", textContent: facts}));
      return {number, item};
    });
    list.replaceChildren(...items.map(({item}) => item));
    const total = pages?.total ?? 0;
    const count = total === 1 ? "1 result" : `${total} results`;
    status.textContent = !pages ? "The search index could not be loaded."
      : total === 0 ? "No results"
        : (pages.isSimilar ? "No page contains this word; these pages contain similar words. " : "")
          + (total > pages.length ? `${count}; showing the first ${pages.length}` : count);
    results.hidden = false;
    return items;
  };

  // Adds an excerpt to each of the first results.
  const explain = async (items, wanted, isCurrent) => {
    for (const {number, item} of items.slice(0, about.text ? 10 : 0)) {
      const block = Math.floor(number / about.text);
      await load(`text-${block}`);
      if (!isCurrent()) return;
      const found = excerpt(texts.get(block)?.[number % about.text] ?? "", wanted);
      if (!found) continue;
      const nodes = found.map((text, place) => place % 2 ? make("mark", {textContent: text}) : text);
      item.append(make("span", {className: "excerpt", dir: "auto"}, ...nodes));
    }
  };

  let last = 0;
  const update = async () => {
    const turn = ++last;
    if (field.value.trim() === "") {
      results.hidden = true;
      return;
    }
    const pages = await search(field.value);
    if (turn !== last) return;
    const items = show(pages);
    if (items.length > 0) await explain(items, pages.wanted, () => turn === last);
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
