// From East to West on phones: half a board at a time, by tabs or by swiping; the points as a sheet.
(() => {
  const byId = id => document.getElementById(id);
  const parts = () => document.querySelector(".parts");
  let shown = "",
    asked = "";

  // Short windows show both halves and one tab for what is mine.
  const press = name => {
    const whole = name === "east" && !byId("show-east").getClientRects().length;
    shown = whole ? "west" : name;
    for (const button of parts().children) button.setAttribute("aria-pressed", String(button.dataset.show === shown));
  };
  const show = (name, behavior) => {
    press(name);
    const half = byId(`half-${name}`),
      pan = byId("pan");
    if (half && pan.scrollWidth > pan.clientWidth) pan.scrollTo({ left: half.offsetLeft - 12, behavior });
  };

  // What lies beside the board begins below the question in short windows.
  const below = new ResizeObserver(([{ target }]) =>
    document.documentElement.style.setProperty("--ask-h", `${target.offsetHeight}px`),
  );

  // After every swap: the part that the question is about, if it is a new question; else the part looked at before.
  const arrange = () => {
    if (!parts()) return;
    const table = byId("table"),
      question = table.dataset.phase + parts().dataset.part;
    below.disconnect();
    below.observe(byId("ask"));
    const wanted = question !== asked && parts().dataset.part;
    asked = question;
    show(wanted || shown || "west", "instant");
    byId("pan").addEventListener("scrollend", swiped);
  };
  // Where most of both halves fits, the board moves only a little way: its end is the east.
  const swiped = ({ target: pan }) => {
    const most = pan.scrollWidth - pan.clientWidth;
    if (shown !== "beside" && most > 0) press(pan.scrollLeft > most / 2 ? "east" : "west");
  };

  const showPoints = open => {
    const button = byId("show-points");
    if (!button) return;
    button.setAttribute("aria-expanded", String(open));
    document.body.classList.toggle("points-open", open);
  };
  document.addEventListener("click", event => {
    const tab = event.target.closest(".parts [data-show]");
    if (tab) show(tab.dataset.show, matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");
    const points = event.target.closest("#show-points");
    if (points) showPoints(points.getAttribute("aria-expanded") !== "true");
    else if (!event.target.closest("#points")) showPoints(false);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") showPoints(false);
  });
  document.addEventListener("htmx:afterSettle", event => {
    if (event.target.id === "table") {
      showPoints(false);
      arrange();
    }
  });
  arrange();
})();
