// Whether the server answers. While it does not, a bar says so, nothing on the table is lit, and a click says that it did not count.
window.connection = (() => {
  const TRIED = 25000,
    SHOWN = 4000;
  const dot = () => document.getElementById("connection");
  const bar = document.createElement("div"),
    text = document.createElement("b"),
    unsent = document.createElement("span"),
    countdown = document.createElement("span"),
    now = document.createElement("button");
  bar.className = "toast";
  bar.id = "toast";
  countdown.setAttribute("aria-hidden", "true");
  now.type = "button";
  now.className = "btn small";
  const said = document.createElement("p");
  said.setAttribute("role", "alert");
  said.append(text, " ", unsent, " ", countdown);
  bar.append(said, now);
  bar.hidden = true;

  let lost = false,
    due = 0,
    ticking = 0,
    hiding = 0,
    again = () => {};
  const words = name => dot()?.dataset[name] ?? "";
  const show = (kind, first, second = "") => {
    if (!bar.isConnected) document.body.append(bar);
    clearTimeout(hiding);
    bar.className = `toast ${kind}`;
    bar.hidden = false;
    if (text.textContent !== first) text.textContent = first;
    unsent.textContent = second;
    countdown.textContent = "";
    now.hidden = kind !== "is-lost";
    now.textContent = words("now");
  };
  const hideSoon = () => {
    hiding = setTimeout(() => {
      bar.hidden = true;
      text.textContent = "";
    }, SHOWN);
  };
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((due - Date.now()) / 1000));
    countdown.textContent = seconds ? words("again").replace("%s", seconds) : words("trying");
  };

  // Called with what was just found out; a table that is lost goes dark at once.
  const set = ok => {
    if (!dot() || lost === !ok) return;
    lost = !ok;
    document.body.classList.toggle("is-lost", lost);
    dot().className = `conn ${ok ? "ok" : "lost"}`;
    dot().querySelector("span").textContent = ok ? words("ok") : words("lost");
    clearInterval(ticking);
    if (lost) {
      show("is-lost", words("lost"), words("safe"));
      ticking = setInterval(tick, 500);
      tick();
    } else {
      show("is-back", words("back"));
      hideSoon();
    }
  };
  // Tells when the next try is, and what "Try now" does.
  const wait = (milliseconds, retry) => {
    due = Date.now() + milliseconds;
    again = retry;
    if (lost) tick();
  };
  // A click that found nobody, or got no answer.
  const miss = () => {
    if (!dot()) return;
    show(lost ? "is-lost" : "is-missed", lost ? words("lost") : words("missed"), words("unsent"));
    if (lost) tick();
    else hideSoon();
  };
  now.addEventListener("click", () => again());
  return { set, wait, miss, lost: () => lost, TRIED };
})();
