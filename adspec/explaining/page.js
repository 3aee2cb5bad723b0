// Steps through a run. Everything is in the page already; this only shows and hides.
(() => {
  "use strict";
  const steps = JSON.parse(document.getElementById("run").textContent);
  const items = [...document.querySelectorAll("ol.steps > li")];
  const slider = document.getElementById("slider");
  const picture = document.querySelector(".picture");
  const where = document.getElementById("where");
  const buttons = { first: 0, back: 0, on: 0, last: 0, all: 0 };
  for (const id of Object.keys(buttons)) buttons[id] = document.getElementById(id);
  const numbers = [...document.querySelectorAll("[data-number]")];
  const shares = [...document.querySelectorAll("[data-share]")];
  let current = 0;
  let everything = false;

  const shownBy = (until) => Object.assign({}, ...steps.slice(0, until + 1).map((step) => step.shows));

  const draw = () => {
    const shown = shownBy(everything ? steps.length - 1 : current);
    const step = steps[current];
    for (const cell of numbers) {
      const row = cell.parentNode;
      const text = shown[cell.dataset.number];
      row.classList.toggle("unseen", text === undefined);
      if (text !== undefined) cell.textContent = text;
    }
    for (const share of shares) share.classList.toggle("unseen", shown["share." + share.dataset.share] === undefined);
    for (const node of document.querySelectorAll("[data-node]")) node.classList.toggle("on", !everything && node.dataset.node === step.node);
    for (const use of document.querySelectorAll("[data-use]")) use.classList.toggle("on", !everything && step.uses.includes(use.dataset.use));
    const card = everything ? null : document.querySelector(`[data-node="${CSS.escape(step.node)}"]`);
    if (card) {
      const box = picture.getBoundingClientRect();
      const at = card.getBoundingClientRect();
      if (at.top < box.top || at.bottom > box.bottom) picture.scrollTop += at.top - box.top - box.height / 3;
    }
    items.forEach((item, i) => { item.hidden = !everything && i !== current; });
    slider.value = current;
    slider.disabled = everything;
    where.textContent = everything ? "all steps" : `step ${current + 1} of ${steps.length}, ${step.phase}`;
    buttons.first.disabled = buttons.back.disabled = everything || current === 0;
    buttons.on.disabled = buttons.last.disabled = everything || current === steps.length - 1;
    buttons.all.setAttribute("aria-pressed", String(everything));
  };

  const go = (to) => { current = Math.max(0, Math.min(steps.length - 1, to)); draw(); };
  const toggle = () => { everything = !everything; draw(); };
  buttons.first.onclick = () => go(0);
  buttons.back.onclick = () => go(current - 1);
  buttons.on.onclick = () => go(current + 1);
  buttons.last.onclick = () => go(steps.length - 1);
  buttons.all.onclick = toggle;
  slider.oninput = () => go(Number(slider.value));
  const keys = { ArrowRight: () => go(current + 1), ArrowLeft: () => go(current - 1), Home: () => go(0), End: () => go(steps.length - 1), a: toggle };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider || !(event.key in keys)) return;
    if (everything && event.key !== "a") return;
    event.preventDefault();
    keys[event.key]();
  });
  document.querySelector(".controls").hidden = false;
  draw();
})();
