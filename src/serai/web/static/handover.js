// Several people at one device: between two of them the table rests for a moment, so that a double click plays for nobody else.
(() => {
  const table = () => document.getElementById("table");
  const REST = 1300;
  let before = table()?.dataset.handover,
    over = 0;
  const sign = document.createElement("p");
  sign.className = "handover";
  sign.setAttribute("role", "status");
  const end = () => {
    document.getElementById("act")?.removeAttribute("inert");
    sign.remove();
    document.getElementById("ask")?.focus({ preventScroll: true });
  };
  document.addEventListener("htmx:afterSettle", event => {
    const { handover, to } = table()?.dataset ?? {};
    if (event.target.id !== "table" || handover === undefined || handover === before) return;
    const first = before === undefined;
    before = handover;
    if (first) return;
    clearTimeout(over);
    sign.textContent = to;
    table().append(sign);
    document.getElementById("act").setAttribute("inert", "");
    over = setTimeout(end, REST);
  });
})();
