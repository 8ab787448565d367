// Keeps the regions marked data-live up to date: fetches the same page again and swaps the region's content.
// A region with data-events also listens to that event stream, so news shows at once; the timer is then only
// the safety net. Without JavaScript the page reloads itself by its meta tag. Nothing here decides anything.
(() => {
  "use strict";
  const regions = [...document.querySelectorAll("[data-live]")];
  if (!regions.length) return;
  const every = Math.max(2, Number(regions[0].dataset.live) || 5) * 1000;
  const stream = regions.map((region) => region.dataset.events).find(Boolean);
  let busy = false, again = false, timer = 0, source = null;

  const refresh = async () => {
    if (busy) { again = true; return; }
    busy = true;
    clearTimeout(timer);
    try {
      const answer = await fetch(location.href, { headers: { "X-Live": "1" } });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        for (const region of regions) {
          const next = fresh.getElementById(region.id);
          if (!next || next.innerHTML === region.innerHTML) continue;
          const focused = region.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
          region.innerHTML = next.innerHTML;
          if (focused) region.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
        }
        document.title = fresh.title;
        if (fresh.querySelector("[data-over]")) { source?.close(); busy = false; return; }
      }
    } catch { /* The server is away; the timer tries again. */ }
    busy = false;
    if (again) { again = false; timer = setTimeout(refresh, 250); return; }
    timer = setTimeout(refresh, every);
  };

  if (stream && window.EventSource) {
    source = new EventSource(stream);
    for (const kind of ["message", "revealed", "picked", "game_opened", "round_dealt", "round_scored", "game_ended"]) {
      source.addEventListener(kind, () => { clearTimeout(timer); timer = setTimeout(refresh, 120); });
    }
    addEventListener("pagehide", () => source.close());
  }
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); else clearTimeout(timer); });
  timer = setTimeout(refresh, every);
})();
