// Where the map scrolls: a pill at its edge counts the lit tiles out of sight; a press scrolls to the nearest one.
(() => {
  const one = selector => document.querySelector(selector);
  const middle = element => {
    const { top, height } = element.getBoundingClientRect();
    return top + height / 2;
  };
  const beyond = way => {
    const { top, bottom } = one(".chart-box").getBoundingClientRect();
    return [...document.querySelectorAll(".hex:not([aria-disabled])")].filter(hex =>
      way === "up" ? middle(hex) < top : middle(hex) > bottom,
    );
  };
  const count = () => {
    for (const way of ["up", "down"]) {
      const pill = one(`.edge.${way}`),
        lit = one(".chart-in.planning") ? 0 : beyond(way).length;
      pill.hidden = !lit;
      pill.querySelector("b").textContent = lit;
    }
  };
  const observer = new IntersectionObserver(count, { threshold: [0, 0.5, 1] }),
    planning = new MutationObserver(count);
  const watch = () => {
    observer.disconnect();
    planning.disconnect();
    if (!one(".edge")) return;
    document.querySelectorAll(".hex:not([aria-disabled])").forEach(hex => observer.observe(hex));
    planning.observe(one("#chart"), { attributeFilter: ["class"] });
    count();
  };
  document.addEventListener("click", event => {
    const pill = event.target.closest(".edge");
    if (!pill) return;
    const way = pill.classList.contains("up") ? "up" : "down",
      lit = beyond(way).sort((a, b) => (middle(a) - middle(b)) * (way === "up" ? -1 : 1));
    lit[0]?.scrollIntoView({ block: "center", inline: "nearest", behavior: "smooth" });
    lit[0]?.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:afterSettle", event => {
    if (event.detail.target?.id === "table" || event.target.id === "table") watch();
  });
  watch();
})();
