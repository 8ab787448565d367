// At one's own seat: the clock counts down by the server's time, digits choose a card and Enter confirms, and an
// answer is sent without leaving the page. The form is whole without this file. Nothing here decides anything.
(() => {
  "use strict";
  const region = document.getElementById("live-hand");
  if (!region) return;
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
    const hurry = until - now < HURRY_SECONDS * 1000;
    if (hurry && !clock.classList.contains("hurry")) {
      clock.classList.add("hurry");
      region.querySelector("[data-hurry]").textContent = `${HURRY_SECONDS} seconds left to answer.`;
    }
  };
  setInterval(tick, 250);

  // A card chosen in one row cannot be chosen in another.
  const exclude = () => {
    const form = region.querySelector("form.question");
    if (!form) return;
    const rows = [...form.querySelectorAll(".c0, .c1, .c2")];
    if (rows.length < 2) return;
    for (const input of form.querySelectorAll(":is(.c0, .c1, .c2) input")) {
      const elsewhere = rows.filter((row) => !row.contains(input));
      input.disabled = input.value !== "" && elsewhere.some((row) => row.querySelector(":checked")?.value === input.value);
    }
  };
  const drawn = () => { region.querySelector("form.question")?.classList.add("keyed"); exclude(); tick(); };
  region.addEventListener("change", exclude);
  region.addEventListener("kaiten:drawn", drawn);

  document.addEventListener("keydown", (event) => {
    const form = region.querySelector("form.question");
    if (!form || event.altKey || event.ctrlKey || event.metaKey || !/^[0-9]$/.test(event.key)) return;
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
  // Enter on a checkbox confirms, as it does on a radio.
  region.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input[type=checkbox], [data-focus]")) {
      const form = region.querySelector("form.question");
      if (form) { event.preventDefault(); form.requestSubmit(); }
    }
  });

  region.addEventListener("submit", async (event) => {
    const form = event.target;
    event.preventDefault();
    if (form.hasAttribute("aria-busy")) return;
    form.setAttribute("aria-busy", "true");
    form.querySelector(".failed")?.remove();
    try {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      const type = answer.headers.get("Content-Type") ?? "";
      if (!type.startsWith("text/html") || answer.status >= 500 || answer.status === 403) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      form.removeAttribute("aria-busy");
      if (!fresh.querySelector("#live-told")) { location.assign(answer.url); return; }
      document.dispatchEvent(new CustomEvent("kaiten:answered", { detail: { fresh, refused: !answer.ok } }));
    } catch {
      form.removeAttribute("aria-busy");
      const said = document.createElement("p");
      said.className = "failed";
      said.setAttribute("role", "alert");
      said.textContent = "The server did not take it. Your choice is still here: send it again.";
      form.append(said);
    }
  });
  drawn();
})();
