// The sheet while it is being filled: how what stands in it is read, and how fingers write it.
// The fields and their names are the server's.

export const $ = (query, from = document) => from.querySelector(query);
export const $$ = (query, from = document) => [...from.querySelectorAll(query)];
export const SIDE = (name) => Number(name.split(".")[0]);
const KEY = (name) => name.split(".")[2];
const LIMIT = 1_000_000;

export let sheet; // the form
export let data; // what the server sent along: rules, names, words
export let at = null; // the figure being written
export let fresh = false; // whether a digit replaces what stands in it
let came = null; // the figure the keypad moved on from, to go back to

/** Take a form in hand; `changed` is called after every tap. */
export function attach(form, changed) {
  sheet = form;
  data = JSON.parse($("#data", form).textContent);
  at = came = null;
  enliven(changed);
}

// ---- what is said ----------------------------------------------------------
export const field = (name) => sheet.elements.namedItem(name);
export const value = (name) => (field(name)?.disabled ? "" : field(name)?.value ?? "");
export const cells = (side, part) => $$(`[data-name^="${side}.${part}."]`, sheet);
export const rule = (list, key) => (data.ruleset[list] ?? []).find((item) => item.key === key);
export const classOf = (name) => data.ruleset.deck.classes.find((item) => item.key === KEY(name));
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
const takesSums = (name) => /\.(points|total)$/.test(name) && !name.includes("adjustment");
const mayBeNegative = (name) => /\.(total|adjustment\.points)$/.test(name);

/** The number typed, null for nothing, the text itself where it is none (the rules then say so). */
function read(text, sums) {
  const plain = text.trim().replaceAll("−", "-");
  if (!plain) return null;
  const form = sums ? /^[+-]?\d{1,7}( ?[+-] ?\d{1,7}){0,40}$/ : /^[+-]?\d{1,7}$/;
  if (!form.test(plain)) return plain;
  const sum = plain.replaceAll(" ", "").match(/[+-]?\d+/g).reduce((all, term) => all + Number(term), 0);
  return Math.abs(sum) > LIMIT ? plain : sum;
}

/** What a field says. The sum being written may still end in its plus. */
export function figure(name) {
  const text = value(name);
  return read(name === at ? text.replace(/\+$/, "") : text, takesSums(name));
}

/** The manner in which a side went out, or null. */
export function out(side) {
  const [ending, who, manner] = value("end").split(":");
  return ending === "out" && Number(who) === side ? manner : null;
}

/** Whether a side has taken its morto, since it went out. */
export const impliesMorto = (side) => data.mortoImplied.includes(out(side));

/** Whether a side holds nothing because its one player went out. */
export const alone = (side) => data.players === 1 && out(side) !== null;
export const totalled = (side) => figure(`${side}.total`) !== null;

/** Whether this is asked of the side: not where it is given as a total, nor an unplayed morto of
 *  a side that has none. */
export function isAsked(name) {
  const [side, part] = name.split(".");
  if (!part || ["total", "adjustment"].includes(part)) return true;
  if (part === "unused_morto" && (value(`${side}.morto`) !== "taken_unused" || impliesMorto(Number(side)))) return false;
  return !totalled(side);
}

/** A pile in the way it is counted now; null while nothing is said. */
export function pile(side, part) {
  if (part === "hand" && alone(side)) return {};
  const held = {};
  for (const cell of cells(side, part)) {
    if (!cell.parentElement.dataset.ways.split(" ").includes(value("way"))) continue;
    const n = figure(cell.dataset.name);
    if (n !== null) held[KEY(cell.dataset.name)] = n;
  }
  return Object.keys(held).length ? held : null;
}

export function said(n) {
  const side = {};
  const manner = out(n);
  if (manner !== null) side.out = manner;
  const points = figure(`${n}.adjustment.points`);
  if (points) side.adjustments = [{ points }];
  const total = figure(`${n}.total`);
  if (total !== null) return { total, ...side };
  const morto = impliesMorto(n) ? "taken" : value(`${n}.morto`);
  if (field(`${n}.morto`) && morto) side.morto = morto;
  for (const part of ["melded", "hand", "unused_morto"]) {
    const held = pile(n, part);
    if (held && (part !== "unused_morto" || morto === "taken_unused")) side[part] = held;
  }
  for (const part of ["canastras", "honours", "extras"]) {
    const held = cells(n, part).map(({ dataset: { name } }) => [KEY(name), figure(name)]).filter(([, count]) => count);
    if (held.length) side[part] = Object.fromEntries(held);
  }
  return side;
}

/** The round as the rules understand it: what the server's `SheetForm.entry` makes of the form. */
export function entry() {
  const ending = value("end").split(":")[0];
  const stock = figure("mortos_to_stock");
  return {
    ...(ending && { end: ending }),
    ...(data.players && { players_per_side: data.players }),
    ...(stock && { mortos_to_stock: stock }),
    sides: data.sides.map((_, n) => said(n)),
  };
}

// ---- taps in place of figures ----------------------------------------------
const make = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

export function button(text, label, tap, className = "") {
  const made = make("button", className);
  made.type = "button";
  made.append(make("span", "", text));
  made.setAttribute("aria-label", label);
  made.addEventListener("click", tap);
  return made;
}

function enliven(changed) {
  for (const cell of $$(".row:is(.count, .honour) > .side", sheet)) {
    const input = $("input", cell);
    const { label, most } = cell.dataset;
    const count = {
      label,
      most: Number(most) || Infinity,
      get n() {
        return Number(input.value) || 0;
      },
      tap: (to) => () => {
        const n = to(count.n);
        input.value = n ? String(n) : "";
        changed();
      },
    };
    const kind = cell.closest(".honour") ? asCards : data.sides.length === 3 ? asCount : asChoice;
    $(".fig", cell).hidden = true;
    $(".fig", cell).after(kind(cell, count));
  }
  for (const input of $$(".row.figure .fig input", sheet)) input.setAttribute("inputmode", "none");
}

/** `1 2 +`: one tap says one, two or three; the third then counts on; a second tap clears. */
function asChoice(cell, count) {
  const { label, most } = count;
  const group = make("div", "seg num");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", label);
  const few = [1, 2].filter((n) => n <= most).map((n) => button(n, `${label}: ${n}`, count.tap((held) => (held === n ? 0 : n))));
  const more = button("+", "", count.tap((held) => Math.min(most, Math.max(3, held + 1))));
  group.append(...few, ...(most > 2 ? [more] : []));
  cell.redraw = () => {
    few.forEach((tap, i) => tap.setAttribute("aria-pressed", count.n === i + 1));
    more.setAttribute("aria-pressed", count.n > 2);
    more.firstChild.textContent = count.n > 2 ? count.n : "+";
    more.setAttribute("aria-label", `${label}: ${count.n > 2 ? fill(data.words.more, { n: count.n }) : data.words.three}`);
  };
  return group;
}

/** Where there is little room: a number to tap up, and − beside it. */
function asCount(cell, count) {
  const box = make("div", "count-up");
  const less = button("−", `${count.label}: ${data.words.less}`, count.tap((n) => n - 1), "less");
  const more = button("+", "", count.tap((n) => n + 1), "more");
  box.append(less, more);
  cell.redraw = () => {
    less.disabled = !count.n;
    more.disabled = count.n >= count.most;
    more.classList.toggle("some", count.n > 0);
    more.firstChild.textContent = count.n || "+";
    more.setAttribute("aria-label", `${count.label}: ${fill(data.words.take, { n: count.n })}`);
  };
  return box;
}

/** Red threes and their like: one pool for all sides, a tap takes a card, − gives it back. */
function asCards(cell, count) {
  const row = cell.parentElement;
  const [rank] = rule("honours", KEY(cell.dataset.name)).ranks;
  const [face, ink] = [rank.replace(/[rb]$/, ""), rank.endsWith("r") ? "" : " black"];
  const left = () => count.most - $$("input", row).reduce((all, input) => all + (Number(input.value) || 0), 0);
  const less = button("−", `${count.label}: ${data.words.less}`, count.tap((n) => n - 1), "less");
  const take = button("", "", count.tap((n) => n + 1), "take");
  const box = make("div", "cards");
  box.append(less, take);
  cell.redraw = () => {
    const room = data.sides.length === 3 ? 0 : 4; // so many cards lie side by side
    const cards = count.n > room ? [make("span", `card wide${ink}`, `${face} × ${count.n}`)]
      : Array.from({ length: count.n }, () => make("span", `card${ink}`, face));
    const add = left() > 0 && (room || !count.n) ? [make("span", "card add", "+")] : [];
    less.disabled = !count.n;
    take.disabled = left() < 1;
    take.replaceChildren(...cards, ...add);
    take.setAttribute("aria-label", `${count.label}: ${fill(data.words.take, { n: count.n })}`);
    $$(".pool i", row).forEach((el, i) => el.classList.toggle("gone", i >= left()));
  };
  return box;
}

// ---- the keypad --------------------------------------------------------------
// Of a row, not a cell: with more than three sides only one side's cells are in sight.
export const shown = (cell) => cell.parentElement.checkVisibility() && !cell.classList.contains("aside");
const seldom = (name) => mayBeNegative(name);

/** The figures in the order in which they are asked: side by side, pile by pile; then the rest. */
export function figures() {
  const seen = $$(".row.figure > .side", sheet).filter((cell) => shown(cell) && !$("input", cell).disabled);
  const names = seen.map((cell) => cell.dataset.name);
  return [...names.filter((name) => !seldom(name)).sort((a, b) => SIDE(a) - SIDE(b)), ...names.filter(seldom)];
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

/** Write in this figure from now on; null for none. */
export function go(name, from = null) {
  if (at && at !== name) field(at).value = value(at).replace(/\+$/, "");
  came = from;
  at = name;
  fresh = Boolean(at) && value(at) !== "";
}

/** On to the next figure: an empty one if there is any, else whichever comes next. */
export function next(onlyEmpty) {
  const all = figures();
  const i = all.indexOf(at);
  const later = [...all.slice(i + 1), ...all.slice(0, Math.max(i, 0))];
  const to = later.find((name) => !value(name) && (!onlyEmpty || !seldom(name))) ?? (onlyEmpty ? null : later[0]);
  if (!to) return;
  go(to, at);
  follow();
}

const follow = () => document.activeElement?.closest(".row.figure") && field(at).focus({ preventScroll: true });

function goBack() {
  go(came);
  fresh = false;
  follow();
}

/** A key of the keypad, or the like of it on a keyboard: a digit, + back next sign clear. */
export function press(key) {
  if (!at || !figures().includes(at)) go(figures().find((name) => !value(name)) ?? figures()[0] ?? null);
  if (!at) return;
  if (key === "next") return next(false);
  if (/\d/.test(key)) return digit(key);
  // The sheet moved on, the addition or the mistake did not.
  if ((key === "+" || key === "back") && !value(at) && came) {
    goBack();
    if (key === "back") return;
  }
  const input = field(at);
  if (key === "back") input.value = input.value.slice(0, -1).trimEnd();
  else if (key === "clear") input.value = "";
  else if (key === "sign" && mayBeNegative(at)) input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `−${input.value}`;
  else if (key === "+" && takesSums(at) && /\d$/.test(input.value)) input.value += "+";
  fresh = false;
}

function digit(key) {
  const input = field(at);
  const before = fresh ? "" : input.value;
  const text = before.split("+").at(-1) === "0" ? before.slice(0, -1) + key : before + key;
  if (text.split("+").at(-1).replace(/[-−]/, "").length <= 6 && text.length < 200) input.value = text;
  fresh = false;
  if (complete(at)) next(true);
}

/** What the keypad offers for the figure being written. */
export function drawKeys() {
  const signed = Boolean(at) && mayBeNegative(at);
  $('[data-key="sign"]', sheet).hidden = !signed;
  $('[data-key="clear"]', sheet).hidden = signed;
  $('[data-key="+"]', sheet).disabled = !at || !takesSums(!value(at) && came ? came : at);
}

// ---- more sides than stand beside each other: one at a time, their names are the tabs ---
export function asTabs(turned) {
  for (const [n, name] of $$(".heads > .name", sheet).entries()) {
    const tab = Object.assign(document.createElement("button"), { type: "button", className: "tab" });
    tab.append(...name.childNodes);
    tab.addEventListener("click", () => {
      turnTo(n);
      turned();
    });
    name.append(tab);
  }
  toTab(0);
}

export function toTab(n) {
  if (data.sides.length < 4) return;
  sheet.dataset.tab = n;
  $$(".heads .tab", sheet).forEach((tab, i) => tab.setAttribute("aria-pressed", i === n));
}

/** Write in the first empty figure of a side, or of any; without a side the first empty one. */
export function writeIn(n) {
  const all = figures();
  const own = all.filter((name) => SIDE(name) === n);
  const empty = (names) => names.find((name) => !value(name));
  go(empty(own) ?? own[0] ?? empty(all) ?? null);
}

/** Show a side, and write in its figures. */
export function turnTo(n) {
  writeIn(n);
  toTab(n);
}

// ---- everything at once ----------------------------------------------------------
const OF_THE_SENDING = ["csrfmiddlewaretoken", "key", "number", "version", "kept"];
const stamp = () => field("number") ?? field("version");
const filled = () => [...sheet.elements].filter((el) => el.tagName === "INPUT" && el.name && !OF_THE_SENDING.includes(el.name));

/** The sheet as a draft: what stands in it, its key, and where the match was when it was opened. */
export function snapshot() {
  const said = filled().filter((el) => el.value && (el.type !== "radio" || el.checked));
  return { fields: Object.fromEntries(said.map((el) => [el.name, el.value])), key: value("key"), stamp: stamp().value };
}

export const isEmpty = ({ fields }) => !Object.keys(fields).some((name) => name !== "way");

/** Whether a draft was begun on the sheet as this page has it, not before the match moved on. */
export const isCurrent = (draft) => draft.stamp === stamp().value;

/** Go on with a draft as it was: sent twice, it is one round; sent late, the server asks. */
export function resume(draft) {
  field("key").value = draft.key;
  stamp().value = draft.stamp;
  for (const el of filled()) {
    const held = draft.fields[el.name] ?? "";
    if (el.type === "radio") el.checked = held === el.value;
    else el.value = held;
    const fold = held && el.type !== "radio" && el.closest("details");
    if (fold) fold.open = true;
  }
}
