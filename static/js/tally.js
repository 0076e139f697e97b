// A plain tally: one figure a side, one keypad, the new totals beside them at every tap.
import * as draft from "./draft.js";

const $$ = (query, from = document) => [...from.querySelectorAll(query)];
const digits = (n, thousand) => String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, thousand);
const show = (n, thousand) => (n < 0 ? "−" : "") + digits(n, thousand);

let sheet, data, at;

/** The number typed, 0 while it is none. */
function read(text) {
  const terms = text.replaceAll("−", "-").replaceAll(" ", "").match(/^[+-]?\d+([+-]\d+)*$/) ? text.replaceAll("−", "-").match(/[+-]?\d+/g) : [];
  return terms.reduce((all, term) => all + Number(term), 0);
}

const inputs = () => $$(".cell input", sheet);

function draw() {
  for (const input of inputs()) input.parentElement.classList.toggle("on", input === at);
  inputs().forEach((input, n) => {
    const place = $$(".after", sheet)[n];
    place.textContent = show(data.before[n] + read(input.value), data.thousand);
  });
}

function press(key) {
  const all = inputs();
  if (!at) at = all.find((input) => !input.value) ?? all[0];
  if (key === "next") at = all[(all.indexOf(at) + 1) % all.length];
  else if (key === "back") at.value = at.value.slice(0, -1);
  else if (key === "sign") at.value = /^[-−]/.test(at.value) ? at.value.slice(1) : `−${at.value}`;
  else if (key === "+") at.value += /\d$/.test(at.value) ? "+" : "";
  else if (at.value.split(/[+−-]/).at(-1).length < 6) at.value += key;
  changed();
}

function changed() {
  draw();
  draft.keep({ fields: Object.fromEntries(inputs().map((input) => [input.name, input.value])), stamp: stamp(), key: "" });
}

const stamp = () => (sheet.elements.namedItem("number") ?? sheet.elements.namedItem("version")).value;

function restore() {
  const held = draft.recall();
  if (held?.stamp !== stamp()) return;
  for (const input of inputs()) input.value ||= held.fields[input.name] ?? "";
}

function start(first) {
  sheet = document.querySelector("form#sheet");
  if (!sheet) return;
  data = JSON.parse(sheet.querySelector("#data").textContent);
  sheet.classList.add("live");
  for (const input of inputs()) {
    input.setAttribute("inputmode", "none");
    input.addEventListener("focus", () => {
      at = input;
      draw();
    });
  }
  if (first) restore();
  at = inputs().find((input) => !input.value) ?? null;
  sheet.querySelector(".keys").addEventListener("pointerdown", (event) => event.preventDefault());
  sheet.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });
  sheet.addEventListener("input", changed);
  sheet.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.detail.xhr.getResponseHeader("HX-Redirect")) draft.forget();
  });
  draw();
}

start(true);
document.addEventListener("htmx:afterSettle", () => start(false));
