// The list of a page's keys: "?" or its button opens it, "?" again, Escape or its own button closes it.
(() => {
  "use strict";
  const help = document.getElementById("keys");
  if (!help) return;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    if (help.open) help.close(); else help.showModal();
    event.preventDefault();
  });
  // Caught here and not at the button, which is drawn anew when a page brings itself up to date.
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-opens=keys]")) help.showModal();
  });
  help.querySelector("button").addEventListener("click", () => help.close());
})();
