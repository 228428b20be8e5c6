// All cards of a large hand on a phone: a sheet over the dock, until a card is played, Escape, or a press outside.
(() => {
  const opened = () => document.body.classList.contains("hand-open");
  const open = yes => {
    document.body.classList.toggle("hand-open", yes);
    document.getElementById("show-hand")?.setAttribute("aria-expanded", String(yes));
  };
  document.addEventListener("click", event => {
    if (event.target.closest("#show-hand")) open(!opened());
    else if (opened() && !event.target.closest("#hand")) open(false);
  });
  document.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !opened()) return;
    open(false);
    document.getElementById("show-hand")?.focus();
  });
  document.addEventListener("htmx:afterSettle", event => {
    if (event.target.id === "table") open(false);
  });
})();
