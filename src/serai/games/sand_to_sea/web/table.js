// The map of Sand to Sea: paying the steps of a way with cards, arrow keys, and moving and zooming on small screens.
(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const one = (selector, inside = document) => inside.querySelector(selector);
  const chart = () => document.getElementById("chart");
  const tile = space => document.getElementById(`hex-${space}`);
  const at = space => ({ x: Number(tile(space).dataset.x), y: Number(tile(space).dataset.y) });
  const numbers = text => (text || "").split(" ").filter(Boolean).map(Number);

  // ---------- a way is chosen, then each of its steps is paid; the last card sends the whole way ----------
  let plan = null,
    bound = null,
    asked = null;
  const free = () => Number(chart().dataset.free);
  const cards = () => all(".hand [data-card], .played [data-card]");
  const decision = card =>
    plan.way
      .map((space, step) => {
        const pays = step < free() ? "" : [...plan.paid, card][step - free()];
        return pays ? `sail ${space} ${pays}` : `sail ${space}`;
      })
      .join(";");

  const begin = space => {
    cancel();
    plan = { to: space, way: tile(space).dataset.way.split(" "), paid: [] };
    asked = { title: one("#ask h1").innerHTML, text: one("#ask .ask-text p")?.innerHTML };
    const back = document.createElement("button");
    back.type = "button";
    back.className = "btn quiet back";
    back.innerHTML = '<svg class="icon" aria-hidden="true"><use href="#i-undo"/></svg><span></span>';
    back.lastChild.textContent = chart().dataset.back;
    one("#ask .controls").append(back);
    show();
  };
  const cancel = () => {
    if (!plan) return;
    plan = null;
    one("#ask .back")?.remove();
    if (asked) {
      one("#ask h1").innerHTML = asked.title;
      if (asked.text !== undefined) one("#ask .ask-text p").innerHTML = asked.text;
    }
    cards().forEach(restore);
    draw();
  };
  const back = () => {
    const { to, paid } = plan;
    if (paid.length) {
      paid.pop();
      show();
    } else {
      cancel();
      tile(to).focus({ preventScroll: true });
    }
  };
  const show = () => {
    const data = chart().dataset,
      steps = plan.way.length,
      step = free() + plan.paid.length + 1;
    one("#ask h1").textContent = steps > 1 ? data.many.replace("{step}", step).replace("{steps}", steps) : data.one;
    const text = one("#ask .ask-text p");
    if (text) text.textContent = tile(plan.to).dataset.tolled || data.from;
    cards().forEach(card => offer(card, step === steps));
    draw();
    reveal();
    const first = cards().find(card => card.classList.contains("is-ready"));
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  // A card offers to pay; on the last step it holds the whole decision.
  const offer = (card, last) => {
    restore(card);
    card.was = {
      name: card.name,
      value: card.value,
      type: card.getAttribute("type"),
      label: card.getAttribute("aria-label"),
      cls: card.className,
      off: card.getAttribute("aria-disabled"),
    };
    const step = plan.paid.indexOf(card.dataset.card) + 1,
      tick = one(".num", card);
    card.classList.remove("is-off", "is-quiet", "is-hinted", "spent");
    card.classList.toggle("is-selected", step > 0);
    card.classList.toggle("is-ready", !step);
    card.name = last && !step ? "decision" : "";
    card.value = last && !step ? decision(card.dataset.card) : "";
    card.type = last && !step ? "submit" : "button";
    card.removeAttribute("aria-disabled");
    card.setAttribute("aria-label", card.dataset.pays);
    tick.hidden = !step;
    tick.textContent = step ? step + free() : "";
  };
  const restore = card => {
    if (!card.was) return;
    const { name, value, type, label, cls, off } = card.was;
    card.was = null;
    card.name = name;
    card.value = value;
    card.className = cls;
    if (type === null) card.removeAttribute("type");
    else card.type = type;
    if (off === null) card.removeAttribute("aria-disabled");
    else card.setAttribute("aria-disabled", off);
    card.setAttribute("aria-label", label);
    one(".num", card).hidden = true;
  };

  // ---------- the way on the map ----------
  const svg = (name, attributes, inner = "") => {
    const pairs = Object.entries(attributes)
      .map(([key, value]) => `${key}="${value}"`)
      .join(" ");
    return `<${name} ${pairs}>${inner}</${name}>`;
  };
  const use = (ref, x, y, size, cls = "") =>
    `<use href="#${ref}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" class="${cls}"/>`;
  const HEX =
    "M-92.5 0L-46.2 -80.1Q-45 -82.2 -42.5 -82.2H42.5Q45 -82.2 46.2 -80.1L92.5 -2.2Q94 0 92.5 2.2L46.2 80.1Q45 82.2 42.5 82.2H-42.5Q-45 82.2 -46.2 80.1L-92.5 2.2Q-94 0 -92.5 -2.2Z";
  const GLYPH = { gain: "i-gain", trade: "i-trade", upgrade: "i-upgrade" };
  const draw = () => {
    const box = chart(),
      rope = one(".rope", box),
      voyage = one(".voyage", box);
    box.classList.toggle("planning", Boolean(plan));
    one("#ask")?.classList.toggle("planning", Boolean(plan));
    one(".market").inert = Boolean(plan);
    all(".on-way", box).forEach(element => element.classList.remove("on-way", "guest"));
    all(".aside", box).forEach(boat => boat.classList.remove("aside"));
    rope.innerHTML = voyage.innerHTML = "";
    if (!plan) return;
    const mine = one(".boat.my", box).dataset.space,
      way = [mine, ...plan.way];
    way.forEach(space => all(`.tile[data-space="${space}"]`, box).forEach(part => part.classList.add("on-way")));
    one(`.tf[data-space="${plan.to}"]`, box)?.classList.add("guest");
    if (one(`.tf.has-1[data-space="${plan.to}"]`, box))
      all(`.boat[data-space="${plan.to}"]`, box).forEach(boat => boat.classList.add("aside"));
    const line = path([lies(), ...plan.way.map(at)]);
    rope.innerHTML = svg("path", { d: line, class: "way-c" }) + svg("path", { d: line, class: "way" });
    voyage.innerHTML =
      goal() +
      way
        .slice(1)
        .map((space, step) => stepMark(at(way[step]), at(space), step))
        .join("") +
      tolls();
  };
  const path = points => {
    const middle = (a, b) => `${(a.x + b.x) / 2} ${(a.y + b.y) / 2}`;
    const first = at(one(".boat.my", chart()).dataset.space);
    let line = `M${points[0].x} ${points[0].y}Q${first.x} ${first.y} ${middle(first, points[1])}`;
    for (let i = 1; i < points.length - 1; i += 1)
      line += `Q${points[i].x} ${points[i].y} ${middle(points[i], points[i + 1])}`;
    return line;
  };
  // Where my boat is drawn, a little above its middle so that the rope comes from below the sail.
  const lies = () => {
    const boat = one(".boat.my", chart()),
      box = one(".map", chart()).viewBox.baseVal;
    const [left, top, size] = ["left", "top", "width"].map(key => parseFloat(boat.style[key]) / 100);
    return { x: box.x + (left + size / 2) * box.width, y: box.y + top * box.height + size * box.width * 0.8 };
  };
  const goal = () => {
    const { x, y } = at(plan.to),
      [gx, gy] = numbers(tile(plan.to).dataset.ghost);
    const ring = svg("path", { d: HEX, class: "d0" }) + svg("path", { d: HEX });
    const ghost =
      use(`boat-${chart().dataset.seat}`, gx, gy, 56, "ghost") +
      svg("circle", { cx: gx, cy: gy, r: 32, class: "ghost-ring" });
    return svg("g", { transform: `translate(${x} ${y})` }, svg("g", { class: "dest" }, ring) + ghost);
  };
  const stepMark = (from, to, step) => {
    const x = from.x + (to.x - from.x) * 0.42,
      y = from.y + (to.y - from.y) * 0.42,
      card = plan.paid[step - free()];
    const kind = card && cards().find(other => other.dataset.card === card)?.dataset.kind;
    let body = "";
    if (kind)
      body =
        svg("rect", { x: -18, y: -25, width: 36, height: 50, rx: 5.5, class: `sc k-${kind}` }) +
        svg("rect", { x: -13.5, y: -20.5, width: 27, height: 41, rx: 3, class: "sc-in" }) +
        use(GLYPH[kind], 0, -1, 22, `sc-g k-${kind}`);
    else if (step >= free())
      body =
        svg("rect", { x: -18, y: -25, width: 36, height: 50, rx: 5.5, class: "sc slot" }) +
        use("i-card", 0, 0, 24, "sc-q");
    const number = svg("circle", { cx: -14, cy: -25, r: 13 }) + svg("text", { x: -14, y: -18.8 }, String(step + 1));
    return svg(
      "g",
      { transform: `translate(${x} ${y})`, class: `step ${kind || step < free() ? "paid" : "open"}` },
      body + number,
    );
  };
  const tolls = () => {
    const seats = numbers(tile(plan.to).dataset.toll),
      { x, y } = at(plan.to);
    const places =
      seats.length === 1
        ? [[0, -85]]
        : [
            [-52, -100],
            [52, -100],
            [-86, -36],
          ];
    return seats
      .map((seat, i) =>
        svg(
          "g",
          { transform: `translate(${x + places[i][0]} ${y + places[i][1]})`, class: "toll" },
          svg("rect", { x: -33, y: -17, width: 66, height: 34, rx: 17 }) +
            use("cube-any", -15, 0, 23, "tc") +
            svg("path", { d: "M-1 0H11M6 -5L11 0L6 5", class: "ta" }) +
            svg("circle", {
              cx: 21.5,
              cy: 0,
              r: 11,
              fill: `var(--seat-${seat})`,
              stroke: "#FFF3DC",
              "stroke-width": 1.6,
            }) +
            svg("text", { x: 21.5, y: 5.6 }, String(seat)),
        ),
      )
      .join("");
  };

  // ---------- pressing tiles and cards ----------
  document.addEventListener("click", event => {
    if (!chart()) return;
    const hex = event.target.closest(".hex"),
      card = event.target.closest("[data-card]");
    if (event.target.closest("#ask .back")) return back();
    if (hex?.dataset.way) {
      const far = hex.dataset.way.includes(" ");
      bound = far ? hex.dataset.space : null;
      if (hex.name) return;
      if (plan?.to === hex.dataset.space) {
        cancel();
        hex.focus({ preventScroll: true });
      } else begin(hex.dataset.space);
    } else if (plan && card && card.type === "button") {
      const paid = plan.paid.indexOf(card.dataset.card);
      if (paid >= 0) plan.paid.splice(paid);
      else plan.paid.push(card.dataset.card);
      show();
    } else if (hex && hex.getAttribute("aria-disabled")) {
      event.preventDefault();
    }
  });
  document.addEventListener(
    "keydown",
    event => {
      if (event.key === "Escape" && plan) {
        event.stopImmediatePropagation();
        back();
      }
      if (event.target.matches?.(".hex")) steer(event);
    },
    true,
  );
  document.addEventListener("submit", () => {
    if (plan)
      setTimeout(() => {
        plan = null;
        asked = null;
      });
  });

  // Arrow keys go from tile to tile; the map is one stop of the tab key.
  const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const steer = event => {
    const to = ARROWS[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const here = at(event.target.dataset.space);
    const away = hex => {
      const { x, y } = at(hex.dataset.space),
        ahead = (x - here.x) * to[0] + (y - here.y) * to[1];
      const aside = Math.abs((x - here.x) * to[1]) + Math.abs((y - here.y) * to[0]);
      return ahead > 10 ? ahead + aside * 1.2 : Infinity;
    };
    const next = all(".hex").sort((a, b) => away(a) - away(b))[0];
    if (away(next) < Infinity) {
      rove(next);
      next.focus();
    }
  };
  const rove = chosen =>
    all(".hex").forEach(hex => {
      hex.tabIndex = hex === chosen ? 0 : -1;
    });

  // ---------- small screens: parts of the table, moving and zooming the map ----------
  let part = "map",
    zoom = 1,
    seen = null;
  document.addEventListener("click", event => {
    const chosen = event.target.closest("[data-part-to]");
    if (chosen) {
      part = chosen.dataset.partTo;
      look();
    }
    const button = event.target.closest("[data-zoom]");
    if (button) zoomTo({ in: zoom * 1.25, out: zoom / 1.25, fit: fitting() }[button.dataset.zoom]);
  });
  const box = () => one(".chart-box");
  const fitting = () => {
    const { clientWidth, clientHeight } = box(),
      { offsetWidth, offsetHeight } = chart();
    return zoom * Math.min(clientWidth / offsetWidth, clientHeight / offsetHeight);
  };
  const zoomTo = (value, cx = box().clientWidth / 2, cy = box().clientHeight / 2) => {
    const view = box(),
      fx = (view.scrollLeft + cx) / chart().offsetWidth,
      fy = (view.scrollTop + cy) / chart().offsetHeight;
    zoom = Math.max(0.3, Math.min(2.5, value));
    chart().style.setProperty("--zoom", zoom);
    view.scrollTo(fx * chart().offsetWidth - cx, fy * chart().offsetHeight - cy);
  };
  let pinch = null;
  const spread = touches =>
    Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
  document.addEventListener(
    "touchstart",
    event => {
      pinch =
        event.touches.length === 2 && event.target.closest?.(".chart-box")
          ? { spread: spread(event.touches), zoom }
          : null;
    },
    { passive: true },
  );
  document.addEventListener(
    "touchmove",
    event => {
      if (!pinch || event.touches.length !== 2) return;
      event.preventDefault();
      const { left, top } = box().getBoundingClientRect(),
        [a, b] = event.touches;
      zoomTo(
        (pinch.zoom * spread(event.touches)) / pinch.spread,
        (a.clientX + b.clientX) / 2 - left,
        (a.clientY + b.clientY) / 2 - top,
      );
    },
    { passive: false },
  );
  document.addEventListener(
    "scroll",
    event => {
      if (event.target === box() && box().clientWidth) seen = [box().scrollLeft, box().scrollTop];
    },
    { capture: true, passive: true },
  );
  // Shows my boat and the goal of the way, as far as both fit.
  const reveal = () => {
    const view = box(),
      b = view.getBoundingClientRect();
    if (view.scrollWidth <= view.clientWidth + 4 && view.scrollHeight <= view.clientHeight + 4) return;
    const ends = [one(".boat.my"), tile(plan.to)].map(element => element.getBoundingClientRect());
    const x = (ends[0].left + ends[0].width / 2 + ends[1].left + ends[1].width / 2) / 2,
      y = (ends[0].top + ends[0].height / 2 + ends[1].top + ends[1].height / 2) / 2;
    view.scrollTo(view.scrollLeft + x - b.left - b.width / 2, view.scrollTop + y - b.top - b.height / 2);
  };
  // The map keeps the place it was moved to; at first it shows my boat.
  const look = () => {
    const view = box();
    if (!view?.clientWidth || (view.scrollWidth <= view.clientWidth + 4 && view.scrollHeight <= view.clientHeight + 4))
      return;
    const boat = one(".boat.my") || one(".boat");
    if (seen) view.scrollTo(...seen);
    else if (boat) view.scrollTo(boat.offsetLeft ?? 0, 0);
    if (!seen && boat) {
      const a = boat.getBoundingClientRect(),
        b = view.getBoundingClientRect();
      view.scrollTo(
        view.scrollLeft + a.left + a.width / 2 - b.left - b.width / 2,
        view.scrollTop + a.top + a.height / 2 - b.top - b.height / 2,
      );
    }
  };

  // The tile or the card of a hint is brought into sight.
  const lead = () => {
    if (!document.getElementById("hint-panel")) return;
    const card = one(".hand .is-hinted"),
      hand = one(".hand");
    if (card) {
      const { left, width } = card.getBoundingClientRect(),
        around = hand.getBoundingClientRect();
      hand.scrollBy({ left: left + width / 2 - around.left - around.width / 2, behavior: "instant" });
    }
    const view = box()?.getBoundingClientRect(),
      mark = one(".hinted")?.getBoundingClientRect();
    if (!mark || !view?.width) return;
    const inside = mark.left >= view.left && mark.right <= view.right;
    if (inside && mark.top >= view.top && mark.bottom <= view.bottom) return;
    box().scrollBy(
      mark.left + mark.width / 2 - view.left - view.width / 2,
      mark.top + mark.height / 2 - view.top - view.height / 2,
    );
  };

  // ---------- after every swap ----------
  const ready = () => {
    const table = document.getElementById("table");
    if (!chart() || !table) return;
    plan = asked = null;
    if (table.hasAttribute("data-any-part")) {
      table.dataset.part = part;
      all("[data-part-to]", table).forEach(tab =>
        tab.setAttribute("aria-pressed", String(tab.dataset.partTo === part)),
      );
    } else part = table.dataset.part;
    chart().style.setProperty("--zoom", zoom);
    look();
    lead();
    rove(one(".hex:not([aria-disabled])") || one(".hex"));
    const arrived = bound && one(".boat.my")?.dataset.space === bound && table.dataset.phase === "sail";
    bound = null;
    // The answer that has come is still being handled: a decision now would count as a double click.
    if (arrived) setTimeout(() => one('#ask [value="stop"]')?.click());
  };
  document.addEventListener("htmx:afterSettle", event => {
    if (event.detail.target?.id === "table" || event.target.id === "table") ready();
  });
  ready();
})();
