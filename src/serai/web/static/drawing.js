// Draws the board that has come over the one that is shown: what is the same stays as it is, what moves is seen to move.
window.drawing = (() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const table = () => document.getElementById("table");

  // Changes an element in place: focus and scrolled places stay, and the browser lays out only what differs.
  const named = one => one.dataset?.name ?? one.style?.viewTransitionName;
  const same = (one, other) =>
    one.nodeName === other.nodeName &&
    one.id === other.id &&
    one.attributes?.value?.value === other.attributes?.value?.value &&
    named(one) === named(other);
  const become = (shown, fresh) => {
    if (shown.isEqualNode(fresh)) return;
    if (!shown.attributes || !same(shown, fresh)) return shown.replaceWith(fresh);
    for (const { name } of [...shown.attributes]) if (!fresh.hasAttribute(name)) shown.removeAttribute(name);
    for (const { name, value } of fresh.attributes)
      if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
    becomeInside(shown, [...shown.childNodes], [...fresh.childNodes]);
  };
  const becomeInside = (parent, shown, fresh) => {
    while (shown.length && fresh.length && shown[0].isEqualNode(fresh[0])) {
      shown.shift();
      fresh.shift();
    }
    let behind = null;
    while (shown.length && fresh.length && shown.at(-1).isEqualNode(fresh.at(-1))) {
      behind = shown.pop();
      fresh.pop();
    }
    shown.forEach((node, place) => (fresh[place] ? become(node, fresh[place]) : node.remove()));
    fresh.slice(shown.length).forEach(node => parent.insertBefore(node, behind));
  };

  // Names: what stays where it is has none in a transition, for each is a picture of its own in every frame.
  // Once landed, everything takes the name that the next position knows it by.
  const settle = () =>
    all("[data-name]").forEach(one => {
      one.style.viewTransitionName = one.dataset.name;
      delete one.dataset.name;
    });
  const names = inside =>
    new Map(all("[style*=view-transition-name]", inside).map(one => [one.style.viewTransitionName, one]));
  const path = one =>
    one.id === "table" ? "" : `${path(one.parentElement)} ${[...one.parentElement.children].indexOf(one)}`;
  const place = one => path(one) + one.style.cssText.replace(one.style.viewTransitionName, "");
  const quieten = one => {
    one.dataset.name ??= one.style.viewTransitionName;
    one.style.viewTransitionName = "none";
  };
  const quietenWhatStays = fresh => {
    const coming = names(fresh);
    for (const [name, one] of names(table())) {
      const other = coming.get(name);
      if (other && place(one) === place(other)) [one, other].forEach(quieten);
    }
  };

  // What a page keeps is not sent again: parts that rarely change, by their digests, and the older lines of the log.
  const PARTS = 30,
    LINES = 60,
    parts = new Map();
  const keep = inside =>
    all("[data-drawn]", inside).forEach(part => {
      if (part.firstChild) parts.set(part.dataset.drawn, part.cloneNode(true));
    });
  const has = () => [...parts.keys()].slice(-PARTS).join(" ");
  const complete = fresh => {
    keep(fresh);
    for (const part of all("[data-drawn]:empty", fresh))
      part.append(...(parts.get(part.dataset.drawn)?.cloneNode(true).childNodes ?? []));
    for (const old of [...parts.keys()].slice(0, -PARTS)) parts.delete(old);
    const log = fresh.querySelector("#log [data-before]");
    if (!log) return;
    const older = all("#log li[data-step]", table()).filter(line => Number(line.dataset.step) <= log.dataset.before);
    log.append(...older.slice(0, Math.max(0, LINES - log.children.length)).map(line => line.cloneNode(true)));
    log.removeAttribute("data-before");
  };
  if (table()) keep(table());

  let transition = null,
    latest = null;
  const skip = () => transition?.skipTransition();
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // A movement may be cut short at any moment: by the next one, a hidden tab, a slow machine. That is no fault; what the change throws is.
  const CUT = ["AbortError", "InvalidStateError", "TimeoutError"];
  const cutShort = fault => {
    if (!CUT.includes(fault?.name)) reportError(fault);
  };

  // Draws the page that has come, with a transition if wanted; calls `before` and `after` right around the change. A browser may make
  // a change later than the next one, which then has drawn all of it.
  const draw = (page, moves, before, after) => {
    const fresh = page.getElementById("table"),
      where = page.getElementById("where");
    where?.removeAttribute("hx-swap-oob");
    latest = page;
    skip();
    settle();
    const update = () => {
      before();
      complete(fresh);
      become(table(), fresh);
      if (where) become(document.getElementById("where"), where);
      document.title = page.title;
      htmx.process(table());
      after();
      htmx.trigger(table(), "htmx:afterSettle", { target: table() });
    };
    if (!moves || !document.startViewTransition || still.matches) {
      update();
      settle();
      return;
    }
    quietenWhatStays(fresh);
    const mine = (transition = document.startViewTransition(() => {
      if (latest === page) update();
    }));
    mine.updateCallbackDone.catch(cutShort);
    mine.ready.catch(() => {});
    mine.finished
      .catch(() => {})
      .finally(() => {
        if (transition === mine) {
          transition = null;
          settle();
        }
      });
  };

  return { become, draw, has, skip, moving: () => Boolean(transition) };
})();
