// The round sheet comes to life: the same form, said with taps, with its sums at every tap.
// The fields and their names are the server's; score.js does the arithmetic; the server decides.
import { answer } from "./score.js";
import * as draft from "./draft.js";

const $ = (query, from = document) => from.querySelector(query);
const $$ = (query, from = document) => [...from.querySelectorAll(query)];

// Not said yet is no mistake: the button names it.
const UNSAID = new Set(["END_MISSING", "MELDED_MISSING", "HAND_MISSING", "MORTO_MISSING", "NOBODY_WENT_OUT"]);
// Said only once nothing is missing: before, they would nag.
const LATE = new Set(["OUT_NO_CANASTRA", "OUT_NO_MORTO", "MORTO_STILL_OUT", "HAND_SMALLER_THAN_HOLDERS", "CANASTRA_POINTS"]);
const SIDE = (name) => Number(name.split(".")[0]);
const LIMIT = 1_000_000;

let sheet, data, words;
let at = null; // the figure being written
let fresh = false; // whether a digit replaces what stands in it
let came = null; // the figure before it, to go back to

// ---- figures -------------------------------------------------------------
const digits = (n) => String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, data.thousand);
const show = (n) => (n < 0 ? "−" : "") + digits(n);
const signed = (n) => (n > 0 ? "+" : "") + show(n);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

/** The number typed, null for nothing, the text itself where it is none (the rules then say so). */
function read(text, sums) {
  const plain = text.trim().replaceAll("−", "-");
  if (!plain) return null;
  const form = sums ? /^[+-]?\d{1,7}( ?[+-] ?\d{1,7}){0,40}$/ : /^[+-]?\d{1,7}$/;
  if (!form.test(plain)) return plain;
  const sum = plain.replaceAll(" ", "").match(/[+-]?\d+/g).reduce((all, term) => all + Number(term), 0);
  return Math.abs(sum) > LIMIT ? plain : sum;
}

// ---- the form ------------------------------------------------------------
const field = (name) => sheet.elements.namedItem(name);
const value = (name) => field(name)?.value ?? "";
const sums = (name) => /\.(points|total)$/.test(name) && !name.includes("adjustment");
const figure = (name) => read(value(name), sums(name));
const cells = (side, part) => $$(`[data-name^="${side}.${part}."]`, sheet);
// Of a row, not a cell: with more than three sides only one side's cells are in sight.
const shown = (cell) => cell.parentElement.checkVisibility?.() ?? cell.parentElement.offsetParent !== null;
const alone = (side) => data.players === 1 && out(side) !== null;

/** The manner in which a side went out, or null. */
function out(side) {
  const [ending, who, manner] = value("end").split(":");
  return ending === "out" && Number(who) === side ? manner : null;
}

function counts(side, part) {
  const held = {};
  for (const cell of cells(side, part)) {
    const n = figure(cell.dataset.name);
    if (n) held[cell.dataset.name.split(".")[2]] = n;
  }
  return held;
}

/** A pile in the way it is counted now; null while nothing is said. */
function pile(side, part) {
  if (part === "hand" && alone(side)) return {};
  const way = value("way");
  const held = {};
  for (const cell of cells(side, part)) {
    if (!cell.parentElement.dataset.ways.split(" ").includes(way)) continue;
    const n = figure(cell.dataset.name);
    if (n !== null) held[cell.dataset.name.split(".")[2]] = n;
  }
  return Object.keys(held).length ? held : null;
}

function side(n) {
  const said = {};
  const manner = out(n);
  if (manner !== null) said.out = manner;
  const points = figure(`${n}.adjustment.points`);
  if (points) said.adjustments = [{ points }];
  const total = figure(`${n}.total`);
  if (total !== null) return { total, ...said };
  const morto = manner !== null && data.mortoImplied ? "taken" : value(`${n}.morto`);
  if (field(`${n}.morto`) && morto) said.morto = morto;
  for (const part of ["melded", "hand", "unused_morto"]) {
    const held = pile(n, part);
    if (held && (part !== "unused_morto" || morto === "taken_unused")) said[part] = held;
  }
  for (const part of ["canastras", "honours", "extras"]) {
    const held = counts(n, part);
    if (Object.keys(held).length) said[part] = held;
  }
  return said;
}

/** The round as the rules understand it: what the server's `SheetForm.entry` makes of the form. */
function entry() {
  const ending = value("end").split(":")[0];
  const stock = figure("mortos_to_stock");
  return {
    ...(ending && { end: ending }),
    ...(data.players && { players_per_side: data.players }),
    ...(stock && { mortos_to_stock: stock }),
    sides: data.sides.map((_, n) => side(n)),
  };
}

// ---- what is said beside the figures --------------------------------------
/** The place on the page of a problem: the figure itself, or the first of its pile. */
function placeOf({ side: n, field: name }) {
  if (n === null) return $(`[data-place="${name}"]`, sheet) ? name : "end";
  if (name.startsWith("adjustments")) return `${n}.adjustment.points`;
  const place = `${n}.${name}`;
  if ($(`[data-place="${place}"]`, sheet)) return place;
  return cells(n, name).find(shown)?.dataset.name ?? "end";
}

function notes(found) {
  for (const cell of $$(".row.figure > .side", sheet)) {
    const { name } = cell.dataset;
    const n = figure(name);
    if (!shown(cell)) continue;
    if ($("input", cell).disabled) found.set(name, { level: "", lines: [words.noneLeft] });
    if (typeof n !== "number") continue;
    const worth = worthOf(name);
    const text = worth ? `${digits(n)} × ${worth} = ${show(n * worth)}` : /\d\s*[+-]/.test(value(name)) ? `= ${show(n)}` : "";
    if (text) found.set(name, { level: "", lines: [text] });
  }
  for (const cell of $$(".row.honour > .side", sheet)) {
    const { name } = cell.dataset;
    const line = drawn.sides[SIDE(name)].lines.find(([item]) => item === `honour:${name.split(".")[2]}`);
    if (line && pile(SIDE(name), "melded") && line[1] !== honourWorth(name))
      found.set(name, { level: "", lines: [`${words.without}: ${show(line[1])}`] });
  }
}

const rulesOf = (list, key) => (data.ruleset[list] ?? []).find((item) => item.key === key);
const classOf = (name) => data.ruleset.deck.classes.find((item) => item.key === name.split(".")[2]);

function worthOf(name) {
  const held = classOf(name);
  if (!held || !/\.(melded|hand|unused_morto)\./.test(name)) return 0;
  return name.includes(".melded.") ? held.points : (held.hand_points ?? held.points);
}

function honourWorth(name) {
  const { totals } = rulesOf("honours", name.split(".")[2]);
  return totals[Math.min(figure(name) || 0, totals.length - 1)];
}

let drawn; // what the rules say of the sheet as it stands

/** Sort what the rules found: what is missing, wrong, doubtful. */
function judge() {
  drawn = answer({ do: "draft", ruleset: data.ruleset, round: entry() });
  const missing = drawn.problems.filter((problem) => UNSAID.has(problem.code));
  const said = drawn.problems.filter(({ code }) => !UNSAID.has(code) && !(missing.length && LATE.has(code)));
  const doubts = said.filter((problem) => data.warnings.includes(problem.code));
  return { missing, doubts, bad: said.filter((problem) => !doubts.includes(problem)) };
}

function hint(found) {
  for (const el of $$("[data-place]", sheet)) {
    const note = found.get(el.dataset.place) ?? { level: "", lines: [] };
    const text = [...new Set(note.lines)].join(" ");
    if (el.textContent !== text) el.textContent = text;
    el.className = `hint ${note.level}`;
    const input = field(el.dataset.place);
    input?.setAttribute?.("aria-invalid", note.level === "bad");
  }
}

function draw() {
  const { missing, doubts, bad } = judge();
  const found = new Map();
  notes(found);
  for (const [level, list] of [["ask", doubts], ["bad", bad]])
    for (const problem of list) {
      const place = placeOf(problem);
      const before = found.get(place);
      const lines = before?.level === level ? before.lines : [];
      found.set(place, { level, lines: [...lines, data.codes[problem.code]] });
    }
  hint(found);
  drawChoices();
  drawFigures();
  drawSums(missing);
  drawSave(missing, doubts, bad);
}

function drawChoices() {
  for (const cell of $$(".row:is(.count, .honour) > .side", sheet)) cell.redraw?.();
  for (const cell of $$(".row.morto > .side", sheet)) {
    const implied = data.mortoImplied && out(SIDE(cell.dataset.name)) !== null;
    $(".seg", cell).hidden = implied;
    $(".said", cell).hidden = !implied;
    $(".said", cell).textContent = implied ? words.implied : "";
  }
  for (const n of data.sides.keys())
    for (const cell of cells(n, "hand")) {
      $("input", cell).disabled = alone(n);
      $(".fig", cell).classList.toggle("none-left", alone(n));
    }
}

function drawFigures() {
  $("#seldom", sheet).setAttribute("aria-expanded", $("#seldom-rows", sheet).open);
  for (const fig of $$(".fig", sheet)) {
    const input = $("input", fig);
    fig.classList.toggle("on", input.name === at);
    fig.classList.toggle("fresh", input.name === at && fresh);
    input.classList.toggle("long", input.value.length > 5);
  }
}

const untouched = (n) => !Object.keys(side(n)).length;

function drawSums(missing) {
  for (const button of $$(".sum", sheet)) {
    const n = Number(button.dataset.side);
    const { total } = drawn.sides[n];
    const whole = value("end") && !missing.some((problem) => problem.side === n);
    button.classList.toggle("whole", Boolean(whole));
    button.classList.toggle("unsaid", untouched(n));
    $("output", button).textContent = untouched(n) ? "–" : show(total);
    $("small", button).textContent = fill(words.match, { n: show(data.before[n] + total) });
  }
}

/** What a side still has to say, in words: "Us: morto, in hand". */
function lacking(missing) {
  const names = { MORTO_MISSING: "morto", MELDED_MISSING: "melded", HAND_MISSING: "hand" };
  const first = missing.find((problem) => problem.side !== null);
  if (!first) return "";
  const what = missing.filter((p) => p.side === first.side).map((p) => words[names[p.code]].toLowerCase());
  return fill(words.missing, { side: data.sides[first.side], what: what.join(", ") });
}

function drawSave(missing, doubts, bad) {
  const save = $("#save", sheet);
  const codes = [...new Set(doubts.map((problem) => problem.code))];
  save.className = `main${bad.length ? " bad" : missing.length ? " quiet" : ""}`;
  save.name = codes.length ? "kept" : "";
  save.value = codes.join(" ");
  const wrong = bad.find((problem) => problem.side !== null);
  if (bad.length) save.textContent = wrong ? fill(words.fix, { side: data.sides[wrong.side] }) : words.fixRound;
  else if (missing.length) save.textContent = value("end") ? lacking(missing) || words.who : words.who;
  else if (codes.length) save.textContent = fill(codes.length > 1 ? words.saveAnyway : words.saveAnyway1, { n: codes.length });
  else save.textContent = words.save;
}

// ---- the arithmetic in words ----------------------------------------------
function detail(item, points, n) {
  const [part, key] = item.split(":");
  const said = entry().sides[n];
  if (part === "canastra") return `${said.canastras[key]} × ${show(rulesOf("canastras", key).points)}`;
  if (part === "honour") {
    const against = points !== honourWorth(`${n}.honours.${key}`);
    return `${said.honours[key]}${against ? `, ${words.without}` : ""}`;
  }
  if (part === "morto") return said.morto === "taken_unused" ? words.notPlayed : words.notTaken;
  if (part === "extra") return String(said.extras[key]);
  if (!["melded", "hand", "unused_morto"].includes(part)) return "";
  const typed = value(`${n}.${part}.points`);
  if (value("way") === "points") return /\d\s*[+-]/.test(typed) ? typed : "";
  return Object.entries(said[part] ?? {})
    .filter(([, count]) => count)
    .map(([kind, count]) => `${count} × ${worthOf(`${n}.${part}.${kind}`)}`)
    .join(" + ");
}

function explain(n) {
  const pop = $("#why", sheet);
  const { lines, total } = drawn.sides[n];
  $("h2", pop).textContent = data.sides[n];
  const term = (text, small, number, mark = "") => {
    const dt = Object.assign(document.createElement("dt"), { className: mark, textContent: `${text} ` });
    dt.append(Object.assign(document.createElement("span"), { className: "soft", textContent: small }));
    return [dt, Object.assign(document.createElement("dd"), { className: mark, textContent: number })];
  };
  const before = data.before[n];
  $("dl", pop).replaceChildren(
    ...lines.flatMap(([item, points]) => term(words[item] ?? item, detail(item, points, n), signed(points))),
    ...term(words.thisRound, "", show(total), "eq"),
    ...term(fill(words.inMatch, { n: show(before) }), "", show(before + total)),
  );
  pop.showPopover();
}

// ---- taps in place of figures ----------------------------------------------
function button(text, label, tap, className = "") {
  const made = Object.assign(document.createElement("button"), { type: "button", className });
  const inner = Object.assign(document.createElement("span"), { textContent: text });
  made.append(inner);
  made.setAttribute("aria-label", label);
  made.addEventListener("click", () => {
    tap();
    changed();
  });
  return made;
}

const set = (input, n) => {
  input.value = n ? String(n) : "";
};

/** `1 2 +`: one tap says one, two or three; the third then counts on; a second tap clears. */
function asChoice(cell, input) {
  const group = Object.assign(document.createElement("div"), { className: "seg num" });
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", cell.dataset.label);
  const count = () => Number(input.value) || 0;
  const taps = [1, 2].map((n) => button(n, `${cell.dataset.label}: ${n}`, () => set(input, count() === n ? 0 : n)));
  const more = button("+", "", () => set(input, Math.max(3, count() + (count() > 2))));
  group.append(...taps, more);
  cell.redraw = () => {
    taps.forEach((tap, i) => tap.setAttribute("aria-pressed", count() === i + 1));
    more.setAttribute("aria-pressed", count() > 2);
    more.firstChild.textContent = count() > 2 ? count() : "+";
    more.setAttribute("aria-label", `${cell.dataset.label}: ${count() > 2 ? fill(words.more, { n: count() }) : words.three}`);
  };
  return group;
}

/** Where there is little room: a number to tap up, and − beside it. */
function asCount(cell, input) {
  const box = Object.assign(document.createElement("div"), { className: "count-up" });
  const count = () => Number(input.value) || 0;
  const less = button("−", `${cell.dataset.label}: ${words.less}`, () => set(input, count() - 1), "less");
  const more = button("+", "", () => set(input, count() + 1), "more");
  box.append(less, more);
  cell.redraw = () => {
    less.disabled = !count();
    more.classList.toggle("some", count() > 0);
    more.firstChild.textContent = count() || "+";
    more.setAttribute("aria-label", `${cell.dataset.label}: ${fill(words.take, { n: count() })}`);
  };
  return box;
}

/** Red threes and their like: one pool for all sides, a tap takes a card, − gives it back. */
function asCards(cell, input) {
  const box = Object.assign(document.createElement("div"), { className: "cards" });
  const count = () => Number(input.value) || 0;
  const row = cell.parentElement;
  const left = () => Number(cell.dataset.most) - $$("input", row).reduce((all, el) => all + (Number(el.value) || 0), 0);
  const less = button("−", `${cell.dataset.label}: ${words.less}`, () => set(input, count() - 1), "less");
  const take = button("", "", () => set(input, count() + 1), "take");
  box.append(less, take);
  cell.redraw = () => {
    less.disabled = !count();
    take.disabled = left() < 1;
    const card = (text, className) => Object.assign(document.createElement("span"), { className, textContent: text });
    const cards = count() > 4 ? [card(`3 × ${count()}`, "card wide")] : Array.from({ length: count() }, () => card("3", "card"));
    take.replaceChildren(...cards, ...(left() > 0 ? [card("+", "card add")] : []));
    take.setAttribute("aria-label", `${cell.dataset.label}: ${fill(words.take, { n: count() })}`);
    $$(".pool i", row).forEach((el, i) => el.classList.toggle("gone", i >= left()));
  };
  return box;
}

function enliven() {
  const many = data.sides.length > 2;
  for (const cell of $$(".row:is(.count, .honour) > .side", sheet)) {
    const input = $("input", cell);
    const make = cell.closest(".honour") ? asCards : many ? asCount : asChoice;
    $(".fig", cell).hidden = true;
    $(".fig", cell).after(make(cell, input));
  }
  for (const input of $$(".row.figure .fig input", sheet)) input.setAttribute("inputmode", "none");
  if (data.sides.length > 3) asTabs();
}

/** More sides than stand beside each other: one at a time, their names are the tabs. */
function asTabs() {
  for (const [n, name] of $$(".heads > .name", sheet).entries()) {
    const tab = Object.assign(document.createElement("button"), { type: "button", className: "tab" });
    tab.append(...name.childNodes);
    tab.addEventListener("click", () => {
      toTab(n);
      go(figures().find((figure) => SIDE(figure) === n) ?? null);
      drawFigures();
    });
    name.append(tab);
  }
  toTab(0);
}

function toTab(n) {
  if (data.sides.length < 4) return;
  sheet.dataset.tab = n;
  $$(".heads .tab", sheet).forEach((tab, i) => tab.setAttribute("aria-pressed", i === n));
}

// ---- the keypad --------------------------------------------------------------
/** The figures in the order in which they are asked: side by side, pile by pile. */
function figures() {
  const seen = $$(".row.figure > .side", sheet).filter(shown).filter((cell) => !$("input", cell).disabled);
  return seen.map((cell) => cell.dataset.name).sort((a, b) => SIDE(a) - SIDE(b));
}

const copies = (item) => {
  const { packs, jokers } = data.ruleset.deck;
  return item.ranks.reduce((all, rank) => all + (rank === "joker" ? jokers : packs * (/^3[rb]$/.test(rank) ? 2 : 4)), 0);
};

/** The most a figure can be: what the whole pack is worth, or holds. 0 where there is no telling. */
function most(name) {
  if (!/\.(melded|hand|unused_morto)\./.test(name)) return 0;
  const { classes } = data.ruleset.deck;
  const meldable = classes.filter((item) => !name.includes(".melded.") || item.meldable !== "never");
  if (name.endsWith(".points")) return meldable.reduce((all, item) => all + copies(item) * Math.max(item.points, item.hand_points ?? item.points), 0);
  return value("way") === "number" ? meldable.reduce((all, item) => all + copies(item), 0) : copies(classOf(name));
}

/** Whether no further digit could make it right: 0, or ten times it is more than the pack. */
function complete(name) {
  const text = value(name);
  if (!text || /[+-]/.test(text) || !most(name)) return false;
  return text === "0" || Number(text) * 10 > most(name);
}

function go(name, isFresh = true) {
  if (name !== at) came = at;
  at = name;
  fresh = Boolean(at) && isFresh && value(at) !== "";
  if (at) toTab(SIDE(at));
}

function next(onlyEmpty) {
  const all = figures();
  const i = all.indexOf(at);
  const later = [...all.slice(i + 1), ...all.slice(0, Math.max(i, 0))];
  const to = later.find((name) => !value(name)) ?? (onlyEmpty ? null : later[0]);
  if (!to) return;
  go(to);
  if (document.activeElement?.closest?.(".fig")) field(to).focus({ preventScroll: true });
}

function press(key) {
  if (!at || !figures().includes(at)) {
    go(figures().find((name) => !value(name)) ?? figures()[0]);
    if (!at) return;
  }
  let input = field(at);
  if (key === "next") return next(false);
  if (key === "back") {
    if (!input.value && came) go(came, false);
    else input.value = input.value.slice(0, -1).trimEnd();
    fresh = false;
  } else if (key === "sign") {
    input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `−${input.value}`;
  } else if (key === "+") {
    if (!input.value && came) { // the sheet moved on, the addition did not
      go(came, false);
      input = field(at);
    }
    if (sums(at) && /\d$/.test(input.value)) input.value += "+";
    fresh = false;
  } else digit(input, key);
}

function digit(input, key) {
  if (fresh) input.value = "";
  const last = input.value.split("+").at(-1);
  const text = last === "0" ? input.value.slice(0, -1) + key : input.value + key;
  if (text.split("+").at(-1).replace("−", "").length <= 6 && text.length < 200) input.value = text;
  fresh = false;
  if (complete(at)) next(true);
}

// ---- hands on it ---------------------------------------------------------------
function changed() {
  if (at && !figures().includes(at)) go(null);
  draw();
  remember();
}

function onKey(event) {
  const input = event.target;
  if (!input.closest?.(".row.figure") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = /^[0-9+]$/.test(event.key) ? event.key : { "-": "sign", Backspace: "back", Enter: "next" }[event.key];
  if (!key) return;
  event.preventDefault();
  press(key);
  changed();
}

/** Where a person has to look: the first thing wrong, or missing. */
function jump({ missing, bad }) {
  const problem = bad[0] ?? missing.find((p) => p.side !== null && value("end")) ?? missing[0];
  const names = { MORTO_MISSING: "morto", MELDED_MISSING: "melded", HAND_MISSING: "hand" };
  const place = placeOf({ side: problem.side, field: names[problem.code] ?? problem.field });
  const input = field(place) ?? field("end");
  const target = input instanceof RadioNodeList ? input[0] : input;
  if (figures().includes(place)) go(place);
  else if (/^\d/.test(place)) toTab(SIDE(place));
  const seen = target.closest(".side, .row") ?? target;
  seen.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
  draw();
}

function onSave(event) {
  const found = judge();
  if (!found.bad.length && !found.missing.length) return;
  event.preventDefault();
  jump(found);
}

function onClick(event) {
  const key = event.target.closest("[data-key]");
  if (key) {
    press(key.dataset.key);
    return changed();
  }
  if (event.target.closest("#seldom")) return unfold();
  const sum = event.target.closest(".sum");
  if (sum) return explain(Number(sum.dataset.side));
  if (event.target.closest("#save")) return onSave(event);
}

/** Show or fold away the rows for a bare total and an adjustment. */
function unfold() {
  const rows = $("#seldom-rows", sheet);
  rows.open = !rows.open;
  if (rows.open) go("0.total");
  changed();
}

function onFocus(event) {
  const cell = event.target.closest(".row.figure > .side");
  if (!cell || event.target.name === at) return;
  go(event.target.name);
  drawFigures();
}

// ---- drafts -----------------------------------------------------------------------
const HIDDEN = ["csrfmiddlewaretoken", "key", "number", "version"];

function remember() {
  const fields = {};
  for (const [name, held] of new FormData(sheet)) if (!HIDDEN.includes(name) && held) fields[name] = held;
  for (const el of $$("input:disabled", sheet)) if (el.value) fields[el.name] = el.value;
  draft.keep({ fields, key: value("key"), stamp: stamp() });
}

const stamp = () => value("number") || value("version");

function put(fields) {
  for (const el of sheet.elements) {
    if (!el.name || HIDDEN.includes(el.name) || el.name === "kept") continue;
    if (el.type === "radio") el.checked = fields[el.name] === el.value;
    else if (el.tagName === "INPUT") el.value = fields[el.name] ?? "";
  }
}

/** Say something at the top, with what can be done about it. */
function notice(text, ...acts) {
  const place = $(".notice", sheet);
  place.replaceChildren(`${text} `);
  for (const [label, act] of acts) {
    const made = button(label, label, () => {
      place.hidden = true;
      act();
    }, "text");
    place.append(made);
  }
  place.hidden = false;
}

function restore() {
  const held = draft.recall();
  if (!held || !Object.keys(held.fields).some((name) => name !== "way")) return;
  const original = new FormData(sheet);
  const afresh = [words.fresh, () => {
    put(Object.fromEntries(original));
    draft.forget();
  }];
  if (held.stamp !== stamp()) return notice(words.other, [words.use, () => put(held.fields)], afresh);
  put(held.fields);
  field("key").value = held.key; // the same sheet, sent twice, is one round
  notice(words.restored, afresh);
}

// ---- sending ------------------------------------------------------------------------
function onSent(event) {
  if (event.detail.xhr.getResponseHeader("HX-Redirect")) draft.forget();
}

function onFailure(event) {
  const status = event.detail.xhr?.status ?? 0;
  notice(status === 0 ? words.offline : status < 500 ? words.refused : words.broken);
  $(".notice", sheet).scrollIntoView({ block: "center" });
  draw();
}

// ---- start ----------------------------------------------------------------------------
function start(first) {
  sheet = $("form#sheet");
  if (!sheet) return;
  data = JSON.parse($("#data", sheet).textContent);
  words = data.words;
  at = came = null;
  enliven();
  sheet.classList.add("live");
  if (first) restore();
  $(".keys", sheet).addEventListener("pointerdown", (event) => event.preventDefault());
  sheet.addEventListener("click", onClick);
  sheet.addEventListener("keydown", onKey);
  sheet.addEventListener("focusin", onFocus);
  sheet.addEventListener("input", changed);
  sheet.addEventListener("change", changed);
  sheet.addEventListener("htmx:beforeOnLoad", onSent);
  sheet.addEventListener("htmx:sendError", onFailure);
  sheet.addEventListener("htmx:responseError", onFailure);
  go(figures().find((name) => !value(name)) ?? null);
  if (first) draw();
  else answered();
}

/** The server refused: its words stand beside the figures until the next tap. */
function answered() {
  const { missing } = judge();
  drawChoices();
  drawFigures();
  drawSums(missing);
  $(".hint.bad, .hint.ask", sheet)?.scrollIntoView({ block: "center" });
}

start(true);
document.addEventListener("htmx:afterSettle", () => start(false));
