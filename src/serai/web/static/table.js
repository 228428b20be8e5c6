// The living table: hears of changes, fetches the board, keeps focus and places, says what happened.
(() => {
  const table = () => document.getElementById("table");
  if (!table()?.dataset.table || document.body.classList.contains("replaying")) return;
  const number = () => Number(table().dataset.number);
  const base = `/table/${table().dataset.table}`;
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  let newest = number(),
    posting = 0,
    fetching = false,
    told = Number(table().dataset.steps);

  // The stream: open while the tab is seen and the game goes on; it resumes by number.
  let stream = null,
    wait = 500,
    again = 0;
  const connection = ok => {
    const dot = document.getElementById("connection");
    if (!dot || dot.classList.contains("ok") === ok) return;
    dot.classList.toggle("ok", ok);
    dot.classList.toggle("lost", !ok);
    dot.querySelector("span").textContent = ok ? dot.dataset.ok : dot.dataset.lost;
  };
  const close = () => {
    clearTimeout(again);
    stream?.close();
    stream = null;
  };
  const open = () => {
    close();
    if (
      document.hidden ||
      !table() ||
      "over" in table().dataset ||
      "lesson" in table().dataset ||
      document.body.classList.contains("replaying")
    )
      return;
    stream = new EventSource(`${base}/stream?after=${number()}`);
    stream.onopen = () => {
      wait = 500;
      connection(true);
    };
    stream.addEventListener("changed", event => {
      newest = Math.max(newest, Number(event.lastEventId));
      catchUp();
    });
    stream.addEventListener("absent", () => catchUp(true));
    stream.onerror = () => {
      connection(false);
      close();
      again = setTimeout(open, wait);
      wait = Math.min(wait * 2, 8000);
    };
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("online", open);
  addEventListener("offline", () => connection(false));
  addEventListener("pagehide", close);
  addEventListener("pageshow", event => {
    if (event.persisted) open();
  });

  // Fetches the board once for all that is new; jumps without a transition when more than three events behind.
  const catchUp = (anyway = false) => {
    if (fetching || posting || !table() || (newest <= number() && !anyway)) return;
    fetching = true;
    htmx
      .ajax("GET", `${base}/board?seen=${number()}&newest=${newest}`, { target: "#table", swap: "outerHTML" })
      .catch(() => connection(false))
      .finally(() => {
        fetching = false;
        setTimeout(() => catchUp(), 1000);
      });
  };
  const posts = event => event.detail.requestConfig?.verb === "post";
  document.addEventListener("htmx:beforeRequest", event => {
    if (!posts(event)) return;
    if (posting) return event.preventDefault();
    posting += 1;
    table().setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:afterRequest", event => {
    if (posts(event)) posting = 0;
    table()?.removeAttribute("aria-busy");
    connection(Boolean(event.detail.xhr?.status));
  });
  // Those who ask too often are told so in the text of the refusal.
  document.addEventListener("htmx:responseError", event => {
    if (event.detail.xhr.status !== 429) return;
    const pill = document.createElement("p"),
      words = document.createElement("span");
    words.textContent = event.detail.xhr.responseText;
    pill.append(words);
    pill.className = "notice";
    pill.setAttribute("role", "status");
    document.getElementById("act").append(pill);
    setTimeout(() => pill.remove(), 5000);
  });
  // A board that is older than what is shown is not drawn.
  document.addEventListener("htmx:beforeSwap", event => {
    if (event.detail.target?.id !== "table" || !event.detail.shouldSwap) return;
    const page = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
    const sent = page.getElementById("table")?.dataset.number;
    if (!sent) return;
    event.detail.shouldSwap = false;
    if (!posts(event) && (posting || Number(sent) < number())) return;
    drawing.draw(page, newest - number() <= 3, remember, drawn);
    follow(event.detail);
  });
  // The place in a lesson is its address, which htmx only changes where it swaps itself.
  const follow = ({ xhr, requestConfig, pathInfo }) => {
    const here = xhr.getResponseHeader("HX-Replace-Url");
    const pushed = !here && requestConfig.elt.hasAttribute("hx-push-url");
    if (here || pushed) history.replaceState({ htmx: true }, "", here || location.href);
    if (pushed) history.pushState({ htmx: true }, "", pathInfo.finalRequestPath);
  };

  // What the person sees stays: focus, scrolled rows, opened rivals, the chosen part of the table.
  const rows = ".row, .hand, .played, .rivals, .log ol, [data-keep-scroll]";
  let kept = null;
  const key = element =>
    element?.id ? `#${CSS.escape(element.id)}` : element?.value ? `[value="${CSS.escape(element.value)}"]` : "";
  const remember = () => {
    const active = table().contains(document.activeElement) ? document.activeElement : null;
    kept = {
      focus: active && key(active),
      verb: active?.name === "decision" ? active.value.split(/[ ;]/)[0] : "",
      rows: all(rows, table()).map(row => [row, row.scrollLeft, row.scrollTop]),
      open: all(".rival-head[aria-expanded=true]", table()).map(head => head.getAttribute("aria-controls")),
      part: table().dataset.part,
      asked: table().dataset.asked,
    };
  };
  const restore = () => {
    if (!kept) return;
    const { focus, verb, rows: places, open: opened, part, asked } = kept;
    kept = null;
    if (part && table().dataset.asked === asked) choosePart(part);
    all(rows, table()).forEach((row, index) => {
      const [before, left, top] = places[index] ?? [row];
      if (before !== row && (left || top)) row.scrollTo(left, top);
    });
    for (const id of opened) table().querySelector(`[aria-controls="${id}"]`)?.setAttribute("aria-expanded", "true");
    if (focus === null || table().contains(document.activeElement)) return;
    const usable = element => (element && !element.disabled && element.getClientRects().length ? element : null);
    const same = usable(focus && table().querySelector(focus));
    const like = verb && all(`[name=decision][value^="${verb}"]`, table()).find(usable);
    const cube = verb && usable(table().querySelector(".tray [name=decision]"));
    (same || like || cube || document.getElementById("ask") || table()).focus({ preventScroll: true });
  };
  const choosePart = part => {
    table().dataset.part = part;
    all("[data-part-to]", table()).forEach(tab =>
      tab.setAttribute("aria-pressed", String(tab.dataset.partTo === part)),
    );
  };

  // After each swap: words for screen readers, and the next fetch if more has come meanwhile.
  const live = document.createElement("p");
  live.className = "unseen";
  live.setAttribute("aria-live", "polite");
  document.body.append(live);
  const words = element => {
    const copy = element.cloneNode(true);
    all("[role=img]", copy).forEach(picture => picture.replaceWith(` ${picture.getAttribute("aria-label")} `));
    return copy.textContent
      .replace(/\s+/g, " ")
      .replace(/ ([.,;:?])/g, "$1")
      .trim();
  };
  const say = () => {
    const lines = all("#log li[data-step]", table())
      .filter(line => Number(line.dataset.step) > told)
      .reverse()
      .slice(-6);
    const asked = all("#ask .said, #ask h1, #hint-panel h2, #hint-panel .first", table());
    live.textContent = [...lines.map(line => words(line.querySelector("p"))), ...asked.map(words)].join(" ");
    told = Number(table().dataset.steps);
  };
  const drawn = () => {
    if (!table()?.dataset.table) return close();
    newest = Math.max(newest, number());
    restore();
    say();
    if ("over" in table().dataset) close();
    setTimeout(() => catchUp());
  };

  // No click is lost to a transition or to a board that changed under the finger.
  let pressed = null;
  document.addEventListener(
    "pointerdown",
    event => {
      pressed = { x: event.clientX, y: event.clientY, on: event.target, moving: drawing.moving() };
      drawing.skip();
    },
    true,
  );
  document.addEventListener(
    "click",
    event => {
      const down = pressed;
      pressed = null;
      if (!down || event.target.closest?.("button, a, input, label") || !(down.moving || !down.on.isConnected)) return;
      const press = () => document.elementFromPoint(down.x, down.y)?.closest("button, a")?.click();
      requestAnimationFrame(press);
    },
    true,
  );

  // Chips of rivals, panels to close, parts of a table on small screens, arrow keys in rows.
  document.addEventListener("click", event => {
    const head = event.target.closest(".rival-head"),
      shut = event.target.closest("[data-close]"),
      tab = event.target.closest("[data-part-to]");
    if (head || !event.target.closest(".rival-body"))
      openRival(head?.getAttribute("aria-expanded") === "true" ? null : head);
    if (shut?.dataset.close === "log") document.getElementById("show-log")?.click();
    else if (shut) {
      document.getElementById(shut.dataset.close)?.remove();
      document.getElementById("do-hint")?.focus();
    }
    if (tab) choosePart(tab.dataset.partTo);
  });
  const openRival = head => {
    all(".rival-head").forEach(other => other.setAttribute("aria-expanded", String(other === head)));
    if (head) document.documentElement.style.setProperty("--rival-top", `${head.getBoundingClientRect().bottom + 6}px`);
  };
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") openRival(null);
    if (event.key === "Escape") document.querySelector("[data-close=hint-panel]")?.click();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const row = step && event.target.closest?.("ol, .tray, .controls, [data-arrows]");
    if (!row || !table().contains(row) || event.target.matches("input, select, textarea")) return;
    const controls = all("button:not([disabled])", row).filter(button => button.getClientRects().length);
    const next = controls[controls.indexOf(event.target) + step];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });

  open();
})();
