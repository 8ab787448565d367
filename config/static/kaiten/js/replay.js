// Keys of the replay page. Every key follows a link that stands on the page, so the page is whole without this file.
(() => {
  "use strict";
  const follow = (selector) => {
    const link = document.querySelector(selector);
    if (link?.href) location.assign(link.href);
    return Boolean(link);
  };
  const keys = {
    ArrowLeft: "[data-key=previous]", ArrowRight: "[data-key=next]",
    ArrowUp: "[data-key=seat-up]", ArrowDown: "[data-key=seat-down]",
    Home: "[data-key=first]", End: "[data-key=last]",
    PageUp: "[data-key=round-up]", PageDown: "[data-key=round-down]",
  };
  const help = document.getElementById("keys");
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    if (help?.open) return;
    if (/^[0-9]$/.test(event.key)) {
      follow(`[data-seat="${event.key}"]`);
    } else if (event.key === "o" || event.key === "s") {
      follow(`[data-seat="${event.key === "o" ? "open" : "spectator"}"]`);
    } else if (event.key in keys && follow(keys[event.key])) {
      event.preventDefault();
    }
  });
})();
