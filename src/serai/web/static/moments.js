// What is heard and felt at a table: soft sounds, all made here, and two special moments, a claim and a win. Off until switched on.
(() => {
  const table = () => document.getElementById("table");
  const menu = document.getElementById("feel");
  if (!menu || !table()) return;
  const kept = (name, usual) => localStorage.getItem(name) ?? usual;
  const barred = () => navigator.getAutoplayPolicy?.("audiocontext") === "disallowed";
  const loud = () => kept("sound", "off") === "on" && Number(kept("volume", "6")) > 0 && !barred();

  // ---------- the instruments ----------
  let audio = null,
    out = null;
  const awake = () => {
    if (!audio) {
      audio = new AudioContext();
      out = audio.createGain();
      out.connect(audio.destination);
    }
    out.gain.value = (Number(kept("volume", "6")) / 10) ** 2;
    if (audio.state === "suspended") audio.resume().catch(() => {});
    return audio;
  };
  const faded = (at, peak, length) => {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(peak, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(out);
    return gain;
  };
  const tone = (pitch, after = 0, length = 0.5, peak = 0.3, type = "sine", to = pitch) => {
    const at = audio.currentTime + after,
      voice = audio.createOscillator();
    voice.type = type;
    voice.frequency.setValueAtTime(pitch, at);
    voice.frequency.exponentialRampToValueAtTime(to, at + length);
    voice.connect(faded(at, peak, length));
    voice.start(at);
    voice.stop(at + length);
  };
  const bell = (pitch, after = 0, length = 0.9, peak = 0.26) => {
    tone(pitch, after, length, peak);
    tone(2.01 * pitch, after, 0.6 * length, 0.3 * peak);
    tone(3.02 * pitch, after, 0.3 * length, 0.12 * peak);
  };
  const breath = (from, to, length, peak, after = 0) => {
    const at = audio.currentTime + after,
      noise = audio.createBufferSource(),
      filter = audio.createBiquadFilter();
    noise.buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const samples = noise.buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(from, at);
    filter.frequency.exponentialRampToValueAtTime(to, at + length);
    noise.connect(filter).connect(faded(at, peak, length));
    noise.start(at);
  };
  const SOUNDS = {
    turn: () => [659, 988].forEach((pitch, place) => bell(pitch, 0.14 * place)),
    card: () => breath(2600, 900, 0.12, 0.35),
    cube: () => {
      tone(430, 0, 0.09, 0.3, "triangle", 280);
      breath(3200, 2400, 0.03, 0.12);
    },
    coin: () => [2093, 2794].forEach((pitch, place) => bell(pitch, 0.07 * place, 0.4, 0.12)),
    claim: () => [392, 494, 587, 784].forEach((pitch, place) => bell(pitch, 0.09 * place, 1)),
    sail: () => breath(240, 900, 0.7, 0.4),
    win: () => [392, 494, 587, 784, 988, 1175].forEach((pitch, place) => bell(pitch, 0.13 * place, 1.6)),
  };
  const play = name => {
    if (!loud()) return;
    awake();
    if (audio.state === "running") SOUNDS[name]();
  };
  // Browsers play no sound before the first touch or key.
  const touched = () => loud() && awake();
  addEventListener("pointerdown", touched, { passive: true });
  addEventListener("keydown", touched);

  // ---------- what a decision sounds like: by its verb, of all games or of this one; any other is a card ----------
  const HEARD = {
    pay: ["cube"],
    upgrade: ["cube"],
    trade: ["cube"],
    discard: ["cube"],
    stop: [],
    ...JSON.parse(menu.dataset.sounds),
  };
  const heard = verb => HEARD[verb.replace("+", "")] ?? ["card"];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const rise = lanterns => {
    if (still.matches) return;
    const sky = document.createElement("div");
    sky.className = "sky";
    sky.setAttribute("aria-hidden", "true");
    for (let i = 0; i < lanterns; i += 1) {
      const lantern = '<svg><use href="#i-lantern"/></svg>';
      sky.insertAdjacentHTML("beforeend", lantern);
      const one = sky.lastChild;
      one.style.left = `${(100 * (i + 0.5)) / lanterns}%`;
      one.style.animationDelay = `${(i * 137) % 420}ms`;
    }
    document.body.append(sky);
    setTimeout(() => sky.remove(), 3200);
  };

  let told = Number(table().dataset.steps),
    yours = "yours" in table().dataset,
    won = "won" in table().dataset;
  const hear = () => {
    if ("past" in table().dataset) return;
    const { steps, verbs = "" } = table().dataset,
      fresh = Number(steps) - told;
    const last = fresh > 0 ? verbs.split(" ").slice(-fresh) : [];
    const names = new Set(last.flatMap(heard));
    const mine = last.some(verb => verb.startsWith("+") && heard(verb).includes("claim"));
    told = Number(steps);
    const turn = "yours" in table().dataset && !yours,
      win = "won" in table().dataset && !won;
    yours = "yours" in table().dataset;
    won = "won" in table().dataset;
    [...names].slice(0, 3).forEach(play);
    if (win) {
      play("win");
      rise(9);
    } else if (mine) rise(3);
    if (turn) setTimeout(play, 250, "turn");
  };
  document.addEventListener("htmx:afterSettle", event => {
    if (event.target.id === "table") hear();
  });

  // ---------- the switch ----------
  const on = document.getElementById("sound-on"),
    volume = document.getElementById("volume"),
    number = document.querySelector("output[for=volume]");
  const show = () => {
    on.checked = kept("sound", "off") === "on" && !barred();
    on.disabled = barred();
    volume.value = number.value = kept("volume", "6");
    menu.classList.toggle("is-silent", !loud());
  };
  on.addEventListener("change", () => {
    localStorage.setItem("sound", on.checked ? "on" : "off");
    show();
    play("turn");
  });
  volume.addEventListener("input", () => {
    localStorage.setItem("volume", volume.value);
    show();
  });
  volume.addEventListener("change", () => play("coin"));
  menu.addEventListener("click", event => {
    const name = event.target.closest("[data-listen]")?.dataset.listen;
    if (!name || barred()) return;
    awake();
    SOUNDS[name]();
  });
  document.addEventListener("click", event => {
    if (!event.target.closest("#feel, dialog")) menu.open = false;
  });
  menu.addEventListener("click", event => event.target.closest("[form]") && setTimeout(() => (menu.open = false)));
  menu.addEventListener("toggle", ({ target }) => target !== menu && target.scrollIntoView({ block: "end" }), true);
  menu.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  show();
})();
