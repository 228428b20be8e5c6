// Small things of every page. All of it works without this file too, but for copying, the log on phones and the lobby's stream.
(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];

  // "Your turn" in the icon: the header's line of a table says whose turn it is, and is swapped with the board.
  const showTurn = () => {
    const where = document.getElementById("where"), icon = document.getElementById("icon");
    if (where && icon) icon.href = "yours" in where.dataset ? icon.dataset.turn : icon.dataset.usual;
  };
  document.addEventListener("htmx:afterSettle", showTurn);

  // The theme changes at once; the cookie is the same that the form's answer would set.
  document.addEventListener("submit", event => {
    if (!event.target.matches("form.theme")) return;
    event.preventDefault();
    const theme = event.submitter.value;
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
    all(`form.theme .to-${theme === "dark" ? "light" : "dark"}`).forEach(button => button.focus());
  });

  // Copying a link.
  document.addEventListener("click", async event => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    try { await navigator.clipboard.writeText(field.value); } catch { field.select(); document.execCommand("copy"); }
    const word = button.querySelector("span"), before = word.textContent;
    word.textContent = button.dataset.done;
    button.classList.add("done");
    setTimeout(() => { word.textContent = before; button.classList.remove("done"); }, 2000);
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
  document.addEventListener("keydown", event => { if (event.key === "Escape") showLog(false); });
})();
