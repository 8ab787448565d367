// What htmx leaves to do on a page that stays up to date: no timer for who does not look, the focus stays where it
// was. At one's own seat: the clock counts down by the server's time, digits choose a card and Enter confirms, and an
// answer that did not reach the server says so. The page is whole without this file. Nothing here decides anything.
(() => {
  "use strict";
  // Asleep in a hidden tab, but for the game's own events, and for a page that somebody must keep open.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { requestConfig } = event.detail;
    const news = requestConfig.triggeringEvent?.type.startsWith("sse:");
    if (document.hidden && requestConfig.verb === "get" && !news && !("awake" in event.target.dataset)) event.preventDefault();
  });

  // What had the focus in a region has it again when that was drawn anew: the same link, the region's heading, or the
  // same button.
  let held = null;
  const twin = (region, node) => {
    const same = (tag, name, value) => value && region.querySelector(`${tag}[${name}="${CSS.escape(value)}"]`);
    const form = same("form", "action", node.form?.getAttribute("action"));
    return same("a", "href", node.getAttribute("href")) || region.querySelector("[data-focus]") || form?.querySelector(node.localName);
  };
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    held = detail.target.contains(document.activeElement) ? document.activeElement : null;
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (held && !held.isConnected) twin(detail.target, held)?.focus({ preventScroll: true });
    held = null;
  });

  const region = document.getElementById("live-hand");
  if (!region) return;
  const question = () => region.querySelector("form.question");
  // The server's time was written when the page came; what passed until now must not look like time left.
  const came = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
  const ahead = Date.parse(region.dataset.now) - came;
  const HURRY_SECONDS = 10;

  const span = (seconds) => {
    const left = Math.max(0, Math.ceil(seconds));
    if (left >= 7200) return `${Math.round(left / 3600)} h`;
    return left >= 60 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : `${left} s`;
  };
  const tick = () => {
    const clock = region.querySelector("[data-until]");
    if (!clock) return;
    const now = Date.now() + ahead;
    const until = Date.parse(clock.dataset.until), bankFrom = Date.parse(clock.dataset.bankFrom ?? "");
    const shown = clock.querySelector("b"), words = clock.querySelector(".soft");
    const inBank = bankFrom && now >= bankFrom;
    shown.textContent = span(((bankFrom && !inBank ? bankFrom : until) - now) / 1000);
    words.textContent = inBank ? "left in your bank" : "left to answer";
    clock.querySelector("[data-bank]")?.toggleAttribute("hidden", Boolean(inBank));
    const hurry = until - now < HURRY_SECONDS * 1000;
    if (hurry && !clock.classList.contains("hurry")) {
      clock.classList.add("hurry");
      region.querySelector("[data-hurry]").textContent = `${Math.max(1, Math.ceil((until - now) / 1000))} seconds left to answer.`;
    }
  };
  setInterval(tick, 250);

  // A card chosen in one row cannot be chosen in another.
  const exclude = () => {
    const rows = [...region.querySelectorAll("form.question :is(.c0, .c1, .c2)")];
    if (rows.length < 2) return;
    for (const input of rows.flatMap((row) => [...row.querySelectorAll("input")])) {
      const elsewhere = rows.filter((row) => !row.contains(input));
      input.disabled = input.value !== "" && elsewhere.some((row) => row.querySelector(":checked")?.value === input.value);
    }
  };
  const drawn = () => { question()?.classList.add("keyed"); exclude(); tick(); };
  region.addEventListener("change", exclude);
  document.addEventListener("htmx:oobAfterSwap", drawn);

  document.addEventListener("keydown", (event) => {
    const form = question();
    if (!form || document.getElementById("keys")?.open || event.altKey || event.ctrlKey || event.metaKey || !/^[0-9]$/.test(event.key)) return;
    const typing = event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea");
    if (typing) return;
    const row = event.target.closest("fieldset") ?? form.querySelector("fieldset");
    const inputs = [...row.querySelectorAll("input")].filter((input) => input.value !== "");
    const input = inputs[event.key === "0" ? 9 : Number(event.key) - 1];
    if (!input || input.disabled) return;
    input.focus();
    input.click();
    event.preventDefault();
  });
  // Enter on a checkbox confirms, as it does on a radio. A button that waits for its answer does nothing.
  region.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input[type=checkbox], [data-focus]")) {
      event.preventDefault();
      question()?.querySelector("[type=submit]").click();
    }
  });

  // The button is off while its answer is on its way, and the focus with it.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const { verb, elt: form } = detail.requestConfig;
    if (verb !== "post") return;
    form.querySelector(".failed")?.remove();
    const lost = detail.failed || !detail.xhr.status;
    if (lost) {
      const said = document.createElement("span");
      said.className = "failed";
      said.setAttribute("role", "alert");
      said.textContent = "The server did not take it. Your choice is still here: send it again.";
      form.querySelector(".confirm").prepend(said); // beside the button, which stays in sight
    }
    if (document.activeElement === document.body || form.contains(document.activeElement)) {
      region.querySelector(lost ? "form.question [type=submit]" : "[data-focus]")?.focus({ preventScroll: true });
    }
  });
  drawn();
})();
