// Keeps the regions marked data-live up to date: fetches the same page again and swaps the region's content.
// A region with data-events also listens to that event stream, so news shows at once; the timer is then only
// the safety net. A region with data-keep stays as it is while that value stays: a form half filled in is left
// alone. A region with data-awake asks on while nobody looks at the page: somebody waits there for a table.
// Without JavaScript the page reloads itself by its meta tag. Nothing here decides anything.
(() => {
  "use strict";
  const all = () => [...document.querySelectorAll("[data-live]")];
  const regions = all();
  if (!regions.length) return;
  const every = Math.max(2, Number(regions[0].dataset.live) || 5) * 1000;
  const stream = regions.map((region) => region.dataset.events).find(Boolean);
  const drawn = new Map(regions.map((region) => [region.id, region.innerHTML]));
  let busy = false, again = false, timer = 0, source = null, taken = 0;

  // Which event of the game a page stands at; copies may arrive out of order.
  const seqOf = (root) => Number(root.querySelector("[data-seq]")?.dataset.seq ?? 0);

  // Bring the page up to a fresh copy of it. `forced`: also what is kept, for a form that was refused.
  const take = (fresh, forced = false) => {
    if (seqOf(fresh) < seqOf(document)) return;
    taken += 1;
    for (const region of all()) {
      const next = fresh.getElementById(region.id);
      if (!next) continue;
      const kept = region.dataset.keep && region.dataset.keep === next.dataset.keep;
      if ((kept && !forced) || drawn.get(region.id) === next.innerHTML) continue;
      const inside = region.contains(document.activeElement);
      const focused = inside ? document.activeElement.getAttribute("href") : null;
      drawn.set(region.id, next.innerHTML);
      region.innerHTML = next.innerHTML;
      if (next.dataset.seq) region.dataset.seq = next.dataset.seq;
      if (next.dataset.keep !== undefined) region.dataset.keep = next.dataset.keep;
      if (focused) region.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
      else if (inside || forced) region.querySelector("[data-focus]")?.focus({ preventScroll: true });
      region.dispatchEvent(new CustomEvent("kaiten:drawn", { bubbles: true }));
    }
    document.title = fresh.title;
  };

  // A page that has other regions than this one, such as a game that has begun or ended, is loaded anew.
  const differs = (fresh) => {
    const ids = (root) => [...root.querySelectorAll("[data-live]")].map((region) => region.id).join();
    return fresh.querySelector("[data-live], [data-over]") && ids(fresh) !== ids(document);
  };

  const refresh = async () => {
    if (busy) { again = true; return; }
    busy = true;
    clearTimeout(timer);
    const before = taken;
    try {
      const answer = await fetch(location.href, { headers: { "X-Live": "1" } });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        // An answer to a form came in between and is newer than this.
        if (before === taken) {
          if (document.querySelector("[data-reloads]") && differs(fresh)) { source?.close(); location.reload(); return; }
          take(fresh);
        }
        if (fresh.querySelector("[data-over]")) { source?.close(); busy = false; return; }
      }
    } catch { /* The server is away; the timer tries again. */ }
    busy = false;
    if (again) { again = false; timer = setTimeout(refresh, 250); return; }
    timer = setTimeout(refresh, every);
  };

  if (stream && window.EventSource) {
    source = new EventSource(stream);
    for (const kind of ["message", "revealed", "picked", "game_opened", "round_dealt", "round_scored", "game_ended",
      "question_asked", "action_done", "card_played", "layout_taken", "layout_laid"]) {
      source.addEventListener(kind, () => { clearTimeout(timer); timer = setTimeout(refresh, 120); });
    }
    addEventListener("pagehide", () => source.close());
  }
  document.addEventListener("kaiten:answered", (event) => {
    const { fresh, refused } = event.detail;
    if (differs(fresh)) { source?.close(); location.reload(); } else take(fresh, refused);
  });
  const awake = regions.some((region) => "awake" in region.dataset);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); else if (!awake) clearTimeout(timer); });
  timer = setTimeout(refresh, every);
})();
