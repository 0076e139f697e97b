// The editor of house rules: what stands in the form is a document at each change, and the example
// round is counted under it. `unflatten` is that of rules/options/flat.py, `kept` that of
// scoring/house_fields.py, `tried` that of scoring/house_example.py.
import { answer } from "./score.js";

const KEYED = ["deck.classes", "honours", "canastras", "extras"];
const NUMBERED = ["canastra_count_bonuses", "first_meld.steps", "going_out.requires.canastras"];
const CARRIED = ["format", "game", "id", "name", "texts", "sources", "assumptions"];
const SWITCHES = {
  melds: ["mortos", "melded_if", "first_meld", "legs"],
  truco: ["mark", "envido", "flor", "legs"],
  tally: ["legs"],
};
const CONDITIONS = [
  [/^honours\.[^.]+\.counts_if$/, "canastras"],
  [/^melded_if\.condition$/, "canastras"],
  [/^going_out\.requires\.canastras\.[0-9]+$/, "min"],
];
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isEmpty = (value) => value === undefined || value === null || value === "";

// ---- A table of values becomes a document

/** The document of a table (a Map of values by path); what it does not hold comes from `base`. */
export function unflatten(flat, base) {
  const switches = SWITCHES[base.game];
  const held = new Map([...flat].filter(([, value]) => !isEmpty(value)));
  const tree = Object.create(null);
  for (const [path, value] of held) {
    const top = path.split(".")[0];
    const off = switches.includes(top) && held.get(top) === false;
    if (!off && !switches.includes(path) && top !== "ranks") put(tree, path.split("."), value);
  }
  const document = {};
  for (const name of CARRIED) if (Object.hasOwn(base, name)) document[name] = base[name];
  for (const name of Object.keys(tree)) document[name] = build(name, tree[name], held);
  if (base.game === "melds") {
    dealRanks(document, held);
    document.going_out ??= {};
    document.going_out.requires ??= {};
    document.going_out.requires.canastras ??= [];
  }
  return document;
}

function put(tree, path, value) {
  const last = path.pop();
  for (const name of path) {
    if (!isTable(tree[name])) {
      const before = tree[name];
      tree[name] = Object.create(null);
      if (before !== undefined) tree[name][""] = before; // the keys of a list came before its items
    }
    tree = tree[name];
  }
  if (isTable(tree[last])) tree[last][""] = value;
  else tree[last] = value;
}

function build(path, value, held) {
  const count = CONDITIONS.find(([where]) => where.test(path))?.[1];
  if (count) return asCondition(value, count);
  if (KEYED.includes(path)) {
    const items = isTable(value) ? value : {};
    return (held.get(path) ?? []).map((key) => ({ key, ...table(`${path}.${key}`, items[key] ?? {}, held) }));
  }
  if (NUMBERED.includes(path)) {
    return Object.keys(value).sort((a, b) => a - b).map((place) => build(`${path}.${place}`, value[place], held));
  }
  if (path.startsWith("first_meld.steps.") && isTable(value)) return asStep(value);
  if (path === "going_out.requires.morto") return { true: true, false: false }[value] ?? value;
  return isTable(value) ? table(path, value, held) : value;
}

function table(path, value, held) {
  const found = {};
  for (const [name, item] of Object.entries(value)) {
    if (!Array.isArray(item) || item.length || name === "canastras") found[name] = build(`${path}.${name}`, item, held);
  }
  return found;
}

function asCondition({ what, n, kinds }, count) {
  if (what === "any_meld") return { any_meld: true };
  return {
    ...(n !== undefined && { [count]: n }),
    ...(what === "clean" && { clean: true }),
    ...(what === "kinds" && { kinds: kinds ?? [] }),
  };
}

function asStep({ from, what = "points", points }) {
  const step = from === undefined ? {} : { from };
  if (what === "points") return points === undefined ? step : { ...step, minimum: points };
  return { ...step, minimum: what === "canastra_and" ? `${what}:${points}` : what };
}

function dealRanks(document, held) {
  document.deck ??= {};
  const lists = { classes: document.deck.classes ?? [], honours: document.honours ?? [] };
  for (const [where, items] of Object.entries(lists)) {
    for (const item of items) {
      const there = ([path, value]) => path.startsWith("ranks.") && value === `${where}.${item.key}`;
      item.ranks = [...held].filter(there).map(([path]) => path.slice(6));
    }
  }
}

// ---- The form becomes a table of values

const FIGURE = /^[+-]?[0-9]{1,7}$/;
const PARTS = { condition: ["what", "n", "kinds"], step: ["from", "what", "points"], bonus: ["at_least", "points"] };
const WORDLESS = ["any_meld", "any_canastra", "clean_canastra"];
const split = (text, between) => text.split(between).map((part) => part.trim()).filter(Boolean);
const figure = (text = "") => {
  const plain = text.trim().replaceAll("−", "-");
  return FIGURE.test(plain) ? Number(plain) : undefined;
};

/** What is typed in a field of this kind, as a value. */
export function read(kind, part, texts) {
  const text = texts.at(-1) ?? "";
  if (kind === "keys" || kind === "kinds" || part === "kinds") return texts;
  if (kind === "flag" || kind === "switch") return { yes: true, no: false }[text];
  if (kind === "numbers") return split(text, /[,;\s]+/).map(figure);
  if (kind === "words") return split(text, /[,;\n]+/);
  if (kind === "notes") return split(text, "\n");
  if (kind === "figure" || kind === "count" || (part && part !== "what")) return figure(text);
  return text;
}

/** The parts of one value that are said, as pairs of part and value. */
export function kept(kind, said) {
  const parts = said.filter(([, value]) => !isEmpty(value) && !(Array.isArray(value) && !value.length));
  const what = parts.find(([part]) => part === "what")?.[1];
  if (kind === "condition") {
    const wanted = { any_meld: ["what"], kinds: PARTS.condition }[what] ?? ["what", "n"];
    return what ? parts.filter(([part]) => wanted.includes(part)) : [];
  }
  if (kind !== "step") return parts;
  const rest = parts.filter(([part]) => part !== "points" || !WORDLESS.includes(what));
  return rest.length === 1 && what === "points" ? [] : rest;
}

/** The table of a form: its rows say what kind of value they hold, and at which it says nothing. */
export function flat(form) {
  const said = new FormData(form);
  const found = new Map();
  for (const { dataset } of form.querySelectorAll("[data-kind]")) {
    const { kind, path, rest, unless } = dataset;
    const texts = said.getAll(path).map(String);
    const resting = rest !== undefined && texts.at(-1) === rest && !(unless && said.get(unless));
    if (kind === "keys") {
      if (texts.length || rest === undefined) found.set(path, texts);
    } else if (!resting) {
      const parts = PARTS[kind] ?? [""];
      const name = (part) => (part ? `${path}.${part}` : path);
      const values = parts.map((part) => [part, read(kind, part, said.getAll(name(part)).map(String))]);
      for (const [part, value] of kept(kind, values)) found.set(name(part), value);
    }
  }
  return found;
}

// ---- The example round

/** `{sides: [{lines, total}], errors}` of the example under these rules. */
export function tried(document, deal, known) {
  if (document.game === "truco") return hands(document);
  const round = document.game === "melds" ? entry(document, deal) : deal;
  const said = answer({ do: "draft", ruleset: document, round });
  if (said.error) return said;
  const codes = new Set(said.problems.map(({ code }) => code).filter((code) => Object.hasOwn(known, code)));
  return { sides: said.sides, errors: [...codes].sort() };
}

function entry(document, deal) {
  const place = new Map();
  for (const [where, items] of [["classes", document.deck.classes], ["honours", document.honours ?? []]]) {
    for (const item of items) for (const rank of item.ranks) place.set(rank, [where, item]);
  }
  const kinds = document.canastras.map(({ key }) => key);
  const sides = deal.sides.map(({ canastras }) => ({
    melded: {}, hand: {}, honours: {},
    canastras: Object.fromEntries(Object.entries(canastras).filter(([key]) => kinds.includes(key))),
  }));
  deal.sides.forEach((side, n) => {
    for (const [pile, cards] of [["melded", side.table], ["hand", side.hand]]) {
      for (const [rank, count] of Object.entries(cards)) {
        if (place.has(rank)) lay(sides, n, pile, ...place.get(rank), count);
      }
    }
    if (document.mortos) sides[n].morto = n === 0 ? "taken" : "not_taken";
  });
  const extras = (document.extras ?? []).filter((extra) => extra.max_per_side).map(({ key }) => [key, 1]);
  Object.assign(sides[0], { out: Object.keys(document.going_out.points ?? {})[0] ?? null, extras: Object.fromEntries(extras) });
  return { end: "out", sides };
}

// Cards that nobody may lay are left in the hand of whoever did not go out.
function lay(sides, n, pile, where, { key, meldable = "always" }, count) {
  if (where === "honours") pile = "honours";
  else if (pile === "melded" && meldable !== "always" && (meldable === "never" || n)) [n, pile] = [n || 1, "hand"];
  sides[n][pile][key] = (sides[n][pile][key] ?? 0) + count;
}

function hands(document) {
  const errors = new Set();
  const lines = events(document).map(([item, start, event]) => {
    const said = answer({ do: "play", ruleset: document, sides: 2, start, rounds: [event] }).log?.[0] ?? {};
    if (said.error) errors.add(said.error);
    return [item, said.points ?? null];
  });
  const total = lines.reduce((sum, [, points]) => sum + (points ?? 0), 0);
  return { sides: [{ lines, total }], errors: [...errors].sort() };
}

function events({ ladder, mark, envido, flor }) {
  const even = [0, 0];
  const hand = { type: "hand", winner: 0 };
  const found = ladder.map((value, n) => [`played:${n}`, even, { ...hand, how: "played", value }]);
  if (ladder.length > 1) found.push(["fold", even, { ...hand, how: "fold", offered: ladder[1] }]);
  if (mark) {
    found.push(["mark_played", [mark.at, 0], { ...hand, how: "mark_played" }]);
    found.push(["mark_fold", [mark.at, 0], { ...hand, how: "mark_fold", winner: 1 }]);
    found.push(["iron", [mark.at, mark.at], { ...hand, how: "iron" }]);
  }
  for (const call of envido ? ["envido", "real", "falta"] : []) {
    found.push([call, even, { type: "envido", calls: [call], accepted: true, winner: 0 }]);
  }
  for (const call of flor ? ["single", "matched", "contraflor", "contraflor_declined"] : []) {
    found.push([call, even, { type: "flor", call, winner: 0 }]);
  }
  return found;
}

// ---- The page

const $ = (query) => document.querySelector(query);
const show = (number) => (number == null ? "–" : number.toLocaleString(document.documentElement.lang).replace("-", "−"));
const unfolded = () => [...document.querySelectorAll("#rules .group[open]")].map(({ id }) => id);
let data, open = [], before = null; // what is unfolded: over a swap, and before a search

function element(name, text, ...children) {
  const made = document.createElement(name);
  made.append(...(text === "" ? [] : [text]), ...children);
  return made;
}

function change(was, now) {
  return was === now ? [element("b", show(now))] : [element("del", show(was)), " ", element("b", show(now))];
}

function mark(side, sides) {
  if (sides < 2) return [];
  const [name, shape] = data.marks[side];
  const made = Object.assign(element("span", `${shape}\uFE0E`), { className: `mark ${name}` });
  made.setAttribute("aria-hidden", "true");
  return [made, " "];
}

function label(item) {
  const [part, key] = item.split(":");
  return data.words[item] ?? `${data.words[part] ?? part} ${key ?? ""}`;
}

function draw(now) {
  const strip = $("#trial");
  const { title, same, odd } = strip.dataset;
  if (now.error) return strip.replaceChildren(element("p", "", element("b", title)), element("p", odd));
  const count = now.sides.length;
  const totals = now.sides.flatMap((side, n) =>
    [" ", element("span", "", ...mark(n, count), ...change(data.old.sides[n]?.total, side.total))]);
  const lines = now.sides.flatMap((side, n) => {
    const [before, after] = [data.old.sides[n]?.lines ?? [], side.lines].map((found) => new Map(found));
    return [...new Map([...before, ...after]).keys()]
      .filter((item) => before.get(item) !== after.get(item))
      .map((item) => element("li", "", element("span", "", ...mark(n, count), label(item)), " ", element("span", "", ...change(before.get(item), after.get(item)))));
  });
  const said = new Set(now.errors.map((code) => data.codes[code] ?? code));
  const faults = [...said].map((text) => Object.assign(element("li", text), { className: "hint bad" }));
  const list = lines.length + faults.length ? element("ul", "", ...lines, ...faults) : element("p", same);
  strip.replaceChildren(element("p", "", element("b", title), ...totals), list);
}

function compare(form) {
  const said = new FormData(form);
  for (const row of form.querySelectorAll(".rule")) {
    const theirs = Object.entries(JSON.parse(row.dataset.preset));
    const differs = ([name, texts]) => said.getAll(name).join("\n").replaceAll("\r", "") !== texts.join("\n");
    row.classList.toggle("changed", theirs.some(differs));
  }
}

function changed() {
  const form = $("#rules");
  compare(form);
  let now;
  try {
    now = tried(unflatten(flat(form), data.base), data.deal, data.codes);
  } catch {
    now = { error: "incomplete" };
  }
  draw(now);
}

function find(text) {
  const wanted = text.trim().toLocaleLowerCase();
  before ??= unfolded();
  for (const group of document.querySelectorAll("#rules .group")) {
    let hits = 0;
    for (const part of group.querySelectorAll(".rule, .thing")) {
      const hit = part.textContent.toLocaleLowerCase().includes(wanted);
      part.hidden = !hit;
      hits += hit;
    }
    group.hidden = !hits;
    group.open = wanted ? hits > 0 : before.includes(group.id);
  }
  if (!wanted) before = null;
}

function start() {
  const form = $("#rules");
  if (!form) return;
  data = JSON.parse($("#data").textContent);
  $(".find").hidden = false;
  for (const id of open) if ($(`#${id}`)) $(`#${id}`).open = true;
  form.querySelector("[aria-invalid]")?.focus();
  changed();
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-find]")) find(target.value);
  else if (target.closest("#rules")) changed();
});
document.addEventListener("htmx:beforeSwap", () => {
  open = unfolded();
});
document.addEventListener("htmx:afterSwap", start);
if ($("#rules")) start();
