// Buttons that copy what stands in another element. Without JavaScript they stay hidden and one selects by hand.
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-copies]")) {
    const source = document.getElementById(button.dataset.copies);
    if (!source) continue;
    button.hidden = false;
    const label = button.textContent;
    button.addEventListener("click", async () => {
      const text = source.textContent;
      let done = false;
      try {
        await navigator.clipboard.writeText(text);
        done = true;
      } catch { // no clipboard on a plain http address: select it, and try the old way
        const range = document.createRange();
        range.selectNodeContents(source);
        const selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        try { done = document.execCommand("copy"); } catch { done = false; }
      }
      const said = document.getElementById("copied");
      if (said) said.textContent = done ? "Copied." : "Selected: press Ctrl+C to copy.";
      button.textContent = done ? "Copied" : "Selected";
      setTimeout(() => { button.textContent = label; }, 2000);
    });
  }
})();
