// A list of suggestions below a text field, for mouse and keyboard.

let count = 0;

/**
 * Shows suggestions while somebody types in a field.
 *
 * `find(text, caret)` returns `{ start, end, items: [{ text, summary }] }` or null; an item replaces
 * the text from `start` to `end`.
 */
export function suggest(field, find) {
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = `suggestions-${(count += 1)}`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  list.hidden = true;
  field.after(list);
  if (field.matches("input")) field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  if (field.matches("input")) field.setAttribute("aria-expanded", "false");
  let found = null;
  let chosen = -1;
  let turn = 0;

  const close = () => {
    list.hidden = true;
    found = null;
    chosen = -1;
    turn += 1;
    field.removeAttribute("aria-activedescendant");
    if (field.matches("input")) field.setAttribute("aria-expanded", "false");
  };

  const choose = (index) => {
    chosen = index;
    [...list.children].forEach((one, place) => {
      one.setAttribute("aria-selected", String(place === index));
      if (place === index) one.scrollIntoView({ block: "nearest" });
    });
    if (index < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `${list.id}-${index}`);
  };

  const take = (index) => {
    const { start, end, items } = found;
    field.setRangeText(items[index].text, start, end, "end");
    close();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  };

  field.addEventListener("input", async () => {
    const mine = (turn += 1);
    const result = await find(field.value, field.selectionStart ?? 0).catch(() => null);
    if (mine !== turn) return;
    if (!result?.items.length || document.activeElement !== field) return close();
    found = result;
    list.replaceChildren(
      ...result.items.map((item, index) => {
        const line = document.createElement("li");
        line.id = `${list.id}-${index}`;
        line.setAttribute("role", "option");
        line.setAttribute("aria-selected", "false");
        const text = document.createElement("span");
        text.textContent = item.shown ?? item.text;
        const summary = document.createElement("small");
        summary.textContent = item.summary ?? "";
        line.append(text, summary);
        line.addEventListener("mousedown", (event) => {
          event.preventDefault();
          take(index);
        });
        return line;
      }));
    list.hidden = false;
    if (field.matches("input")) field.setAttribute("aria-expanded", "true");
    choose(-1);
  });

  field.addEventListener("keydown", (event) => {
    if (list.hidden || !found) return;
    const last = found.items.length - 1;
    if (event.key === "ArrowDown") choose(chosen >= last ? 0 : chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen <= 0 ? last : chosen - 1);
    else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) take(chosen);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  field.addEventListener("blur", close);
}
