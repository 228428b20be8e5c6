// The replay: keys, links and the slider go to a step, which is fetched and drawn over the one that is shown. Steps are counted from
// the one asked for last, so no key is lost while a board is on its way; without this file every link is a page.
(() => {
  const bar = () => document.querySelector(".replay");
  const slider = () => document.getElementById("step");
  const last = Number(slider().max);
  const address = step => `${location.pathname}?step=${step}`;
  const goals = { Home: () => 0, ArrowLeft: () => wanted - 1, ArrowRight: () => wanted + 1, End: () => last };
  let wanted = Number(slider().defaultValue),
    shown = wanted,
    fetching = false,
    resting = 0;

  const go = async step => {
    slider().value = wanted = Math.max(0, Math.min(step, last));
    if (fetching) return;
    fetching = true;
    bar().setAttribute("aria-busy", "true");
    try {
      while (shown !== wanted) await show(wanted);
    } catch {
      location.assign(address(wanted));
    }
    fetching = false;
    bar().removeAttribute("aria-busy");
  };
  const show = async step => {
    const answer = await fetch(address(step));
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"),
      near = Math.abs(step - shown) <= 3;
    shown = step;
    drawing.draw(
      page,
      near,
      () => {},
      () => drawBar(page.querySelector(".replay"), step),
    );
    clearTimeout(resting);
    resting = setTimeout(rest, 250);
  };
  // The slider stays the same element, since the user may be holding it; a focused link that leads nowhere now gives the focus to it.
  const drawBar = (fresh, step) => {
    const focused = bar().contains(document.activeElement);
    slider().setAttribute("value", step);
    drawing.become(bar(), fresh);
    slider().value = wanted;
    document.getElementById("play-on")?.setAttribute("aria-pressed", String(Boolean(playing)));
    if (focused && !bar().contains(document.activeElement)) slider().focus();
  };
  // Browsers limit how often the address may change, so it changes once the keys are quiet.
  const rest = () => {
    history.replaceState(history.state, "", address(shown));
    document.querySelectorAll("[name=back]").forEach(field => {
      field.value = address(shown);
    });
  };

  // Plays by itself until it is stopped, another step is opened, or the game is over.
  const PACE = 1100;
  let playing = 0;
  const play = on => {
    clearInterval(playing);
    playing = on ? setInterval(() => (wanted < last ? go(wanted + 1) : play(false)), PACE) : 0;
    document.getElementById("play-on")?.setAttribute("aria-pressed", String(on));
  };
  document.addEventListener("click", event => {
    if (!event.target.closest("#play-on")) return play(false);
    play(!playing);
    if (playing) go(wanted < last ? wanted + 1 : 0);
  });

  const list = document.getElementById("keys-list");
  document.addEventListener("click", event => event.target.closest("#show-keys") && list.showModal());
  document.addEventListener("keydown", event => {
    if (event.key === "?" && !list.open) list.showModal();
  });

  const plain = event => !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  document.addEventListener("keydown", event => {
    const goal = goals[event.key];
    if (!goal || !plain(event) || event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    play(false);
    go(goal());
  });
  document.addEventListener("click", event => {
    const goal = goals[event.target.closest(".replay a")?.dataset.key];
    if (!goal || !plain(event)) return;
    event.preventDefault();
    go(goal());
  });
  document.addEventListener("change", event => {
    if (event.target === slider()) go(Number(slider().value));
  });
  document.addEventListener("submit", event => {
    if (!bar().contains(event.target)) return;
    event.preventDefault();
    go(Number(slider().value));
  });
})();
