// Upright phones: all cards of the market at a glance; a pressed one comes forward, and its golden button acts.
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;

  // The page can be scrolled as far as its dock is high.
  new ResizeObserver(([{ target }]) => {
    const high = getComputedStyle(target).position === "fixed" ? target.offsetHeight + 8 : 0;
    document.documentElement.style.setProperty("--dock-now", `${high}px`);
  }).observe(table().querySelector(".me"));
  if (document.body.classList.contains("lesson")) return;
  const EDGE = 112;
  let lift = null,
    lifted = "",
    acting = false;

  const size = localStorage.getItem("market");
  if (size) document.body.dataset.market = size;
  const small = () =>
    document.body.dataset.market !== "big" && document.querySelector(".market-size")?.getClientRects().length;
  const resize = () => {
    document.body.dataset.market = document.body.dataset.market === "big" ? "all" : "big";
    localStorage.setItem("market", document.body.dataset.market);
  };

  const card = () => table().querySelector(`.market [name="decision"][value="${CSS.escape(lifted)}"]`);
  const put = () => {
    if (!lift) return;
    lift.remove();
    lift = null;
    card()?.focus({ preventScroll: true });
  };
  const act = () => {
    const chosen = card();
    put();
    acting = true;
    chosen?.click();
    acting = false;
  };
  const make = (name, className, text = "") => {
    const element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    return element;
  };
  const raise = chosen => {
    const { act: word, told } = chosen.closest("[data-act]").dataset;
    const picture = make("span", chosen.className.replace("is-ready", "")),
      button = make("button", "btn", word);
    picture.append(chosen.querySelector(".face").cloneNode(true));
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", chosen.getAttribute("aria-label"));
    button.type = "button";
    button.addEventListener("click", act);
    lift = make("div", "lift");
    lift.setAttribute("role", "dialog");
    lift.setAttribute("aria-label", word);
    lift.append(picture, button);
    if (told) lift.append(make("p", "", told));
    lifted = chosen.value;
    const { left, width } = chosen.getBoundingClientRect(),
      { top } = document.querySelector(".market").getBoundingClientRect();
    lift.style.setProperty("--at", `${Math.max(EDGE, Math.min(left + width / 2, innerWidth - EDGE))}px`);
    lift.style.setProperty("--lift-top", `${Math.max(8, top)}px`);
    document.body.append(lift);
    button.focus({ preventScroll: true });
  };

  document.addEventListener(
    "click",
    event => {
      if (acting || lift?.contains(event.target)) return;
      const chosen = event.target.closest?.(".market [data-act] [name=decision]");
      if (!lift && (!chosen || !event.detail || !small())) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (lift) put();
      else raise(chosen);
    },
    true,
  );
  document.addEventListener("click", event => {
    if (event.target.closest?.(".market-size")) resize();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") put();
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (lift && !card()) put();
  });
})();
