// A plain tally: one figure a side, one keypad, the new totals beside them at every tap.
import * as draft from "./draft.js";

const $ = (query, from = document) => from.querySelector(query);
const $$ = (query, from = document) => [...from.querySelectorAll(query)];
const LONGEST = 6; // digits of a figure
const SUM = /^[+-]?\d+([+-]\d+)*$/;

let sheet, data, at, fresh; // the form, what came with it, the figure being written, whether a digit replaces it

const inputs = () => $$(".cell input", sheet);
const key = () => sheet.elements.namedItem("key").value;
const stamp = () => (sheet.elements.namedItem("number") ?? sheet.elements.namedItem("version")).value;
const digits = (n) => String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, data.thousand);
const show = (n) => (n < 0 ? "−" : "") + digits(n);
const open = (text) => text.replace(/[+\s]+$/, ""); // a sum being written may end in its plus

/** The number typed, 0 while it is none. */
function read(text) {
  const plain = open(text).replaceAll("−", "-").replaceAll(" ", "");
  return SUM.test(plain) ? plain.match(/[+-]?\d+/g).reduce((all, term) => all + Number(term), 0) : 0;
}

function draw() {
  const after = $$(".after b", sheet);
  inputs().forEach((input, n) => {
    input.parentElement.classList.toggle("on", input === at);
    input.parentElement.classList.toggle("fresh", input === at && fresh);
    input.classList.toggle("long", input.value.length > 6);
    after[n].textContent = show(data.before[n] + read(input.value));
  });
}

function go(input) {
  at = input;
  fresh = Boolean(input?.value);
  draw();
  input?.closest(".row").scrollIntoView({ block: "nearest" });
}

function press(pressed) {
  const all = inputs();
  if (!at || pressed === "next") return go(all[(all.indexOf(at) + 1) % all.length]);
  if (pressed === "back") at.value = at.value.slice(0, -1);
  else if (pressed === "sign") at.value = /^[-−]/.test(at.value) ? at.value.slice(1) : `−${at.value}`;
  else if (pressed === "+") at.value += /\d$/.test(at.value) ? "+" : "";
  else if (fresh) at.value = pressed;
  else if (at.value.split(/[+−-]/).at(-1).length < LONGEST) at.value += pressed;
  fresh = false;
  changed();
}

function changed() {
  draw();
  if (draft.keep({ fields: fields(), stamp: stamp() })) return;
  notice(data.words.notKept);
}

const fields = () => Object.fromEntries(inputs().map((input) => [input.name, input.value]));

/** Say something at the top, with what can be done about it. */
function notice(text, label, act) {
  const place = $(".notice", sheet);
  place.replaceChildren(`${text} `);
  if (label) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "text", textContent: label });
    button.addEventListener("click", () => {
      place.hidden = true;
      act();
    });
    place.append(button);
  }
  place.hidden = false;
}

function restore() {
  const held = draft.recall();
  const before = fields();
  if (held?.stamp !== stamp() || !inputs().some(({ name }) => held.fields[name] && held.fields[name] !== before[name])) return;
  const write = (said) => {
    for (const input of inputs()) input.value = said[input.name] ?? "";
    go(inputs().find((input) => !input.value) ?? null);
  };
  write(held.fields);
  notice(data.words.restored, data.words.fresh, () => {
    draft.forget();
    write(before);
  });
}

// While it is on its way nothing can be changed: what arrives is what was seen.
const LISTENERS = {
  click: ({ target }) => {
    const button = target.closest("[data-key]");
    if (button) press(button.dataset.key);
    if (target.id === "save" && at) at.value = open(at.value);
  },
  input: () => {
    fresh = false;
    changed();
  },
  "htmx:beforeSend": () => {
    sheet.inert = true;
  },
  "htmx:beforeOnLoad": ({ detail }) => {
    sheet.inert = false;
    if (detail.xhr.getResponseHeader("HX-Redirect")) draft.sent(key());
  },
  "htmx:sendError": failed,
  "htmx:timeout": failed,
  "htmx:responseError": failed,
};

function failed({ detail }) {
  sheet.inert = false;
  const status = detail.xhr?.status ?? 0;
  const { words } = data;
  const what = status === 0 ? words.offline : status < 500 ? words.refused : words.broken;
  notice(`${what} ${words.kept}`, words.again, () => $("#save", sheet).click());
}

function start(first) {
  sheet = $("form#sheet");
  if (!sheet) return;
  if (draft.wasSent(key())) return location.reload();
  data = JSON.parse($("#data", sheet).textContent);
  sheet.classList.add("live");
  for (const input of inputs()) {
    input.setAttribute("inputmode", "none");
    input.addEventListener("focus", () => input !== at && go(input));
  }
  $("[data-key=sign]", sheet).disabled = !data.negative;
  $(".keys", sheet).addEventListener("pointerdown", (event) => event.preventDefault());
  for (const [name, listen] of Object.entries(LISTENERS)) sheet.addEventListener(name, listen);
  go($(".cell:has(.bad) input", sheet) ?? inputs().find((input) => !input.value) ?? null);
  if (first) restore();
}

start(true);
document.addEventListener("htmx:afterSettle", () => start(false));
window.addEventListener("pageshow", (event) => event.persisted && sheet && draft.wasSent(key()) && location.reload());
