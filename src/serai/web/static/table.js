// The living table: hears of changes, fetches the board, keeps focus and places, says what happened.
(() => {
  const table = () => document.getElementById("table");
  if (!table()?.dataset.table || document.body.classList.contains("replaying")) return;
  const number = () => Number(table().dataset.number);
  const base = `/table/${table().dataset.table}`;
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const SILENT = 40000,
    AFRESH = 60000;
  let newest = number(),
    posting = null,
    answering = null,
    fetching = false,
    told = Number(table().dataset.steps);
  const NEAR = 3,
    TURN = 12;
  let due = 0,
    waiting = 0,
    hurried = false;
  const pace = () => Number(table().dataset.pace);
  const behind = () => "behind" in (table()?.dataset ?? {});

  // The stream: open while the tab is seen and the game goes on; it resumes by number.
  let stream = null,
    wait = 500,
    again = 0,
    silence = 0;
  const close = () => {
    clearTimeout(again);
    clearTimeout(silence);
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
    listening();
    stream.onopen = () => {
      wait = 500;
      const back = connection.lost();
      connection.set(true);
      listening();
      if (back) catchUp(true);
    };
    stream.addEventListener("alive", listening);
    stream.addEventListener("changed", event => {
      listening();
      newest = Math.max(newest, Number(event.lastEventId));
      catchUp();
    });
    stream.addEventListener("absent", () => {
      listening();
      catchUp(true);
    });
    stream.onerror = fail;
  };
  const fail = () => {
    connection.set(false);
    close();
    again = setTimeout(open, wait);
    connection.wait(wait, open);
    wait = Math.min(wait * 2, 8000);
  };
  // The stream says that it is alive every quarter of a minute; one that has died in silence, as in sleep, is opened again.
  const listening = () => {
    clearTimeout(silence);
    silence = setTimeout(fail, SILENT);
  };
  // A page that is seen again shows at once what is now.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return close();
    open();
    hurry();
  });
  addEventListener("online", open);
  addEventListener("offline", () => stream && fail());
  addEventListener("pagehide", close);
  addEventListener("pageshow", event => {
    if (event.persisted) open();
  });

  htmx.config.timeout = connection.TRIED;

  // Fetches what is new, turn by turn: each is shown as long as the table's pace wants. Without a pace, and for a page that is
  // far behind or was hidden or pressed, it is one board. A page far behind jumps without a transition.
  const catchUp = (anyway = false) => {
    if (fetching || posting || document.hidden || !table() || (newest <= number() && !anyway)) return;
    clearTimeout(waiting);
    const early = due - performance.now();
    if (early > 0) {
      waiting = setTimeout(catchUp, early, anyway);
      return;
    }
    fetching = true;
    const paced = pace() && !hurried ? "&paced=1" : "";
    hurried = false;
    htmx
      .ajax("GET", `${base}/board?seen=${number()}&newest=${newest}${paced}`, { target: "#table", swap: "outerHTML" })
      .catch(() => {})
      .finally(() => {
        fetching = false;
        setTimeout(() => catchUp(), 1000);
      });
  };
  const hurry = () => {
    hurried = true;
    due = 0;
    catchUp(true);
  };
  const hurryBy = event => {
    if (behind() && !event.target.closest?.("[data-look]")) hurry();
  };
  document.addEventListener("click", hurryBy);
  document.addEventListener("keydown", event => ["Enter", " ", "Escape"].includes(event.key) && hurryBy(event));
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const itsAddress = detail.elt.hasAttribute("hx-push-url");
    if (detail.target?.id === "table" && !itsAddress) detail.parameters.has = drawing.has();
  });
  const posts = event => event.detail.requestConfig?.verb === "post";
  document.addEventListener("htmx:beforeRequest", event => {
    if (!posts(event)) return;
    // Who decides does not wait for a hint that is still thought about; a second decision would be a double click.
    if (posting) {
      if (posting.id !== "hint" || event.detail.elt.id === "hint") return event.preventDefault();
      answering?.classList.remove("is-sent");
      const overtaken = posting;
      posting = null;
      htmx.trigger(overtaken, "htmx:abort");
    }
    if (connection.lost()) {
      event.preventDefault();
      return connection.miss();
    }
    posting = event.detail.elt;
    answering = event.detail.requestConfig.triggeringEvent?.submitter ?? null;
    answering?.classList.add("is-sent");
    document.getElementById("ask")?.setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:afterRequest", event => {
    const status = event.detail.xhr?.status ?? 0;
    if (!posts(event)) return status || gone();
    if (event.detail.elt !== posting) return;
    posting = null;
    answering?.classList.remove("is-sent");
    document.getElementById("ask")?.removeAttribute("aria-busy");
    if (!status || status >= 502) gone();
    if (!status || (status >= 400 && status !== 429)) connection.miss();
  });
  const gone = () => connection.lost() || (stream && fail());
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
  // A server with newer pages: the page reloads, but not repeatedly where two versions are served.
  const afresh = () => {
    const before = Number(sessionStorage.getItem("afresh"));
    sessionStorage.setItem("afresh", String(Date.now()));
    return Date.now() - before > AFRESH;
  };
  // A board that is older than what is shown is not drawn.
  document.addEventListener("htmx:beforeSwap", event => {
    if (event.detail.target?.id !== "table" || !event.detail.shouldSwap) return;
    const page = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
    const came = page.getElementById("table"),
      sent = came?.dataset.number;
    if (!sent) return;
    if (came.dataset.version !== table().dataset.version && afresh()) return location.reload();
    event.detail.shouldSwap = false;
    if (!posts(event) && (posting || Number(sent) < number())) return;
    drawing.draw(page, Number(sent) - number() <= (pace() ? TURN : NEAR), remember, drawn);
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
    all("[aria-hidden=true]", copy).forEach(mark => mark.remove());
    all("[role=img]", copy).forEach(picture => {
      const next = picture.nextElementSibling,
        between = picture.nextSibling === next ? "" : picture.nextSibling?.textContent.trim();
      const comma = next?.matches("[role=img], .tied") && !between ? "," : "";
      picture.replaceWith(` ${picture.getAttribute("aria-label")}${comma} `);
    });
    return copy.textContent
      .replace(/\s+/g, " ")
      .replace(/ ([.,;:?)])/g, "$1")
      .trim()
      .replace(/[^.?!:]$/, "$&.");
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
    if (!behind()) hurried = false;
    due = hurried ? 0 : performance.now() + pace();
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
      pressed = behind() ? null : { x: event.clientX, y: event.clientY, on: event.target, moving: drawing.moving() };
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
    const controls = all("button:not([disabled]), [role=img][tabindex]", row).filter(
      button => button.getClientRects().length,
    );
    const next = controls[controls.indexOf(event.target) + step];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });

  open();
})();
