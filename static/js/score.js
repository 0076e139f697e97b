// The rules on the phone, as the Python package `rules` has them: the melds games of the contract.
// A round may be any JSON; a ruleset's document, and an end, are what the server has loaded.

const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const divisor = (a, b) => (b ? divisor(b, a % b) : Math.abs(a));

// The whole number a value is, or null. -0 is 0.
const whole = (value, limit = 1e6) =>
  Number.isInteger(value) && Math.abs(value) <= limit ? value + 0 : null;

function demand(met, key) {
  if (!met) throw new Error(`${key} cannot be read.`);
}

// ---- The ruleset

function readRuleset(document) {
  const { game, deck, canastras, honours, extras } = document;
  demand(game === "melds", "ruleset");
  const copies = new Map([["joker", deck.jokers], ["3r", 2 * deck.packs], ["3b", 2 * deck.packs]]);
  const byKey = (items) => new Map((items ?? []).map((item) => [item.key, {
    ...item,
    hand_points: item.hand_points ?? item.points,
    meldable: item.meldable ?? "always",
    copies: item.max_per_side ?? sum((item.ranks ?? []).map((rank) => copies.get(rank) ?? 4 * deck.packs)),
  }]));
  const items = {
    class: byKey(deck.classes),
    kind: byKey(canastras),
    honour: byKey(honours),
    extra: byKey(extras),
  };
  return { ...document, items, cards: [...items.class.values()] };
}

// ---- A round as read: what cannot be read is noted, and stands as nothing

const PILES = ["melded", "hand", "unused_morto"];
const HOLDINGS = {
  melded: "class", hand: "class", unused_morto: "class",
  canastras: "kind", honours: "honour", extras: "extra",
};
const TOTAL_FIELDS = ["total", "out", "adjustments"];
const SIDE_FIELDS = [...Object.keys(HOLDINGS), "morto"];
const ROUND_FIELDS = ["end", "players_per_side", "mortos_to_stock", "sides"];

function readRound(ruleset, entry) {
  const problems = [];
  const noting = (side) => (code, field, when = true) => when && problems.push({ code, side, field });
  const note = noting(null);
  const raw = isTable(entry) ? entry : {};
  note("BAD_SHAPE", "sides", raw !== entry);
  for (const key of Object.keys(raw)) note("UNKNOWN_FIELD", key, !ROUND_FIELDS.includes(key));
  const list = readList(raw.sides, "sides", note);
  note("SIDES_COUNT", "sides", !ruleset.sides.includes(list.length));
  const players = readPlayers(ruleset, raw.players_per_side, list.length, note);
  const sides = list.map((side, index) => readSide(ruleset, side, players[index], noting(index)));
  const counted = sides.filter((side) => side.piles);
  const totalled = sides.filter((side) => "total" in side);
  note("END_MISSING", "end", raw.end == null && (counted.length || !totalled.length));
  return {
    problems,
    note,
    sides,
    counted,
    piles: counted.flatMap((side) => side.piles),
    end: word(raw.end, ["out", "stock", "stopped"], "UNKNOWN_END", "end", note),
    mortos: readMortos(ruleset, raw.mortos_to_stock, sides, totalled, note),
  };
}

function readList(value, field, note) {
  const isList = Array.isArray(value);
  note("BAD_SHAPE", field, value != null && !isList);
  return isList ? value : [];
}

function figure(value, field, note, signed) {
  const number = whole(value);
  note("NOT_INTEGER", field, number === null);
  note("NEGATIVE_COUNT", field, number < 0 && !signed);
  return signed ? number ?? 0 : Math.max(number, 0);
}

function word(value, known, code, field, note) {
  const is = known.includes(value);
  note(code, field, value != null && !is);
  return is ? value : null;
}

// One number of players a side, none where it is not known.
function readPlayers(ruleset, value, sides, note) {
  const field = "players_per_side";
  if (value == null) return [];
  const each = Array.isArray(value) ? value : Array(sides || 1).fill(value);
  const players = each.map((number) => figure(number, field, note));
  const listed = ruleset[field] ?? [];
  note("PLAYERS_COUNT", field, listed.length && !each.every((number) => listed.includes(number)));
  const fits = each !== value || each.length === sides;
  note("SIDES_COUNT", field, !fits);
  return fits ? players : [];
}

function readSide(ruleset, raw, players, note) {
  note("BAD_SHAPE", "", !isTable(raw));
  if (!isTable(raw)) return { adjustments: [] };
  const totalled = raw.total != null;
  for (const [key, value] of Object.entries(raw)) {
    const known = SIDE_FIELDS.includes(key) && (value === null || !totalled);
    note("UNKNOWN_FIELD", key, !known && !TOTAL_FIELDS.includes(key));
  }
  const manners = Object.keys(ruleset.going_out.points);
  const side = {
    note,
    players,
    out: raw.out != null,
    manner: word(raw.out, manners, "UNKNOWN_OUT_MANNER", "out", note),
    adjustments: readAdjustments(raw.adjustments, note),
  };
  if (totalled) return { ...side, total: figure(raw.total, "total", note, true) };
  for (const [name, item] of Object.entries(HOLDINGS)) {
    side[name] = readHolding(ruleset.items[item], raw[name], name, item, note);
  }
  const { melded, hand, morto } = raw;
  note("MELDED_MISSING", "melded", melded == null);
  note("HAND_MISSING", "hand", hand == null);
  note("MORTO_MISSING", "morto", morto == null && ruleset.mortos);
  const refused = morto != null && !ruleset.mortos;
  note("NO_MORTO_IN_RULES", "morto", refused);
  return {
    ...side,
    piles: PILES.map((name) => side[name]),
    morto: refused ? "refused"
      : word(morto, ["taken", "not_taken", "taken_unused"], "UNKNOWN_MORTO", "morto", note),
  };
}

// How many of each item the rules know; or of cards the `points` somebody added up.
function readHolding(items, value, name, item, note) {
  const counts = new Map();
  const said = isTable(value);
  const typed = said && item === "class" && Object.hasOwn(value, "points");
  const refused = value != null && !said;
  note("BAD_SHAPE", name, refused);
  note("MIXED_PILE", name, typed && Object.keys(value).length > 1);
  for (const [key, raw] of said && !typed ? Object.entries(value) : []) {
    const field = `${name}.${key}`;
    note(`UNKNOWN_${item.toUpperCase()}`, field, !items.has(key));
    const number = items.has(key) && figure(raw, field, note);
    if (number) counts.set(key, number);
  }
  const points = typed ? figure(value.points, `${name}.points`, note) : null;
  return { name, note, items, counts, said, refused, points, cards: sum([...counts.values()]) };
}

function readAdjustments(value, note) {
  return readList(value, "adjustments", note).map((item, index) => {
    const field = `adjustments.${index}`;
    note("BAD_SHAPE", field, !isTable(item));
    if (!isTable(item)) return 0;
    const { note: said, points, ...rest } = item;
    for (const key of Object.keys(rest)) note("UNKNOWN_FIELD", `${field}.${key}`);
    note("BAD_SHAPE", `${field}.note`, typeof (said ?? "") !== "string");
    return figure(points, `${field}.points`, note, true);
  });
}

// ---- The mortos: taken, turned into stock, or still face down

const unplayed = (side) => side.morto === "taken_unused";
const took = (side) => side.morto === "taken" || unplayed(side);

// Sizes, smallest first. None is face down where a side is only a total, as nobody can say.
function readMortos({ mortos }, value, sides, totalled, note) {
  const toStock = figure(value ?? 0, "mortos_to_stock", note);
  const sizes = mortos ? mortos.sizes ?? sides.map(() => mortos.size) : [];
  const setOut = [...sizes].sort((a, b) => a - b);
  const takers = sides.filter(took);
  const left = setOut.length - takers.length - toStock;
  const faceDown = totalled.length ? [] : setOut.slice(0, Math.max(left, 0));
  return { toStock, setOut, takers, faceDown, over: mortos && left < 0 };
}

// ---- What a side scores, line by line

const weigh = ({ items, counts }, value) =>
  sum([...counts].map(([key, count]) => value(items.get(key)) * count));
const onTable = (pile) => pile.points ?? weigh(pile, (card) => card.points);
const inHand = (pile) => pile.points ?? weigh(pile, (card) => card.hand_points);
const holdsAny = (pile) => pile.points || pile.cards;

const enough = ({ canastras }, { kinds, clean }, least) =>
  weigh(canastras, (kind) => kinds?.includes(kind.key) ?? (!clean || kind.clean)) >= least;
const meets = (side, condition) => !condition
  || (condition.any_meld ? holdsAny(side.melded) : enough(side, condition, condition.canastras));
const orElse = (met, points, otherwise) => (met ? points : otherwise === "negate" ? -points : 0);

function linesOf(ruleset, side) {
  const lines = side.piles ? cardLines(ruleset, side) : "total" in side ? [["total", side.total]] : [];
  return [...lines, ...side.adjustments.map((points) => ["adjustment", points])]
    .map(([item, points]) => [item, points + 0]); // -0 is 0
}

function cardLines({ melded_if: rule, canastra_count_bonuses, going_out, mortos }, side) {
  const { melded, canastras, manner } = side;
  const met = meets(side, rule?.condition);
  const kept = met || rule.canastra_points === "keep";
  const each = (name, { items, counts }, value) => [...items.values()]
    .filter(({ key }) => counts.has(key))
    .map((item) => [`${name}:${item.key}`, value(item, counts.get(item.key))]);
  const bonuses = (canastra_count_bonuses ?? []).filter((bonus) => canastras.cards >= bonus.at_least);
  const missed = side.morto === "not_taken" || (unplayed(side) && mortos.taken_unused !== "cards");
  const unused = unplayed(side) && mortos.taken_unused !== "as_not_taken";
  return [
    ["melded", orElse(met, onTable(melded), rule?.otherwise)],
    ...each("canastra", canastras, (kind, count) => (kept ? kind.points * count : 0)),
    ...bonuses.map((bonus) => [`canastra_count:${bonus.at_least}`, bonus.points]),
    ...each("honour", side.honours, ({ totals, copies, counts_if, otherwise }, count) =>
      orElse(meets(side, counts_if), totals[Math.min(count, copies)], otherwise)),
    manner !== null && ["going_out", going_out.points[manner]],
    missed && ["morto", mortos.not_taken],
    unused && ["unused_morto", -inHand(side.unused_morto)],
    ["hand", -inHand(side.hand)],
    ...each("extra", side.extras, (extra, count) => extra.points * count),
  ].filter(Boolean);
}

// ---- What cannot be true of a round, and what hardly can

const WARNINGS = [
  "GRANULARITY", "CANASTRA_POINTS", "MELD_TOO_SMALL", "UNUSED_MORTO_SIZE", "MORTO_STILL_OUT",
  "HAND_SMALLER_THAN_HOLDERS", "PLAYERS_COUNT",
];

function check(ruleset, round) {
  const unsure = round.problems.some(({ code }) => ["UNKNOWN_CLASS", "NOT_INTEGER"].includes(code));
  if (!unsure) checkPoints(ruleset, round);
  checkCopies("CLASS_OVER", round.piles);
  checkCopies("HONOUR_OVER", round.counted.map((side) => side.honours));
  checkDeck(ruleset, round);
  checkMortos(ruleset, round);
  checkEnd(round);
  for (const side of round.counted) {
    checkCopies("EXTRA_OVER", [side.extras]);
    checkCards(ruleset, side);
    checkOut(ruleset, round, side);
  }
}

function checkCopies(code, holdings) {
  for (const { key, copies } of holdings[0]?.items.values() ?? []) {
    const holders = holdings.filter(({ counts }) => counts.has(key));
    const over = sum(holders.map(({ counts }) => counts.get(key))) > copies;
    for (const { name, note } of holders) note(code, `${name}.${key}`, over);
  }
}

function checkDeck({ deck }, { counted, piles, mortos }) {
  const cards = piles.filter((pile) => pile.cards);
  const honours = counted.flatMap(({ note, honours: { counts } }) =>
    [...counts].map(([key, cards]) => ({ note, name: `honours.${key}`, cards })));
  const held = sum([...cards, ...honours].map((holding) => holding.cards));
  const over = held > Math.max(0, 52 * deck.packs + deck.jokers - sum(mortos.faceDown));
  for (const { name, note } of cards.length ? cards : honours) note("DECK_OVER", name, over);
}

function checkPoints({ cards }, { piles }) {
  const worth = sum(cards.map((card) => Math.max(card.points, card.hand_points) * card.copies));
  const over = sum(piles.map(onTable)) > worth;
  for (const { name, note, points } of piles) note("POINTS_OVER", name, points !== null && over);
}

function checkCards({ cards }, { note, piles, melded, hand, canastras, out, players, ...side }) {
  for (const key of melded.counts.keys()) {
    const { meldable } = melded.items.get(key);
    note("NOT_MELDABLE", `melded.${key}`, meldable === "never" || (meldable === "going_out" && !out));
  }
  const laid = (meldable) => weigh(melded, (card) => card.meldable === meldable);
  const needed = weigh(canastras, (kind) => kind.min_cards);
  const cheapest = Math.min(...cards.map((card) => card.meldable === "always" ? card.points : Infinity));
  const typed = melded.points !== null;
  note("CANASTRA_CARDS", "melded", melded.said && !typed && laid("always") < needed);
  note("CANASTRA_POINTS", "melded", typed && melded.points < needed * cheapest);
  const small = (count) => count === 1 || count === 2;
  note("MELD_TOO_SMALL", "melded", small(melded.cards) || (out && small(laid("going_out"))));
  const grain = cards.map((card) => card.points).reduce(divisor, 0);
  for (const { name, points } of piles) note("GRANULARITY", name, grain && points % grain);
  const holders = players - out - unplayed(side);
  const few = hand.points === null ? hand.cards < holders : !hand.points;
  note("HAND_SMALLER_THAN_HOLDERS", "hand", hand.said && holders > 0 && few);
}

function checkMortos({ mortos }, { note, end, mortos: { toStock, takers, faceDown, over } }) {
  const allowed = mortos && (mortos.to_stock ?? true);
  for (const side of takers) side.note("MORTO_OVER", "morto", over);
  note("MORTO_OVER", "mortos_to_stock", over && !takers.length);
  note("MORTO_TO_STOCK_NOT_IN_RULES", "mortos_to_stock", toStock && !allowed);
  note("MORTO_STILL_OUT", "mortos_to_stock", end === "stock" && allowed && faceDown.length);
}

function checkEnd({ note, end, sides }) {
  const out = sides.filter((side) => side.out);
  note("NOBODY_WENT_OUT", "end", end === "out" && !out.length);
  for (const side of out) {
    side.note("TWO_WENT_OUT", "out", out.length > 1);
    side.note("OUT_ON_STOCK_END", "out", end === "stock" || end === "stopped");
  }
}

function checkOut({ going_out, mortos }, { end, mortos: { setOut, faceDown } }, side) {
  const { note, out, manner, hand, players, morto, unused_morto: pile, honours } = side;
  const { requires, waived_by } = going_out;
  const bound = manner !== null && !waived_by?.includes(manner);
  const asked = requires.morto === "if_left" ? faceDown.length : requires.morto;
  const met = requires.canastras.every((needed) => enough(side, needed, needed.min));
  note("OUT_MORTO_UNUSED", "out", out && unplayed(side));
  note("OUT_NO_MORTO", "out", bound && asked && !took(side));
  note("OUT_NO_CANASTRA", "out", bound && !met);
  note("OUT_HAND_NOT_EMPTY", "hand", manner !== null && players === 1 && holdsAny(hand));
  const stray = !unplayed(side) && morto !== "refused" && holdsAny(pile);
  note("UNUSED_MORTO_STRAY", "unused_morto", stray);
  // Honours found in the morto were laid among the side's: any of them may be its own.
  const fits = (size) => pile.cards <= size && size <= pile.cards + honours.cards;
  const counted = !pile.refused && pile.points === null
    && (pile.said || mortos?.taken_unused !== "as_not_taken");
  const wrong = unplayed(side) && end !== "stopped" && counted && !setOut.some(fits);
  note("UNUSED_MORTO_SIZE", "unused_morto", wrong);
}

// ---- A round judged

function judge(ruleset, entry) {
  demand(entry != null, "round");
  const round = readRound(ruleset, entry);
  check(ruleset, round);
  const codes = [...new Set(round.problems.map(({ code }) => code))].sort();
  const sides = round.sides.map((side) => {
    const lines = linesOf(ruleset, side);
    return { lines, total: sum(lines.map(([, points]) => points)) };
  });
  return {
    problems: round.problems,
    errors: codes.filter((code) => !WARNINGS.includes(code)),
    warnings: codes.filter((code) => WARNINGS.includes(code)),
    sides,
    totals: sides.map(({ total }) => total),
    out: round.sides.map(({ out }) => out),
  };
}

function score({ ruleset, round }) {
  const { sides, errors, warnings } = judge(readRuleset(ruleset), round);
  const valid = !errors.length;
  return { valid, errors, warnings, ...(valid && { sides }) };
}

function draft({ ruleset, round }) {
  const { sides, problems } = judge(readRuleset(ruleset), round);
  const placed = new Map(problems.map((problem) => [place(problem), problem]));
  return { problems: [...placed.keys()].sort().map((key) => placed.get(key)), sides };
}

// A text that sorts by side, the round first, by code points of the field and by code.
function place({ code, side, field }) {
  const numbers = [side ?? -1, ...[...field].map((sign) => sign.codePointAt())];
  return `${numbers.map((number) => 2e9 + number).join("")} ${code}`;
}

// ---- A whole match

function play({ ruleset, sides, rounds, start, end, played }) {
  const under = (document) => {
    const own = readRuleset(document);
    return { ...own, sides: own.sides.filter((number) => number === sides) };
  };
  const rules = under(ruleset);
  demand(rules.sides.length, "sides");
  const entries = rounds.map((entry) => [entry, under(entry?.ruleset ?? ruleset)]);
  const changes = Object.entries(end ?? {}).filter(([, value]) => value != null);
  const agreed = { ...rules.end, ...Object.fromEntries(changes) };
  let cumulative = (start ?? Array(sides).fill(0)).map((n) => whole(n, Number.MAX_SAFE_INTEGER));
  demand(cumulative.length === sides && !cumulative.includes(null), "start");
  let round = (whole(played ?? 0) ?? -1) + 1;
  demand(round > 0, "played");
  let status = "playing";
  let winner = null;
  const log = entries.map(([entry, own], index) => {
    const { errors, adjust, totals, out } =
      status === "playing" ? judgeEntry(own, entry) : { errors: ["MATCH_OVER"] };
    const before = { round, first_meld: minimums(own, cumulative, round) };
    if (!errors.length) {
      cumulative = cumulative.map((total, side) => total + totals[side]);
      if (!adjust) round += 1;
      [status, winner] = verdict(agreed, cumulative, round - 1, out);
    }
    const answer = errors.length ? { errors } : adjust ? { adjust } : { ...before, totals };
    return { n: index + 1, ...answer, cumulative, status, winner };
  });
  const next = status === "playing" ? { round, first_meld: minimums(rules, cumulative, round) } : null;
  return { log, next };
}

function judgeEntry(ruleset, entry) {
  if (!isTable(entry)) return { errors: ["BAD_SHAPE"] };
  const { ruleset: own, ...content } = entry;
  return Object.hasOwn(content, "adjust") ? readAdjust(ruleset, content) : judge(ruleset, content);
}

function readAdjust({ sides }, { adjust, note, ...rest }) {
  const fits = Array.isArray(adjust) && typeof (note ?? "") === "string";
  const totals = fits ? adjust.map((number) => whole(number)) : [];
  const codes = {
    BAD_SHAPE: !fits,
    NOT_INTEGER: totals.includes(null),
    SIDES_COUNT: fits && !sides.includes(totals.length),
    UNKNOWN_FIELD: Object.keys(rest).length,
  };
  return { errors: Object.keys(codes).filter((code) => codes[code]), adjust: totals, totals, out: [] };
}

// What each side's first meld must be worth.
function minimums({ first_meld }, totals, round) {
  return totals.map((total) => {
    const at = first_meld?.basis === "round" ? round : total;
    return first_meld?.steps.findLast(({ from }) => (from ?? -Infinity) <= at)?.minimum ?? null;
  });
}

// Whether the match ends with these totals, and who wins it.
function verdict({ mode, target, at, rounds, tie }, totals, played, out) {
  const best = Math.max(...totals);
  const reached = at === "pass" ? best > target : best >= target;
  if (!(mode === "rounds" ? played >= rounds : mode === "target" && reached)) return ["playing", null];
  let leaders = [...totals.keys()].filter((side) => totals[side] === best);
  if (leaders.length > 1 && tie === "went_out") leaders = leaders.filter((side) => out[side]);
  const winner = leaders.length === 1 ? leaders[0] : null;
  return [winner !== null || tie === "draw" ? "finished" : "playing", winner];
}

const ACTS = new Map([["score", score], ["draft", draft], ["play", play]]);

export function answer(request) {
  try {
    return ACTS.get(request.do)(request);
  } catch (problem) {
    return { error: problem.message };
  }
}
