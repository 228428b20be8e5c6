// The lesson: what is to be pressed is brought into sight and gets the focus, described by the coach's words.
(() => {
  const table = () => document.getElementById("table");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const shown = element => element.getClientRects().length > 0;
  const marked = () => {
    const all = [...table().querySelectorAll("[name=decision]")].filter(shown);
    return (
      document.getElementById("do-next-") ||
      all.find(button => button.value === table().dataset.wanted) ||
      all.find(button => button.classList.contains("is-hinted"))
    );
  };
  const lead = () => {
    const wanted = table()?.dataset.lesson && marked();
    if (!wanted) return;
    wanted.setAttribute("aria-describedby", "coach-words");
    wanted.focus({ preventScroll: true });
    (wanted.closest(".spot") || wanted).scrollIntoView({
      block: "nearest",
      inline: "nearest",
      behavior: still.matches ? "instant" : "smooth",
    });
  };
  document.addEventListener("htmx:afterSettle", lead);
  lead();
})();
