// Keys of a table: digits for what is lit, letters for the buttons. They can be switched off, and never act while the user types.
(() => {
  const table = () => document.getElementById("table");
  const list = document.getElementById("keys-list"),
    wanted = document.getElementById("keys-on");
  if (!list || !table()) return;
  const usable = one => !one.disabled && !one.closest("[inert]") && one.getClientRects().length > 0;
  const press = selector => {
    const button = [...document.querySelectorAll(selector)].find(usable);
    button?.click();
    return Boolean(button);
  };
  const showLog = () => {
    if (press("#show-log")) return true;
    document.querySelector("#log ol")?.focus();
    return true;
  };
  const LETTERS = {
    h: () => press("#do-hint"),
    u: () => press("#do-undo"),
    t: () => press("#do-takeback"),
    r: () => press('[name="decision"][value="rest"]'),
    l: showLog,
    "?": () => {
      if (!list.open) list.showModal();
      return true;
    },
  };

  // The lit choices in the order of the page; cubes that are alike are one choice. A longer way offers only the cards that pay it.
  // Digits are shown before the first one acts; of more than ten choices, 0 shows the next nine.
  const LIT = '[name="decision"], .hex[data-way], [data-card].is-ready';
  const TURN = 9;
  let turned = 0;
  const choices = () => {
    const found = new Map();
    for (const one of table().querySelectorAll(
      document.querySelector("#ask.planning") ? "[data-card].is-ready" : LIT,
    )) {
      const what = one.value || one.dataset.way || one.dataset.card;
      if (what && what !== "rest" && usable(one) && !found.has(what)) found.set(what, one);
    }
    return [...found.values()];
  };
  const numbered = () => {
    const all = choices();
    if (all.length <= TURN + 1) return all;
    const first = (turned * TURN) % (Math.ceil(all.length / TURN) * TURN);
    return all.slice(first, first + TURN);
  };
  const layer = document.createElement("div");
  layer.className = "digits";
  layer.setAttribute("aria-hidden", "true");
  let shown = false,
    soon = 0;
  const draw = () => {
    soon = 0;
    layer.replaceChildren();
    if (!shown) return;
    if (!layer.isConnected) document.body.append(layer);
    numbered().forEach((one, place) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      if (bottom < 0 || top > innerHeight || right < 0 || left > innerWidth) return;
      const digit = document.createElement("b");
      digit.textContent = (place + 1) % 10;
      const [x, y] = getComputedStyle(one).getPropertyValue("--digit").split(" ").map(Number);
      digit.style.left = `${Math.max(2, left + (right - left) * (x || 0) - 6)}px`;
      digit.style.top = `${Math.max(2, top + (bottom - top) * (y || 0) - 8)}px`;
      layer.append(digit);
    });
  };
  const drawSoon = () => {
    soon ||= requestAnimationFrame(draw);
  };
  const choose = digit => {
    if (!shown || (digit === 0 && choices().length > TURN + 1)) {
      turned = shown ? turned + 1 : 0;
      shown = true;
      drawSoon();
      return true;
    }
    const one = numbered()[(digit + 9) % 10];
    one?.click();
    return Boolean(one);
  };
  const hide = () => {
    shown = false;
    draw();
  };
  document.addEventListener("htmx:afterSettle", () => {
    turned = 0;
    setTimeout(drawSoon, 350);
  });
  document.addEventListener("click", () => shown && drawSoon());
  addEventListener("resize", drawSoon);
  document.addEventListener("scroll", drawSoon, { capture: true, passive: true });
  document.addEventListener("pointerdown", () => shown && hide(), { passive: true });

  const typing = target => Boolean(target.closest?.("input, select, textarea, [contenteditable], dialog[open]"));
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && shown) hide();
    if (!wanted.checked || event.defaultPrevented || event.repeat || typing(event.target)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const act = /^\d$/.test(event.key) ? () => choose(Number(event.key)) : LETTERS[event.key.toLowerCase()];
    if (act?.()) event.preventDefault();
  });

  wanted.checked = localStorage.getItem("keys") !== "off";
  wanted.addEventListener("change", () => {
    localStorage.setItem("keys", wanted.checked ? "on" : "off");
    if (!wanted.checked) hide();
  });
  document.getElementById("show-keys").addEventListener("click", LETTERS["?"]);
})();
