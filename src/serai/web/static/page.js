// Small things of every page. All of it works without this file too, but for copying, the log on phones and the lobby's stream.
(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];

  // "Your turn" in the icon: the header's line of a table says whose turn it is, and is swapped with the board.
  const showTurn = () => {
    const where = document.getElementById("where"),
      icon = document.getElementById("icon");
    if (where && icon) icon.href = "yours" in where.dataset ? icon.dataset.turn : icon.dataset.usual;
  };
  document.addEventListener("htmx:afterSettle", showTurn);

  // Whatever scrolls can be reached by keyboard: a row with nothing to press is a stop itself.
  const reachable = () =>
    all("main *")
      .filter(box => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
      .filter(
        box =>
          /auto|scroll/.test(getComputedStyle(box).overflow) &&
          !box.querySelector("a[href], button:not([disabled]), input, select, [tabindex]"),
      )
      .forEach(box => {
        box.tabIndex = 0;
      });
  let looking = 0;
  const whenIdle = window.requestIdleCallback ?? (work => setTimeout(work, 200));
  const lookSoon = () => {
    looking ||= requestAnimationFrame(() =>
      whenIdle(() => {
        looking = 0;
        reachable();
      }),
    );
  };
  document.addEventListener("htmx:afterSettle", lookSoon);
  addEventListener("load", lookSoon);
  addEventListener("resize", lookSoon);

  // The theme changes at once; the cookie is the same that the form's answer would set.
  document.addEventListener("submit", event => {
    if (!event.target.matches("form.theme")) return;
    event.preventDefault();
    const theme = event.submitter.value;
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
    all(`form.theme .to-${theme === "dark" ? "light" : "dark"}`).forEach(button => button.focus());
  });

  // A form whose answer is another page: what was pressed shows that it is on its way, until that page is there.
  const sent = [];
  document.addEventListener("submit", event => {
    setTimeout(() => {
      if (event.defaultPrevented || event.target.method === "dialog") return;
      if (event.submitter) sent.push(event.submitter);
      event.submitter?.classList.add("is-sent");
      document.querySelector("main")?.setAttribute("aria-busy", "true");
    });
  });
  addEventListener("pageshow", () => {
    sent.splice(0).forEach(button => button.classList.remove("is-sent"));
    document.querySelector("main")?.removeAttribute("aria-busy");
  });

  // Copying a link.
  document.addEventListener("click", async event => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    const word = button.querySelector("span"),
      before = word.textContent;
    word.textContent = button.dataset.done;
    button.classList.add("done");
    setTimeout(() => {
      word.textContent = before;
      button.classList.remove("done");
    }, 2000);
  });

  // The log on phones: a sheet over the table.
  const showLog = open => {
    document.body.classList.toggle("log-open", open);
    document.getElementById("show-log")?.setAttribute("aria-expanded", String(open));
  };
  document.addEventListener("click", event => {
    const button = event.target.closest("#show-log");
    if (button) showLog(!document.body.classList.contains("log-open"));
    else if (document.body.classList.contains("log-open") && !event.target.closest("#log")) showLog(false);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape") showLog(false);
  });

  // Home: each game suggests its own level, unless another bot was chosen.
  let level = document.querySelector("[data-level]:checked")?.dataset.level;
  document.addEventListener("change", ({ target }) => {
    if (!target.dataset.level) return;
    all("select.bots")
      .filter(select => select.value === level)
      .forEach(select => {
        select.value = target.dataset.level;
      });
    level = target.dataset.level;
  });

  // Home: one name, whichever of its fields it is typed into.
  const names = all(".home [name=name]");
  document.addEventListener("input", ({ target }) => {
    if (names.includes(target)) names.forEach(field => (field.value = target.value));
  });

  // Home: how many players the chosen seats make.
  const count = document.getElementById("count");
  const seats = () =>
    all(".seatrow").filter(row => row.getClientRects().length && !row.querySelector("[value=empty]:checked"));
  const showCount = () => {
    count.textContent = count.dataset.counts.split("|")[seats().length];
  };
  if (count) {
    document.addEventListener("change", showCount);
    addEventListener("pageshow", showCount);
    count.closest("details").addEventListener("toggle", showCount);
    showCount();
  }

  // The lobby: fetched again when someone sits down; once the game has begun, another page is shown.
  const lobby = () => document.querySelector("main[data-lobby]");
  const AGAIN = 3000;
  let stream = null,
    again = 0;
  const refresh = async number => {
    const answer = await fetch(`/table/${lobby().dataset.lobby}/board?newest=${number}`);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main[data-lobby]");
    if (!fresh) return location.reload();
    const focus = document.activeElement?.id,
      opened = all("details[open]", lobby()).map(details => details.id);
    lobby().replaceWith(fresh);
    opened.forEach(id => document.getElementById(id)?.setAttribute("open", ""));
    if (focus) document.getElementById(focus)?.focus();
  };
  const listen = () => {
    clearTimeout(again);
    stream?.close();
    if (document.hidden || !lobby() || "closed" in lobby().dataset) return;
    stream = new EventSource(`/table/${lobby().dataset.lobby}/stream?after=${lobby().dataset.number}`);
    stream.addEventListener("changed", event => refresh(event.lastEventId).catch(() => connection.set(false)));
    stream.onopen = () => connection.set(true);
    stream.onerror = () => {
      connection.set(false);
      connection.wait(AGAIN, listen);
      stream.close();
      again = setTimeout(listen, AGAIN);
    };
  };
  if (lobby()) {
    document.addEventListener("visibilitychange", () => (document.hidden ? stream?.close() : listen()));
    addEventListener("pagehide", () => stream?.close());
    listen();
  }
})();
