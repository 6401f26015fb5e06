/* A site made by Cairn. Shows the page that a link leads to when the pointer rests on the link. */
(() => {
  "use strict";
  if (window.top !== window) {
    // This page is in a preview. The page around it shows it once it is here.
    for (const link of document.links) link.target = "_top";
    window.parent.postMessage("cairn-preview", "*");
    return;
  }
  if (!window.matchMedia("(hover: hover) and (min-width: 48rem)").matches) return;
  let waiting = 0;
  let shown = null;

  const close = () => {
    clearTimeout(waiting);
    shown?.remove();
    shown = null;
  };

  const show = (link) => {
    close();
    const frame = document.createElement("iframe");
    frame.title = `Preview of ${link.textContent}`;
    frame.src = link.href;
    const box = document.createElement("div");
    box.className = "preview";
    box.hidden = true;
    box.append(frame);
    const place = link.getBoundingClientRect();
    const isBelow = place.bottom < window.innerHeight * 0.6;
    const left = Math.max(8, Math.min(place.left, document.documentElement.clientWidth - 440));
    box.style.left = `${left + window.scrollX}px`;
    box.style.top = `${window.scrollY + (isBelow ? place.bottom + 6 : place.top - 6)}px`;
    if (!isBelow) box.style.transform = "translateY(-100%)";
    box.addEventListener("mouseenter", () => clearTimeout(waiting));
    box.addEventListener("mouseleave", close);
    shown = box;
    document.body.append(box);
  };

  window.addEventListener("message", (event) => {
    const isOurs = shown && event.source === shown.querySelector("iframe").contentWindow;
    if (isOurs && event.data === "cairn-preview") shown.hidden = false;
  });
  const target = (event) => {
    const link = event.target.closest?.("main a[href], .menu a[href]");
    if (!link || link.closest(".preview") || link.protocol !== location.protocol) return null;
    const isHere = link.pathname === location.pathname;
    return link.host === location.host && link.pathname.endsWith(".html") && !isHere ? link : null;
  };
  document.addEventListener("mouseover", (event) => {
    const link = target(event);
    if (!link) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => show(link), 350);
  });
  document.addEventListener("mouseout", (event) => {
    if (!target(event)) return;
    clearTimeout(waiting);
    waiting = setTimeout(close, 250);
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
})();
