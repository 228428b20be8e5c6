// Lessons: what is to be pressed is brought into sight and gets the focus, described by the coach's words.
(() => {
  const table = () => document.getElementById("table");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const shown = element => element.getClientRects().length > 0;
  // A button may take several of the wanted decisions at once; a way over the map begins with its goal.
  const marked = () => {
    const { wanted = "", press } = table().dataset;
    const all = [...table().querySelectorAll("[name=decision]")].filter(shown);
    const fits = all.filter(button => `${wanted};`.startsWith(`${button.value};`));
    const worth = button => 2 * button.value.length + button.classList.contains("is-hinted");
    return (
      document.getElementById("do-next-") ||
      fits.sort((one, other) => worth(other) - worth(one))[0] ||
      document.getElementById(press) ||
      all.find(button => button.classList.contains("is-hinted"))
    );
  };
  const lead = () => {
    const wanted = table()?.dataset.lesson && marked();
    if (!wanted) return;
    table()
      .querySelectorAll("[name=decision].is-hinted")
      .forEach(other => other.classList.remove("is-hinted"));
    wanted.classList.add("is-hinted");
    wanted.setAttribute("aria-describedby", "coach-words");
    wanted.focus({ preventScroll: true });
    (wanted.closest(".spot") || wanted).scrollIntoView({
      block: "nearest",
      inline: "nearest",
      behavior: still.matches ? "instant" : "smooth",
    });
  };
  document.addEventListener("htmx:afterSettle", lead);
  document.addEventListener("click", event => {
    if (event.target.closest?.("[data-way], [data-card]")) setTimeout(lead);
  });
  lead();
})();
