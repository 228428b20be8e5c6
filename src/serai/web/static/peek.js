// What is this? Anything on the table with a label is explained: rest the pointer on it, press i on it, or hold a finger on it.
// A press on what cannot be done now is answered by the same explanation, with the reason first. So is the first press on what
// would do nothing; the second one does it.
(() => {
  const table = () => document.getElementById("table");
  if (!table()) return;
  const HOVER = 400,
    HOLD = 450,
    LEAVE = 150,
    FAR = 10,
    NEAR = 24;
  const SHOWN =
    "[role=img][aria-label], button[name=decision][aria-label], button[data-card], .hex, svg[aria-label], [data-peek]";
  const ROWS = "ol, ul, .tray, .rival, .bx, .shelf, .board, .mine > *",
    STOPS = "button:not([disabled]), summary, a[href]",
    ACTS = "button:not([disabled], [aria-disabled]), summary, a[href], label, input, select",
    CHOICE = "button, [data-choice], [data-cannot]",
    IDLE = "[name=decision][data-idle]:not([type=button])",
    LIT = "[name=decision], .hex[data-way], [data-card].is-ready, .ask button";
  let peek = null,
    on = null,
    answered = null,
    before = null,
    armed = null,
    thread = null,
    at = { left: 0, top: 0 },
    opening = 0,
    closing = 0,
    held = null,
    spent = false;

  const about = target => {
    const found = target.closest?.(".rival-head .avatar") ? target.closest(".rival-head") : target.closest?.(SHOWN);
    return found && table().contains(found) && !found.closest(".ask, .since, .log") ? found : null;
  };
  const make = (name, text, className = "") => {
    const element = document.createElement(name);
    element.textContent = text;
    element.className = className;
    return element;
  };
  const close = () => {
    clearTimeout(opening);
    clearTimeout(closing);
    peek?.remove();
    thread?.remove();
    on?.classList.remove("is-peeked");
    peek = on = answered = thread = null;
  };

  // The first sentence is the title; goods that are lacking are drawn; the rule opens beside the table.
  // Why it cannot be done is only said of what can be a choice at some time.
  const open = (thing, pressed = false) => {
    close();
    on = thing;
    if (pressed) answered = thing;
    const [rules, lack, shut, now, first, lit, again] = table().dataset.words.split("|");
    const label = (thing.getAttribute("aria-label") ?? thing.textContent).replace(/\s+/g, " ").trim();
    const [, start, body] = label.match(/^(.+?[.;:])\s+(.*)$/) ?? [label, label, ""];
    const title = thing.dataset.peek ?? start;
    peek = make("section", "", pressed ? "peek answer" : "peek");
    peek.setAttribute("role", "dialog");
    const head = make("div", "", "peek-head"),
      x = make("button", "×", "icon-btn");
    const name = make("h2", title.replace(/[.;:]$/, ""));
    name.id = "peek-title";
    peek.setAttribute("aria-labelledby", name.id);
    x.type = "button";
    x.setAttribute("aria-label", shut);
    head.append(name, x);
    peek.append(head);
    const told = [body, thing.dataset.more].filter(Boolean).map(text => make("p", text));
    const [mine, missing] = toMe(thing);
    const lacks = missing && lacking(missing, lack);
    if (thing === armed) peek.append(reasons([thing.dataset.idle, again]), ...told);
    else if (pressed && thing.matches(CHOICE))
      peek.append(reasons([askedNow(first), thing.dataset.cannot || mine, lacks], lit), ...told);
    else peek.append(...[...told, mine && forMe(mine, now), lacks].filter(Boolean));
    const link = make("a", rules),
      section = thing.closest("[data-rule]")?.dataset.rule;
    link.href = table().dataset.rules + (section ? `#${section}` : "");
    link.target = "_blank";
    link.rel = "noopener";
    const foot = make("div", "", "peek-foot");
    foot.append(link, make("kbd", "i"));
    peek.append(foot);
    document.body.append(peek);
    thing.classList.add("is-peeked");
    at = thing.getBoundingClientRect();
    (pressed ? placeAside : place)(at);
  };
  // What is asked now, unless any action may be chosen.
  const askedNow = word => {
    const state = table().dataset,
      mine = "yours" in state,
      question = document.querySelector("#ask h1");
    if (!question || "over" in state || "past" in state || (mine && state.phase === "turn")) return null;
    const line = make("p", "", "now");
    if (mine) line.append(make("b", word), " ");
    line.append(...question.cloneNode(true).childNodes);
    return line;
  };
  const reasons = (given, otherwise) => {
    const box = make("div", "", "reasons"),
      found = given.filter(Boolean);
    box.setAttribute("role", "alert");
    box.append(...(found.length ? found : [otherwise]).map(line => (line.nodeType ? line : make("p", line))));
    return box;
  };
  const toMe = ({ dataset }) =>
    JSON.parse(document.getElementById("for-me")?.dataset.about ?? "{}")[dataset.of] ?? [dataset.now, dataset.lacks];
  const forMe = (text, word) => {
    const line = make("p", "", "now");
    line.append(make("b", word), " ", text);
    return line;
  };
  const lacking = (goods, word) => {
    const line = make("p", `${word}: `, "need");
    for (const spice of new Set(goods)) {
      const pill = make("span", "");
      const number = [...goods].filter(each => each === spice).length,
        [single, several] = JSON.parse(table().dataset.goods)[spice];
      pill.innerHTML = `<svg class="cube" aria-hidden="true"><use href="#cube-${spice}-l"/></svg>`;
      pill.append(`${number} ${number > 1 ? several : single}`);
      line.append(pill);
    }
    return line;
  };
  // Below the thing, else above it, else beside it; small screens have it at the bottom edge (peek.css).
  const place = box => {
    const { offsetWidth: width, offsetHeight: height } = peek,
      within = (edge, most) => Math.max(8, Math.min(edge, most - 8));
    const left = within(box.left, innerWidth - width);
    const below = box.bottom + 12,
      above = box.top - height - 12;
    const beside = box.right + width + 20 < innerWidth ? box.right + 12 : box.left - width - 12;
    const fits = below + height < innerHeight ? below : above > 0 ? above : null;
    peek.style.left = `${fits === null ? within(beside, innerWidth - width) : left}px`;
    peek.style.top = `${fits ?? within(box.top, innerHeight - height)}px`;
  };

  // Wherever it covers least of what can be pressed, but never what it explains.
  const placeAside = box => {
    const { offsetWidth: width, offsetHeight: height } = peek,
      within = (edge, most) => Math.max(8, Math.min(edge, most - 8)),
      [most, deepest] = [innerWidth - width, innerHeight - height];
    const lit = [...table().querySelectorAll(LIT)].map(each => each.getBoundingClientRect()),
      header = document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0;
    const overlap = (left, top, other) =>
      Math.max(0, Math.min(left + width, other.right) - Math.max(left, other.left)) *
      Math.max(0, Math.min(top + height, other.bottom) - Math.max(top, other.top));
    const tops = [box.bottom + 12, box.top - height - 12, box.top, header + 4, deepest - 8],
      lefts = [box.left, box.right + 12, box.left - width - 12, most - 8, 8];
    const worst = ([left, top]) =>
      innerWidth * overlap(left, top, box) +
      lit.reduce((sum, each) => sum + overlap(left, top, each), 0) +
      Math.hypot(left - box.left, top - box.top) / innerWidth;
    const places = tops.flatMap(top => lefts.map(left => [within(left, most), within(top, deepest)]));
    const [left, top] = places.sort((one, other) => worst(one) - worst(other))[0];
    peek.style.left = `${left}px`;
    peek.style.top = `${top}px`;
    pointTo(box);
  };
  // What lies far from the thing that it explains points at it.
  const between = (value, least, most) => Math.max(least, Math.min(value, most));
  const pointTo = box => {
    const from = peek.getBoundingClientRect(),
      x = between((box.left + box.right) / 2, from.left + 12, from.right - 12),
      y = between((box.top + box.bottom) / 2, from.top + 12, from.bottom - 12);
    const across = between(x, box.left, box.right) - x,
      down = between(y, box.top, box.bottom) - y;
    const gap = Math.max(box.left - from.right, from.left - box.right, box.top - from.bottom, from.top - box.bottom);
    if (gap < NEAR) return;
    thread = make("div", "", "peek-line");
    thread.style.left = `${x}px`;
    thread.style.top = `${y}px`;
    thread.style.width = `${Math.hypot(across, down)}px`;
    thread.style.rotate = `${Math.atan2(down, across)}rad`;
    document.body.append(thread);
  };

  // What slides under a pointer that rests is not explained: whoever pressed there looks elsewhere.
  const spot = event => `${event.clientX} ${event.clientY}`;
  let rested = "";
  document.addEventListener("pointermove", event => (rested = spot(event)));
  document.addEventListener("pointerover", event => {
    if (event.pointerType !== "mouse" || spot(event) === rested) return;
    const thing = about(event.target);
    clearTimeout(opening);
    clearTimeout(closing);
    if (thing === on || peek?.contains(event.target)) return;
    if (peek) closing = setTimeout(close, LEAVE);
    if (thing) opening = setTimeout(() => open(thing), HOVER);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") {
      armed = null;
      return close();
    }
    if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea") || document.getElementById("keys-on")?.checked === false)
      return;
    const thing = about(event.target);
    if (!thing) return;
    if (thing === on) close();
    else open(thing);
  });

  // A finger beside an explanation only closes it: nobody plays a move by closing a box.
  addEventListener(
    "click",
    event => {
      if (!spent) return;
      spent = false;
      held = before = null;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  for (const end of ["pointercancel", "keydown"]) addEventListener(end, () => (spent = false), true);

  // A finger that rests explains instead of pressing.
  document.addEventListener("pointerdown", event => {
    before = answered;
    const beside = peek && !peek.contains(event.target),
      again = armed?.contains(event.target);
    spent = Boolean(beside) && event.pointerType !== "mouse" && !again;
    if (!again) armed = null;
    if (beside) close();
    held = null;
    clearTimeout(opening);
    const thing = event.pointerType === "mouse" ? null : about(event.target);
    if (!thing) return;
    held = { x: event.clientX, y: event.clientY, open: false };
    const mine = held;
    opening = setTimeout(() => {
      mine.open = true;
      open(thing);
    }, HOLD);
  });
  document.addEventListener("pointermove", event => {
    if (held && !held.open && Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR) clearTimeout(opening);
  });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => {
      if (held && !held.open) clearTimeout(opening);
    });
  document.addEventListener("contextmenu", event => {
    if (held?.open) event.preventDefault();
  });
  document.addEventListener(
    "click",
    event => {
      if (held?.open && !peek?.contains(event.target)) {
        held = null;
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (wantsTwo(event.target)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        open(armed, true);
      } else if (event.target.closest(".peek .icon-btn, .answer :not(a)") || !peek?.contains(event.target)) close();
    },
    true,
  );
  // What would do nothing waits for a second press.
  const wantsTwo = target => {
    const thing = target.closest?.(IDLE),
      first = thing && thing !== armed;
    armed = first ? thing : null;
    return first;
  };

  // A press that does nothing is answered, a second one closes the answer; while older turns are shown, a press hurries them.
  const dead = target => {
    const thing = target.closest?.(ACTS) || "behind" in table().dataset ? null : about(target);
    return thing && (thing.closest("[data-lacks], [data-of], [data-now], [data-cannot]") ?? thing);
  };
  const answer = target => {
    const thing = dead(target);
    if (thing && thing !== before) open(thing, true);
    before = null;
  };
  document.addEventListener("click", event => answer(event.target));
  document.addEventListener("keydown", event => {
    if (event.key === "Enter" && event.target.matches("[role=img][tabindex]")) answer(event.target);
  });
  // What cannot be pressed is reached by the arrow keys of its row, and by the tab key where a row has no button.
  let byKeys = false;
  const look = () => {
    byKeys = true;
    const rows = new Map();
    for (const thing of table().querySelectorAll("[role=img][aria-label]")) {
      const row = thing.closest(ROWS);
      if (!row || thing.closest(".ask, .since, .log") || thing.parentElement.closest("button, summary, a, [role=img]"))
        continue;
      rows.set(row, [...(rows.get(row) ?? []), thing]);
    }
    for (const [row, things] of rows) {
      row.dataset.arrows = "";
      const first = row.querySelector(STOPS) ? null : things.find(thing => thing.getClientRects().length);
      for (const thing of things) thing.tabIndex = thing === first ? 0 : -1;
    }
  };
  document.addEventListener("keydown", event => /^(Tab|Arrow)/.test(event.key) && look(), true);
  document.addEventListener("htmx:afterSettle", event => {
    if (event.target.id !== "table") return;
    armed = null;
    close();
    if (byKeys) look();
  });
  // What scrolls away takes its explanation along; what scrolls elsewhere does not.
  const STILL = 4;
  addEventListener(
    "scroll",
    () => {
      const { left, top } = on?.getBoundingClientRect() ?? at;
      if (Math.hypot(left - at.left, top - at.top) > STILL) close();
    },
    { capture: true, passive: true },
  );
})();
