// What happened since my turn: a line shows its move on the board again; × puts the strip away until others move again.
(() => {
  const table = () => document.getElementById("table");
  if (!table()?.dataset.table || document.body.classList.contains("replaying")) return;
  const base = `/table/${table().dataset.table}`;
  const BEFORE = 350,
    AFTER = 1400;
  let run = 0,
    away = "";

  const wait = time => new Promise(done => setTimeout(done, time));
  const page = async address => {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  };
  const draw = fresh =>
    new Promise(done =>
      drawing.draw(
        fresh,
        true,
        () => {},
        () => done(putAway()),
      ),
    );
  const putAway = () => {
    const strip = document.getElementById("since");
    if (strip) strip.hidden = strip.dataset.since === away;
  };

  // Each move is shown from the board before it to the board after it. News, or anything pressed, ends it.
  const look = async (moves, pressed) => {
    const mine = ++run;
    pressed.classList.add("is-sent");
    const going = () => mine === run && !document.hidden;
    try {
      for (const move of moves) {
        const [first, last] = move.split("-");
        if (going()) {
          await draw(await page(`${base}/look?first=${first}&last=${first - 1}`));
          await wait(BEFORE);
        }
        if (!going()) break;
        const shown = await page(`${base}/look?first=${first}&last=${last}`);
        if (!going()) break;
        await draw(shown);
        await wait(AFTER);
      }
    } finally {
      pressed.classList.remove("is-sent");
      if (mine === run) await now();
    }
  };
  const now = async () => {
    run += 1;
    if (!("past" in table().dataset)) return;
    await draw(await page(`${base}/board?newest=${table().dataset.number}`));
  };

  document.addEventListener("click", event => {
    const line = event.target.closest("[data-look]"),
      shut = event.target.closest("[data-put-away]");
    if (line) look(line.dataset.look.trim().split(" "), line);
    else if (shut) {
      away = document.getElementById("since").dataset.since;
      putAway();
      document.getElementById("ask")?.focus();
    }
    if (!line && "past" in table().dataset) now();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && "past" in table().dataset) now();
  });
  document.addEventListener("htmx:afterSettle", putAway);
})();
