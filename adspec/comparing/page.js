// Hides what the filters do not ask for. Everything is in the page already.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll(".laws tbody tr")];
  const causes = [...document.querySelectorAll("details.cause")];
  for (const element of [...rows, ...causes]) element.dataset.text = element.dataset.text.toLowerCase();
  const form = byId("filters");
  form.hidden = false;

  const draw = () => {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const verdict = byId("verdict").value;
    const differ = byId("differ").checked;
    const unique = byId("unique").checked;
    const says = (element) => words.every((word) => element.dataset.text.includes(word));
    const found = causes.filter((cause) => {
      const shown = says(cause) && (!verdict || cause.dataset.verdict === verdict) && (!unique || cause.dataset.unique === "1");
      cause.hidden = !shown;
      return shown;
    });
    const named = new Set(words.length ? found.map((cause) => cause.dataset.law) : []);
    const laws = rows.filter((row) => {
      const shown =
        (says(row) || named.has(row.firstElementChild.textContent)) &&
        (!verdict || row.dataset.verdicts.split(",").includes(verdict)) &&
        (!differ || row.dataset.differs === "1") &&
        (!unique || row.dataset.unique === "1");
      row.hidden = !shown;
      return shown;
    });
    byId("count").textContent = `${laws.length} of ${rows.length} laws, ${found.length} of ${causes.length} causes`;
  };

  const open = () => {
    const target = location.hash.startsWith("#c") && byId(location.hash.slice(1));
    if (!target || !target.classList.contains("cause")) return;
    target.hidden = false;
    target.open = true;
    target.querySelector("summary").focus();
    target.scrollIntoView({ block: "center" });
  };

  const picture = (event) => {
    const template = event.target.querySelector(":scope > template");
    if (template && event.target.open) template.replaceWith(template.content);
  };

  document.addEventListener("toggle", picture, true);
  form.addEventListener("input", draw);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(draw));
  window.addEventListener("hashchange", open);
  draw();
  open();
})();
