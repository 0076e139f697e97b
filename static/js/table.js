// The phone on the table: one half turned to face the other side, and the screen kept lit.

const turn = document.getElementById("turn");
turn.addEventListener("click", () => turn.setAttribute("aria-pressed", document.body.classList.toggle("turned")));

const wake = document.getElementById("wake");
const say = (key) => {
  wake.querySelector(".lit").textContent = `· ${wake.dataset[key]}`;
};

/** Ask for the screen to stay lit; a lock dies whenever the page is hidden, so ask again. */
async function stayLit() {
  if (document.visibilityState !== "visible") return;
  try {
    const lock = await navigator.wakeLock.request("screen");
    say("on");
    lock.addEventListener("release", () => say("off"));
  } catch {
    say("off"); // plain http, a low battery, or a browser without it
  }
}

stayLit();
document.addEventListener("visibilitychange", stayLit);
