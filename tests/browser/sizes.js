// What is wrong with a page at the size it has now: choices that cannot be reached, that are covered, and text that is cut off.
() => {
  const all = (selector, inside = document) => [...(inside ?? document.body).querySelectorAll(selector)];
  const faults = [];
  const classes = element => String(element.className.baseVal ?? element.className).trim();
  const named = element => `${element.tagName.toLowerCase()} ${element.id || classes(element)}`;
  const shown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const within = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

  // A choice is reached when at least three of five points of it belong to it once it is scrolled to.
  const reached = choice => {
    choice.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, top, width, height } = choice.getBoundingClientRect();
    const points = [
      [0.5, 0.5],
      [0.2, 0.25],
      [0.8, 0.25],
      [0.2, 0.75],
      [0.8, 0.75],
    ].map(([x, y]) => [left + x * width, top + y * height]);
    const hits = points.map(([x, y]) => (within(x, y) ? document.elementFromPoint(x, y) : null));
    const good = hits.filter(
      hit => hit && (hit.closest("button, a, summary, label") === choice || choice.contains(hit)),
    );
    const over = hits.find(hit => hit && !choice.contains(hit) && !good.includes(hit));
    return good.length >= 3 ? "" : over ? `covered by ${named(over)}` : "out of reach";
  };

  // Text is cut off where it leaves a box that hides what leaves it, the window, or the button it stands in.
  const scrolls = (style, axis) => /auto|scroll/.test(style[`overflow${axis}`]);
  const hides = (style, axis) => /hidden|clip/.test(style[`overflow${axis}`]);
  let boxes = new Map();
  const measured = box => {
    if (!boxes.has(box)) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      boxes.set(box, [{ overflowX, overflowY, position }, box.getBoundingClientRect()]);
    }
    return boxes.get(box);
  };
  const cut = (text, around) => {
    let free = { X: false, Y: false };
    for (let box = around; box && box !== document.body; box = box.parentElement) {
      const [style, edge] = measured(box);
      if (edge.width <= 1 && edge.height <= 1) return "";
      const button = box.matches(".btn, .chip, .seg button, .rival-head");
      for (const [axis, from, to] of [
        ["X", "left", "right"],
        ["Y", "top", "bottom"],
      ]) {
        if (scrolls(style, axis)) free[axis] = true;
        if (free[axis] || !(hides(style, axis) || button)) continue;
        const slack = axis === "X" ? 1.5 : 3;
        if (text[from] < edge[from] - slack || text[to] > edge[to] + slack) return named(box);
      }
      if (style.position === "fixed") free = { X: false, Y: false };
    }
    return free.X || (text.left >= -1 && text.right <= innerWidth + 1) ? "" : "the window";
  };
  const UNREAD = "script, style, .unseen, .skip, .chart, details:not([open]) > :not(summary)";
  const texts = () => {
    boxes = new Map();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode,
        around = node.parentElement;
      if (!node.data.trim() || around.closest(UNREAD) || !shown(around)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width < 2 || text.height < 2) continue;
      const by = cut(text, around);
      if (by) faults.push(`“${node.data.trim()}” is cut off by ${by}`);
    }
  };

  // A lesson waits for one choice; nothing is lit while the server is lost. What is to be read may not be covered either.
  const seen = new Set();
  const CHOICES = "button:not(:disabled):not([aria-disabled=true]), a[href], summary";
  const READ = ".row .card:not(.gone), .hand .card, .price, .rival-head";
  const wanted = document.body.matches(".lesson")
    ? ".is-hinted"
    : document.body.matches(".is-lost")
      ? "#toast .btn"
      : "";
  const choices = () =>
    all(wanted || `${CHOICES}, ${READ}`, wanted ? document.body : document.querySelector("#table, main"))
      .filter(shown)
      .filter(choice => choice.getClientRects().length);
  const look = part => {
    for (const choice of choices()) {
      if (seen.has(choice)) continue;
      const why = reached(choice);
      if (!why) seen.add(choice);
      else if (choice.name !== "decision" && !choice.dataset.way) faults.push(`${named(choice)} is ${why} ${part}`);
      else choice.why = `${why} ${part}`;
    }
    texts();
  };
  // A chip that is not shown where it would be too small is asked for once its card is played.
  const offered = choice =>
    (choice.id === "do-rest" && choice.closest(".planning")) ||
    (choice.matches(".chip") && !shown(choice) && seen.has(choice.closest("li").querySelector(".is-ready:not(.chip)")));
  const tabs = all("[data-part-to], [data-show]").filter(shown);
  const was = tabs.find(tab => tab.getAttribute("aria-pressed") === "true");
  look("");
  for (const tab of tabs.filter(each => each !== was)) {
    tab.click();
    look(`(${tab.textContent.trim()})`);
  }
  was?.click();
  for (const choice of wanted ? [] : all("#table [name=decision], #table .hex[data-way]"))
    if (!choice.closest(".ways") && !seen.has(choice) && !offered(choice))
      faults.push(`${named(choice)} is ${choice.why ?? "hidden"}`);
  // The points of every player are in sight where their things are.
  for (const seat of all("#table .rival, #table .me:not(:has(.planning)) .mine").filter(shown))
    if (!all(".now-pts", seat).some(points => shown(points) && points.getClientRects().length))
      faults.push(`the points of ${named(seat)} are hidden`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return [...new Set(faults)];
};
