// The score sheet under the finger: a tap adds or removes a card here, and the points are asked of the API. The form
// does the same without this file, a page at a time. What a card is worth is known to the server alone.
(() => {
  "use strict";
  const form = document.getElementById("score");
  const rows = [...document.querySelectorAll("[data-seat]")];
  if (!form || !rows.length) return;
  const names = JSON.parse(form.dataset.names);
  const said = document.querySelector("[data-told]"), warned = document.querySelector("[data-warnings]");
  const part = (row, name) => row.querySelector(`[data-${name}]`);
  const cards = (row) => part(row, "cards").value.split(".").filter(Boolean);
  const minus = (number) => String(number).replace("-", "−");

  // Every picture that may be needed stands on the page already: in the palette, in a row, in two templates.
  const pictures = new Map(), spoken = new Map();
  for (const svg of form.querySelectorAll("svg[data-face]")) if (!pictures.has(svg.dataset.face)) pictures.set(svg.dataset.face, svg);
  for (const tap of form.querySelectorAll("[data-said]")) spoken.set(tap.value.slice(4), tap.dataset.said);
  const back = document.getElementById("back").content.querySelector("svg");
  const mark = document.getElementById("copy").content.querySelector("use:last-of-type");

  const read = (text) => {
    const down = text.endsWith("/f"), copy = text.startsWith("order=");
    return { down, copy, face: text.replace(/^order=/, "").replace(/\/f$/, "").replace(/@w$/, "") };
  };
  const wording = (text) => {
    const { face, down, copy } = read(text);
    return (spoken.get(face) ?? face) + (copy ? ", a copy" : "") + (down ? ", face down" : "");
  };
  const picture = (text) => {
    const { face, down, copy } = read(text);
    const svg = ((down ? back : pictures.get(face)) ?? back).cloneNode(true);
    svg.setAttribute("class", "card card-small");
    svg.setAttribute("width", 36);
    svg.setAttribute("height", 48);
    if (copy && !down) svg.append(mark.cloneNode(true));
    return svg;
  };
  const draw = (row) => {
    const seat = row.dataset.seat;
    part(row, "clear").hidden = !cards(row).length;
    part(row, "chips").replaceChildren(...cards(row).map((text, nth) => {
      const item = document.createElement("li"), tap = document.createElement("button");
      tap.className = "tap";
      tap.name = "do";
      tap.value = `drop:${seat}:${nth}`;
      tap.setAttribute("aria-label", `Remove ${wording(text)}`);
      tap.append(picture(text));
      item.append(tap);
      return item;
    }));
  };
  const written = (face) => {
    const way = form.elements.way?.value;
    return way === "down" ? `${face}/f` : way === "copy" ? `order=${face}` : way === "raised" ? `order=${face}@w` : face;
  };

  const sheet = () => {
    const menu = form.elements.menu?.value, dessert = form.elements.dessert?.value, once = form.dataset.once;
    const asked = { edition: form.elements.edition.value, players: rows.map((row) => part(row, "name").textContent), tables: rows.map(cards) };
    if (menu) asked.menu = menu;
    if (dessert) asked.options = { dessert };
    const places = Number(form.querySelector("[data-places]")?.value ?? 0);
    if (places) asked.uramaki_places_taken = places;
    const given = rows.map((row) => Number(part(row, "once")?.value ?? 0));
    if (once && given.some(Boolean)) asked.awarded = given.map((points) => (points ? { [once]: points } : {}));
    return asked;
  };
  const warn = (lines) => warned.replaceChildren(...lines.map((line) => {
    const notice = document.createElement("p");
    notice.className = "notice error";
    notice.textContent = line;
    return notice;
  }));
  let asking = null, timer = 0, news = "";
  const score = async () => {
    asking?.abort();
    asking = new AbortController();
    try {
      const answer = await fetch(form.dataset.api, {
        method: "POST", headers: { "Content-Type": "application/json" }, credentials: "omit",
        body: JSON.stringify(sheet()), signal: asking.signal,
      });
      const told = await answer.json();
      if (!answer.ok) { warn([told.detail ?? "The sheet was not scored; try again."]); return; }
      rows.forEach((row, seat) => {
        part(row, "points").textContent = minus(told.points[seat]);
        part(row, "detail").textContent = Object.entries(told.by_card[seat]).map(([card, points]) => `${names[card] ?? card} ${minus(points)}`).join(" · ");
      });
      warn(told.warnings.map(({ detail, card }) => (card ? detail.replace(card, names[card] ?? card) : detail)));
      said.textContent = news;
    } catch (error) {
      if (error.name !== "AbortError") warn(["The server cannot be reached, so these points are old. Your cards are kept."]);
    }
  };
  const changed = (told) => {
    news = told;
    const kept = [...new FormData(form)].filter(([name, value]) => value !== "" && name !== "way");
    history.replaceState(null, "", `?${new URLSearchParams(kept)}#sheet`);
    clearTimeout(timer);
    timer = setTimeout(score, 120);
  };

  form.addEventListener("submit", (event) => {
    const [verb, ...rest] = (event.submitter?.value ?? "").split(":");
    if (!["add", "drop", "clear"].includes(verb)) return;
    event.preventDefault();
    const row = rows[verb === "add" ? Number(form.elements.seat.value) : Number(rest[0])];
    const lying = cards(row), nth = Number(rest[1]);
    const text = verb === "add" ? written(rest[0]) : lying[nth];
    if (verb === "add") lying.push(text);
    else lying.splice(...(verb === "drop" ? [nth, 1] : [0]));
    part(row, "cards").value = lying.join(".");
    draw(row);
    if (verb === "add") row.scrollIntoView({ block: "nearest" });
    else (part(row, "chips").querySelectorAll("button")[Math.min(nth, lying.length - 1)] ?? form.elements.seat[Number(rest[0])]).focus();
    const plain = form.querySelector("[name=way][value=plain]");
    if (plain) plain.checked = true;
    const what = verb === "clear" ? "all cards" : wording(text);
    changed(`${part(row, "name").textContent}: ${what} ${verb === "add" ? "added" : "removed"}`);
  });
  form.addEventListener("change", (event) => {
    if (event.target.matches("[data-once], [data-places]")) changed("");
  });
})();
