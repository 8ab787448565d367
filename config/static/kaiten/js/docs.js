// The API's page is dark when the reader's other pages are: the viewer asks for a class on the root.
(() => {
  "use strict";
  const night = matchMedia("(prefers-color-scheme: dark)");
  const dress = () => document.documentElement.classList.toggle("dark-mode", night.matches);
  night.addEventListener("change", dress);
  dress();
})();
