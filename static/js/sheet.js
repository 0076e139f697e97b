// The round sheet comes to life: the same form, said with taps, with its sums at every tap.
// filling.js reads and writes the form, score.js does the arithmetic; the server decides.
import { answer } from "./score.js";
import * as draft from "./draft.js";
import * as filling from "./filling.js";
import { $, $$, SIDE, alone, button, cells, classOf, data, field, figure, figures, fill, go, pile, press, rule, said, sheet, shown, value } from "./filling.js";

// Not said yet is no mistake: the button names it.
const UNSAID = { END_MISSING: "end", NOBODY_WENT_OUT: "end", MORTO_MISSING: "morto", MELDED_MISSING: "melded", HAND_MISSING: "hand", UNUSED_MORTO_MISSING: "unused_morto" };
// Said only once nothing is missing: before, they would nag.
const LATE = new Set(["OUT_NO_CANASTRA", "OUT_NO_MORTO", "MORTO_STILL_OUT", "HAND_SMALLER_THAN_HOLDERS", "CANASTRA_POINTS", "UNUSED_MORTO_SIZE"]);
// What the next digit may still mend.
const GROWING = new Set(["GRANULARITY", "CANASTRA_CARDS", "MELD_TOO_SMALL"]);

let drawn; // what the rules say of the sheet as it stands
let waiting = null; // an older draft that waits for a decision
let keeps = true; // whether this phone keeps what is typed

const digits = (n) => String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, data.thousand);
const show = (n) => (n < 0 ? "−" : "") + digits(n);
const signed = (n) => (n > 0 ? "+" : "") + show(n);
const isSum = (text) => /\d\s*[+-]/.test(text);

// ---- what is said beside the figures --------------------------------------
/** The place on the page of a problem: the figure itself, or the first of its pile. */
function placeOf({ side, field: name }) {
  if (side === null) return $(`[data-place="${name}"]`, sheet)?.closest("[hidden]") === null ? name : "end";
  if (name.startsWith("adjustments")) return `${side}.adjustment.points`;
  const place = `${side}.${name}`;
  if ($(`[data-place="${place}"]`, sheet)) return place;
  return cells(side, name).find(shown)?.dataset.name ?? "end";
}

/** What the figures come to, where that is not what was typed. */
function notes(found) {
  const note = (name, line) => found.set(name, { level: "", lines: [line] });
  for (const cell of $$(".row.figure > .side", sheet)) {
    const { name } = cell.dataset;
    if (!shown(cell)) continue;
    if ($("input", cell).disabled) note(name, data.words.noneLeft);
    const n = figure(name);
    if (typeof n !== "number") continue;
    const worth = worthOf(name);
    if (worth && n) note(name, `${digits(n)} × ${worth} = ${show(n * worth)}`);
    else if (isSum(value(name))) note(name, `= ${show(n)}`);
  }
  for (const cell of $$(".row.honour > .side", sheet)) {
    const { name } = cell.dataset;
    const line = drawn.sides[SIDE(name)].lines.find(([item]) => item === `honour:${name.split(".")[2]}`);
    if (line && pile(SIDE(name), "melded") && line[1] !== honourWorth(name)) note(name, `${data.words.without}: ${show(line[1])}`);
  }
}

function worthOf(name) {
  const held = classOf(name);
  if (!held || !/\.(melded|hand|unused_morto)\./.test(name)) return 0;
  return name.includes(".melded.") ? held.points : (held.hand_points ?? held.points);
}

function honourWorth(name) {
  const { totals } = rule("honours", name.split(".")[2]);
  return totals[Math.min(figure(name) || 0, totals.length - 1)];
}

/** Sides whose unplayed morto is not said: the rules let it be nothing, a person has to say so. */
function unplayed() {
  const asked = [...data.sides.keys()].filter((n) => cells(n, "unused_morto").length && filling.isAsked(`${n}.unused_morto`));
  const unsaid = asked.filter((n) => !pile(n, "unused_morto"));
  return unsaid.map((side) => ({ code: "UNUSED_MORTO_MISSING", side, field: "unused_morto" }));
}

/** Sort what the rules found: what is missing, wrong, doubtful. */
function judge() {
  drawn = answer({ do: "draft", ruleset: data.ruleset, round: filling.entry() });
  // In the order of the sheet: how it ended, then side by side.
  const order = Object.keys(UNSAID);
  const missing = [...drawn.problems.filter(({ code }) => code in UNSAID), ...unplayed()]
    .sort((a, b) => (a.side ?? -1) - (b.side ?? -1) || order.indexOf(a.code) - order.indexOf(b.code));
  const writing = ({ side, field: name }) => filling.at?.startsWith(`${side}.${name.split(".")[0]}.`);
  const early = (problem) => LATE.has(problem.code) || (GROWING.has(problem.code) && writing(problem));
  const found = drawn.problems.filter((problem) => !(problem.code in UNSAID) && !(missing.length && early(problem)));
  const isDoubt = ({ code }) => data.warnings.includes(code);
  return { missing, doubts: found.filter(isDoubt), bad: found.filter((problem) => !isDoubt(problem)) };
}

function hint(found) {
  for (const el of $$("[data-place]", sheet)) {
    const note = found.get(el.dataset.place) ?? { level: "", lines: [] };
    const text = [...new Set(note.lines)].join(" ");
    if (el.textContent !== text) el.textContent = text;
    el.className = `hint ${note.level}`;
    field(el.dataset.place)?.setAttribute?.("aria-invalid", note.level === "bad");
  }
}

// ---- the sheet as it stands --------------------------------------------------
function draw() {
  drawChoices();
  const { missing, doubts, bad } = judge();
  askAboutStock();
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
  drawFigures();
  drawSums(missing);
  drawSave(missing, doubts, bad);
}

/** Whether a morto became the stock is asked where it matters, and stays while it is answered. */
function askAboutStock() {
  const row = $(".to-stock", sheet);
  if (!row) return;
  const ending = value("end");
  const left = data.sides.some((_, n) => value(`${n}.morto`) === "not_taken" && !filling.impliesMorto(n));
  const matters = ending && (!ending.startsWith("out") || !data.mortoImplied.length || drawn.problems.some(({ code }) => code === "DECK_OVER"));
  row.hidden = !(left && matters) && !field("mortos_to_stock").value;
}

function drawChoices() {
  for (const cell of $$(".row > .side[data-name]", sheet)) {
    cell.redraw?.();
    cell.classList.toggle("aside", !filling.isAsked(cell.dataset.name));
  }
  for (const cell of $$(".row.morto > .side", sheet)) {
    const implied = filling.impliesMorto(SIDE(cell.dataset.name));
    $(".seg", cell).hidden = implied;
    $(".said", cell).hidden = !implied;
    $(".said", cell).textContent = implied ? data.words.implied : "";
  }
  for (const n of data.sides.keys())
    for (const cell of cells(n, "hand")) {
      $("input", cell).disabled = alone(n);
      $(".fig", cell).classList.toggle("none-left", alone(n));
    }
}

function drawFigures() {
  $("#seldom", sheet).setAttribute("aria-expanded", $("#seldom-rows", sheet).open);
  if (filling.at) filling.toTab(SIDE(filling.at));
  for (const fig of $$(".row.figure .fig", sheet)) {
    const input = $("input", fig);
    const here = input.name === filling.at;
    fig.classList.toggle("on", here);
    fig.classList.toggle("fresh", here && filling.fresh);
    input.classList.toggle("long", input.value.length > 5);
    if (here) input.scrollLeft = input.scrollWidth;
  }
  filling.drawKeys();
}

function drawSums(missing) {
  const ended = value("end") || data.sides.every((_, n) => filling.totalled(n));
  for (const el of $$(".sum", sheet)) {
    const n = Number(el.dataset.side);
    const { total } = drawn.sides[n];
    const untouched = !Object.keys(said(n)).length;
    el.classList.toggle("whole", Boolean(ended) && !missing.some(({ side }) => side === n));
    el.classList.toggle("unsaid", untouched);
    $("output", el).textContent = untouched ? "–" : show(total);
    el.classList.toggle("long", show(total).length > 6);
    const match = show(data.before[n] + total);
    $("small", el).textContent = data.sides.length > 2 ? match : fill(data.words.match, { n: match });
  }
}

/** What a side still has to say, in words: "Us: morto, in hand". */
function lacking(missing) {
  const { side } = missing.find((problem) => problem.side !== null);
  const what = missing.filter((problem) => problem.side === side).map(({ code }) => data.words[UNSAID[code]].toLowerCase());
  return fill(data.words.missing, { side: data.sides[side], what: what.join(", ") });
}

function drawSave(missing, doubts, bad) {
  const { words } = data;
  const save = $("#save", sheet);
  const codes = [...new Set(doubts.map(({ code }) => code))];
  const wrong = bad.find(({ side }) => side !== null);
  save.className = `main${bad.length ? " bad" : missing.length ? " quiet" : ""}`;
  save.name = codes.length ? "kept" : "";
  save.value = codes.join(" ");
  save.textContent = bad.length ? (wrong ? fill(words.fix, { side: data.sides[wrong.side] }) : words.fixRound)
    : missing[0]?.side === null ? words.who
    : missing.length ? lacking(missing)
    : doubts.length ? fill(doubts.length > 1 ? words.saveAnyway : words.saveAnyway1, { n: doubts.length })
    : words.save;
}

// ---- the arithmetic in words ----------------------------------------------
function detail(item, points, n) {
  const { words } = data;
  const [part, key] = item.split(":");
  const held = said(n);
  if (part === "canastra") return `${held.canastras[key]} × ${show(rule("canastras", key).points)}`;
  if (part === "honour") return `${held.honours[key]}${points === honourWorth(`${n}.honours.${key}`) ? "" : `, ${words.without}`}`;
  if (part === "morto") return held.morto === "taken_unused" ? words.notPlayed : words.notTaken;
  if (part === "extra") return String(held.extras[key]);
  if (!["melded", "hand", "unused_morto"].includes(part)) return "";
  const typed = value(`${n}.${part}.points`);
  if (value("way") === "points") return isSum(typed) ? typed : "";
  return Object.entries(held[part] ?? {})
    .filter(([, count]) => count)
    .map(([kind, count]) => `${count} × ${worthOf(`${n}.${part}.${kind}`)}`)
    .join(" + ");
}

function explain(n) {
  const pop = $("#why", sheet);
  const { lines, total } = drawn.sides[n];
  const line = (text, small, number, mark = "") => {
    const dt = Object.assign(document.createElement("dt"), { className: mark, textContent: `${text} ` });
    dt.append(Object.assign(document.createElement("span"), { className: "soft", textContent: small }));
    return [dt, Object.assign(document.createElement("dd"), { className: mark, textContent: number })];
  };
  $("h2", pop).textContent = data.sides[n];
  $("dl", pop).replaceChildren(
    ...lines.flatMap(([item, points]) => line(data.words[item] ?? item, detail(item, points, n), signed(points))),
    ...line(data.words.thisRound, "", show(total), "eq"),
    ...line(fill(data.words.inMatch, { n: show(data.before[n]) }), "", show(data.before[n] + total)),
  );
  pop.showPopover();
}

// ---- hands on it ---------------------------------------------------------------
function changed() {
  if (filling.at && !figures().includes(filling.at)) filling.writeIn(SIDE(filling.at));
  draw();
  const now = filling.snapshot();
  const kept = filling.isEmpty(now) && !waiting ? !draft.forget() : draft.keep({ ...now, other: waiting });
  if (keeps && !kept) notice(data.words.notKept);
  keeps = kept;
}

/** A key was pressed: the figure it went to must be in sight. */
function typed(key) {
  press(key);
  changed();
  if (filling.at) field(filling.at).closest(".side").scrollIntoView({ block: "nearest" });
}

function onKey(event) {
  if (!event.target.closest(".row.figure") || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = /^[0-9+]$/.test(event.key) ? event.key : { "-": "sign", Backspace: "back", Delete: "clear", Enter: "next" }[event.key];
  if (!key) return;
  event.preventDefault();
  typed(key);
}

/** Take the person to a place on the sheet. */
function lookAt(place) {
  if (figures().includes(place)) go(place);
  else if (/^\d/.test(place)) filling.turnTo(SIDE(place));
  const input = field(place) ?? field("end");
  const cell = $(`[data-name="${place}"]`, sheet);
  const target = (cell && $("button:not(:disabled)", cell)) ?? (input instanceof RadioNodeList ? input[0] : input);
  drawFigures();
  (target.closest(".side, .row") ?? target).scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}

function onSave(event) {
  go(null); // what was being written is written
  const { missing, bad } = judge();
  if (!missing.length && !bad.length) return;
  event.preventDefault();
  const wrong = new Set(bad.map(placeOf));
  const topmost = $$("[data-place]", sheet).find((el) => wrong.has(el.dataset.place));
  lookAt(topmost?.dataset.place ?? placeOf({ side: missing[0].side, field: UNSAID[missing[0].code] }));
  draw();
}

function onClick(event) {
  const key = event.target.closest("[data-key]");
  const sum = event.target.closest(".sum");
  if (key) typed(key.dataset.key);
  else if (sum) explain(Number(sum.dataset.side));
  else if (event.target.closest("#seldom")) unfold();
  else if (event.target.closest("#save")) onSave(event);
}

/** Show or fold away the rows for a bare total and an adjustment. */
function unfold() {
  const rows = $("#seldom-rows", sheet);
  rows.open = !rows.open;
  if (rows.open) go(`${sheet.dataset.tab ?? 0}.total`);
  changed();
}

function onFocus(event) {
  if (!event.target.closest(".row.figure") || event.target.name === filling.at) return;
  go(event.target.name);
  drawFigures();
}

// ---- drafts and sending --------------------------------------------------------------
/** Say something at the top, with what can be done about it. */
function notice(text, ...acts) {
  const place = $(".notice", sheet);
  place.replaceChildren(`${text} `);
  for (const [label, act] of acts) {
    place.append(button(label, label, () => {
      place.hidden = true;
      act();
    }, "text"));
  }
  place.hidden = false;
}

function restore() {
  const held = draft.recall();
  if (!held || (filling.isEmpty(held) && !held.other)) return;
  const { words } = data;
  const original = filling.snapshot();
  const goOnWith = (chosen) => () => {
    waiting = null;
    if (chosen) filling.resume(chosen);
    filling.writeIn();
    changed();
  };
  const current = filling.isCurrent(held);
  if (current) filling.resume(held);
  waiting = current ? held.other : held;
  if (waiting) notice(words.other, [words.use, goOnWith(waiting)], [words.fresh, goOnWith(null)]);
  else notice(words.restored, [words.fresh, goOnWith(original)]);
}

/** While it is on its way nothing can be changed: what arrives is what was seen. */
function onSending() {
  sheet.inert = true;
  $("#save", sheet).textContent = data.words.saving;
}

function onAnswer(event) {
  sheet.inert = false;
  if (event.detail.xhr.getResponseHeader("HX-Redirect")) draft.sent(value("key"));
}

function onFailure(event) {
  sheet.inert = false;
  const { words } = data;
  const status = event.detail.xhr?.status ?? 0;
  const what = status === 0 ? words.offline : status < 500 ? words.refused : words.broken;
  draw();
  notice(`${what} ${keeps ? words.kept : words.notKept}`, [words.again, () => $("#save", sheet).click()]);
  $(".notice", sheet).scrollIntoView({ block: "center" });
}

// ---- start ----------------------------------------------------------------------------
const LISTENERS = {
  click: onClick,
  keydown: onKey,
  focusin: onFocus,
  input: changed,
  change: changed,
  "htmx:beforeSend": onSending,
  "htmx:beforeOnLoad": onAnswer,
  "htmx:sendError": onFailure,
  "htmx:timeout": onFailure,
  "htmx:responseError": onFailure,
};

/** Two versions, and a choice: the draft goes once what is typed is saved, or given up. */
function chosen() {
  const choice = $(".conflict");
  if (!choice) return;
  $("a.main", choice).addEventListener("click", draft.forget);
  choice.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.detail.xhr.getResponseHeader("HX-Redirect")) draft.forget();
  });
  for (const lost of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
    choice.addEventListener(lost, () => ($(".unsent", choice).hidden = false));
}

function start(first) {
  const form = $("form#sheet");
  if (!form) return chosen();
  filling.attach(form, changed);
  if (draft.wasSent(value("key"))) return location.reload();
  if (data.sides.length > 3) filling.asTabs(drawFigures);
  form.classList.add("live");
  for (const [name, listen] of Object.entries(LISTENERS)) form.addEventListener(name, listen);
  $(".keys", form).addEventListener("pointerdown", (event) => event.preventDefault());
  const dock = $(".dock", form);
  new ResizeObserver(() => {
    document.documentElement.style.scrollPaddingBottom = `${dock.offsetHeight + 8}px`;
  }).observe(dock);
  if (first) restore();
  filling.writeIn();
  if (first) draw();
  else answered();
}

/** The server refused: its words stand beside the figures until the next tap. */
function answered() {
  drawChoices();
  drawSums(judge().missing);
  drawFigures();
  const words = $(".hint.bad, .hint.ask", sheet);
  if (words?.dataset.place) lookAt(words.dataset.place);
  else words?.scrollIntoView({ block: "center" });
}

start(true);
document.addEventListener("htmx:afterSettle", () => start(false));
window.addEventListener("pageshow", (event) => event.persisted && sheet && draft.wasSent(value("key")) && location.reload());
