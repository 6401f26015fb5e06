/* A site made by Cairn. Applies the color scheme that the reader chose, before anything is shown. */
(() => {
  "use strict";
  const page = document.documentElement;
  const usual = page.dataset.scheme;
  const names = {auto: "automatic", light: "light", dark: "dark"};
  const key = "cairn-scheme";

  const known = () => {
    try { return localStorage.getItem(key); } catch { return null; }
  };
  const remember = (scheme) => {
    try { localStorage.setItem(key, scheme); } catch { /* Not remembered. */ }
  };
  const apply = () => {
    const scheme = known();
    page.dataset.scheme = Object.hasOwn(names, scheme ?? "") ? scheme : usual;
  };

  apply();
  if (window.top !== window) page.dataset.framed = "";
  window.addEventListener("storage", apply);
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "scheme";
    const label = () => {
      button.ariaLabel = button.title = `Colors: ${names[page.dataset.scheme]}`;
    };
    button.addEventListener("click", () => {
      const all = Object.keys(names);
      page.dataset.scheme = all[(all.indexOf(page.dataset.scheme) + 1) % all.length];
      remember(page.dataset.scheme);
      label();
    });
    label();
    document.querySelector(".top")?.append(button);
  });
})();
