// The games of the contract, as the Python package `rules` has them. A round may be any JSON;
// a ruleset's document and an agreed end are what the server has loaded.

const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const whole = (value) => (Number.isInteger(value) && Math.abs(value) <= 1e6 ? value + 0 : null);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const divisor = (a, b) => (b ? divisor(b, a % b) : Math.abs(a));

// ---- The ruleset

// Null is absent, -0 is 0.
const plain = (value) => JSON.parse(JSON.stringify(value), (key, item) => item ?? undefined);

function readRuleset(document) {
  const ruleset = plain(document);
  const { game, deck, canastras, honours, extras, mortos } = ruleset;
  if (!["melds", "truco", "tally"].includes(game)) throw new Error("ruleset");
  if (game !== "melds") return ruleset;
  const copies = new Map([["joker", deck.jokers], ["3r", 2 * deck.packs], ["3b", 2 * deck.packs]]);
  const byKey = (items = []) => new Map(items.map((item) => [item.key, {
    hand_points: item.points,
    meldable: "always",
    copies: item.max_per_side ?? sum((item.ranks ?? []).map((rank) => copies.get(rank) ?? 4 * deck.packs)),
    ...item,
  }]));
  const classes = byKey(deck.classes);
  return {
    ...ruleset,
    mortos: mortos && { to_stock: true, ...mortos },
    cards: [...classes.values()],
    items: { class: classes, kind: byKey(canastras), honour: byKey(honours), extra: byKey(extras) },
  };
}

// ---- A round as read

const HOLDINGS = {
  melded: "class", hand: "class", unused_morto: "class",
  canastras: "kind", honours: "honour", extras: "extra",
};
const TOTAL_FIELDS = ["total", "out", "adjustments"];
const CARD_FIELDS = [...Object.keys(HOLDINGS), "morto"];
const ROUND_FIELDS = ["end", "players_per_side", "mortos_to_stock", "sides"];

function notebook() {
  const problems = [];
  const noting = (side) => (code, field, when) => when && problems.push({ code, side, field });
  return { problems, noting };
}

function readRound(ruleset, entry) {
  const { problems, noting } = notebook();
  const note = noting(null);
  const raw = isTable(entry) ? entry : {};
  note("BAD_SHAPE", "sides", raw !== entry);
  checkFields(raw, ROUND_FIELDS, note);
  const list = readList(raw.sides, "sides", note);
  note("SIDES_COUNT", "sides", !ruleset.sides.includes(list.length));
  const players = readPlayers(ruleset, raw.players_per_side, list.length, note);
  const sides = list.map((side, index) => readSide(ruleset, side, players[index], noting(index)));
  const counted = sides.filter((side) => !side.lines);
  const totalled = sides.filter((side) => side.lines?.length);
  note("END_MISSING", "end", raw.end == null && (counted.length || !totalled.length));
  const end = word(raw.end, ["out", "stock", "stopped"], "UNKNOWN_END", "end", note);
  const toStock = figure(raw.mortos_to_stock ?? 0, "mortos_to_stock", note);
  const takers = sides.filter(took);
  const { size, sizes = sides.map(() => size) } = ruleset.mortos ?? { sizes: [] };
  const setOut = sizes.sort((a, b) => a - b);
  const left = setOut.length - takers.length - toStock;
  // A side that is only a total says nothing of mortos.
  const faceDown = totalled.length ? [] : setOut.slice(0, Math.max(left, 0));
  const piles = counted.flatMap((side) => side.piles);
  return { problems, note, sides, counted, piles, end, toStock, takers, setOut, left, faceDown };
}

function checkFields(raw, known, note, path = "") {
  for (const key of Object.keys(raw)) note("UNKNOWN_FIELD", path + key, !known.includes(key));
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
  return Math.max(number, signed ? number : 0);
}

function word(value, known, code, field, note) {
  const is = known.includes(value);
  note(code, field, value != null && !is);
  return is ? value : null;
}

function readPlayers({ players_per_side: listed }, value, sides, note) {
  const field = "players_per_side";
  if (value == null) return [];
  const each = Array.isArray(value) ? value : Array(sides || 1).fill(value);
  const players = each.map((number) => figure(number, field, note));
  note("PLAYERS_COUNT", field, listed?.length && each.some((number) => !listed.includes(number)));
  const fits = each !== value || each.length === sides;
  note("SIDES_COUNT", field, !fits);
  return fits ? players : [];
}

function readSide({ mortos, going_out, items }, raw, players, note) {
  if (!isTable(raw)) {
    note("BAD_SHAPE", "", true);
    return { lines: [], adjustments: [] };
  }
  const { total, out, morto } = raw;
  const cardFields = CARD_FIELDS.filter((field) => total == null || raw[field] === null);
  checkFields(raw, [...TOTAL_FIELDS, ...cardFields], note);
  const side = {
    note,
    players,
    out: out != null,
    manner: word(out, Object.keys(going_out.points), "UNKNOWN_OUT_MANNER", "out", note),
    adjustments: readList(raw.adjustments, "adjustments", note)
      .map((item, index) => readAdjustment(item, `adjustments.${index}`, note)),
  };
  if (total != null) return { ...side, lines: [["total", figure(total, "total", note, true)]] };
  for (const [name, item] of Object.entries(HOLDINGS)) {
    side[name] = readHolding(items[item], raw[name], name, item, note);
  }
  note("MELDED_MISSING", "melded", raw.melded == null);
  note("HAND_MISSING", "hand", raw.hand == null);
  note("MORTO_MISSING", "morto", morto == null && mortos);
  const refused = morto != null && !mortos;
  note("NO_MORTO_IN_RULES", "morto", refused);
  const states = ["taken", "not_taken", "taken_unused"];
  return {
    ...side,
    piles: [side.melded, side.hand, side.unused_morto],
    refused,
    morto: mortos && word(morto, states, "UNKNOWN_MORTO", "morto", note),
  };
}

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

function readAdjustment(item, field, note) {
  note("BAD_SHAPE", field, !isTable(item));
  if (!isTable(item)) return ["adjustment", 0];
  checkFields(item, ["note", "points"], note, `${field}.`);
  note("BAD_SHAPE", `${field}.note`, typeof (item.note ?? "") !== "string");
  return ["adjustment", figure(item.points, `${field}.points`, note, true)];
}

// ---- What a side scores

const unplayed = (side) => side.morto === "taken_unused";
const took = (side) => side.morto === "taken" || unplayed(side);
const weigh = ({ items, counts }, value) =>
  sum([...counts].map(([key, count]) => value(items.get(key)) * count));
const onTable = (pile) => pile.points ?? weigh(pile, (card) => card.points);
const inHand = (pile) => pile.points ?? weigh(pile, (card) => card.hand_points);
const holdsAny = (pile) => pile.points || pile.cards;

const enough = ({ canastras }, { kinds, clean }, least) =>
  weigh(canastras, (kind) => kinds ? kinds.includes(kind.key) : !clean || kind.clean) >= least;
const meets = (side, condition) => !condition
  || (condition.any_meld ? holdsAny(side.melded) : enough(side, condition, condition.canastras));
const orElse = (met, points, otherwise) => (met ? points : otherwise === "negate" ? -points : 0);

function cardLines({ melded_if: rule, canastra_count_bonuses = [], going_out, mortos }, side) {
  const { melded, canastras, manner, morto } = side;
  const met = meets(side, rule?.condition);
  const kept = met || rule.canastra_points === "keep";
  const each = (name, { items, counts }, value) => [...items].filter(([key]) => counts.has(key))
    .map(([key, item]) => [`${name}:${key}`, value(item, counts.get(key))]);
  const unused = unplayed(side) && mortos.taken_unused;
  return [
    ["melded", orElse(met, onTable(melded), rule?.otherwise)],
    ...each("canastra", canastras, (kind, count) => (kept ? kind.points * count : 0)),
    ...canastra_count_bonuses.filter((bonus) => canastras.cards >= bonus.at_least)
      .map((bonus) => [`canastra_count:${bonus.at_least}`, bonus.points]),
    ...each("honour", side.honours, ({ totals, copies, counts_if, otherwise }, count) =>
      orElse(meets(side, counts_if), totals[Math.min(count, copies)], otherwise)),
    manner && ["going_out", going_out.points[manner]],
    (unused ? unused !== "cards" : morto === "not_taken") && ["morto", mortos.not_taken],
    unused && unused !== "as_not_taken" && ["unused_morto", -inHand(side.unused_morto)],
    ["hand", -inHand(side.hand)],
    ...each("extra", side.extras, (extra, count) => extra.points * count),
  ].filter(Boolean);
}

// ---- What cannot be, and what hardly can

const WARNINGS = [
  "GRANULARITY", "CANASTRA_POINTS", "MELD_TOO_SMALL", "UNUSED_MORTO_SIZE", "MORTO_STILL_OUT",
  "HAND_SMALLER_THAN_HOLDERS", "PLAYERS_COUNT",
];

function checkCopies(code, holdings) {
  for (const { key, copies } of holdings[0]?.items.values() ?? []) {
    const holders = holdings.filter(({ counts }) => counts.has(key));
    const over = sum(holders.map(({ counts }) => counts.get(key))) > copies;
    for (const { name, note } of holders) note(code, `${name}.${key}`, over);
  }
}

function checkPack({ deck, cards }, { problems, counted, piles, faceDown }) {
  checkCopies("CLASS_OVER", piles);
  const honours = counted.map((side) => side.honours);
  checkCopies("HONOUR_OVER", honours);
  const held = sum([...piles, ...honours].map(({ cards }) => cards));
  const over = held > Math.max(0, 52 * deck.packs + deck.jokers - sum(faceDown));
  for (const { name, note, cards } of piles) note("DECK_OVER", name, over && cards);
  const alone = over && !piles.some(({ cards }) => cards);
  for (const { note, counts } of honours) {
    for (const key of counts.keys()) note("DECK_OVER", `honours.${key}`, alone);
  }
  const worth = sum(cards.map((card) => Math.max(card.points, card.hand_points) * card.copies));
  const unsure = problems.some(({ code }) => ["UNKNOWN_CLASS", "NOT_INTEGER"].includes(code));
  for (const { name, note, points } of piles) {
    note("POINTS_OVER", name, points !== null && !unsure && sum(piles.map(onTable)) > worth);
  }
}

function checkEnd({ mortos }, { note, sides, end, toStock, takers, left, faceDown }) {
  const over = mortos && left < 0;
  for (const side of takers) side.note("MORTO_OVER", "morto", over);
  note("MORTO_OVER", "mortos_to_stock", over && !takers.length);
  note("MORTO_TO_STOCK_NOT_IN_RULES", "mortos_to_stock", toStock && !mortos?.to_stock);
  note("MORTO_STILL_OUT", "mortos_to_stock", end === "stock" && mortos?.to_stock && faceDown.length);
  const out = sides.filter((side) => side.out);
  note("NOBODY_WENT_OUT", "end", end === "out" && !out.length);
  for (const side of out) {
    side.note("TWO_WENT_OUT", "out", out.length > 1);
    side.note("OUT_ON_STOCK_END", "out", end && end !== "out");
  }
}

function checkCards({ cards }, side) {
  const { note, piles, melded, hand, canastras, out, players } = side;
  checkCopies("EXTRA_OVER", [side.extras]);
  for (const [key, count] of melded.counts) {
    const { meldable } = melded.items.get(key);
    const last = meldable === "going_out";
    note("NOT_MELDABLE", `melded.${key}`, meldable === "never" || (last && !out));
    note("MELD_TOO_SMALL", "melded", last && out && count < 3);
  }
  note("MELD_TOO_SMALL", "melded", melded.cards > 0 && melded.cards < 3);
  const always = weigh(melded, (card) => card.meldable === "always");
  const needed = weigh(canastras, (kind) => kind.min_cards);
  const cheapest = Math.min(...cards.map((card) => card.meldable === "always" ? card.points : Infinity));
  const { said, points } = melded;
  note("CANASTRA_CARDS", "melded", said && points === null && always < needed);
  note("CANASTRA_POINTS", "melded", points !== null && points < needed * cheapest);
  const grain = cards.map((card) => card.points).reduce(divisor, 0);
  for (const { name, points } of piles) note("GRANULARITY", name, grain && points % grain);
  const holders = players - out - unplayed(side);
  const few = hand.points === null ? hand.cards < holders : hand.points === 0;
  note("HAND_SMALLER_THAN_HOLDERS", "hand", hand.said && holders > 0 && few);
}

function checkOut({ going_out, mortos }, { end, setOut, faceDown }, side) {
  const { note, out, manner, hand, unused_morto: pile } = side;
  const { requires, waived_by = [] } = going_out;
  const bound = manner && !waived_by.includes(manner);
  const morto = requires.morto === "if_left" ? faceDown.length : requires.morto;
  const met = requires.canastras.every((needed) => enough(side, needed, needed.min));
  const unused = unplayed(side);
  note("OUT_MORTO_UNUSED", "out", out && unused);
  note("OUT_NO_MORTO", "out", bound && morto && !took(side));
  note("OUT_NO_CANASTRA", "out", bound && !met);
  note("OUT_HAND_NOT_EMPTY", "hand", manner && side.players === 1 && holdsAny(hand));
  note("UNUSED_MORTO_STRAY", "unused_morto", !unused && !side.refused && holdsAny(pile));
  // Honours of the morto lie among the side's.
  const fits = (size) => pile.cards <= size && size <= pile.cards + side.honours.cards;
  const asked = pile.said ? pile.points === null : !pile.refused && mortos?.taken_unused !== "as_not_taken";
  note("UNUSED_MORTO_SIZE", "unused_morto", unused && end !== "stopped" && asked && !setOut.some(fits));
}

// ---- A round judged

function readMelds(ruleset, entry) {
  const round = readRound(ruleset, entry);
  checkPack(ruleset, round);
  checkEnd(ruleset, round);
  for (const side of round.counted) {
    checkCards(ruleset, side);
    checkOut(ruleset, round, side);
  }
  const { problems, sides } = round;
  const lines = sides.map((side) => [...side.lines ?? cardLines(ruleset, side), ...side.adjustments]);
  return { problems, lines, out: sides.map((side) => side.out) };
}

function readTally({ sides, step, minimum, maximum }, entry) {
  const { problems, noting } = notebook();
  const note = noting(null);
  const raw = isTable(entry) ? entry : {};
  note("BAD_SHAPE", "points", raw !== entry);
  checkFields(raw, ["points"], note);
  const points = readList(raw.points, "points", note).map((value, side) => {
    const [ask, field] = [noting(side), `points.${side}`];
    const number = figure(value, field, ask, true);
    ask("ABOVE_MAXIMUM", field, number > maximum);
    ask("BELOW_MINIMUM", field, number < minimum);
    ask("GRANULARITY", field, step && number % step);
    return number;
  });
  note("SIDES_COUNT", "sides", !sides.includes(points.length));
  return { problems, lines: points.map((number) => [["points", number]]) };
}

const READERS = { melds: readMelds, tally: readTally };

function judge(ruleset, entry) {
  if (entry == null) throw new Error("round");
  const { problems, lines: each, out } = READERS[ruleset.game](ruleset, entry);
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  const warnings = codes.filter((code) => WARNINGS.includes(code));
  const errors = codes.filter((code) => !WARNINGS.includes(code));
  const sides = each.map((found) => {
    const lines = found.map(([item, points]) => [item, points + 0]); // -0 is 0
    return { lines, total: sum(lines.map(([, points]) => points)) };
  });
  return { problems, errors, warnings, sides, totals: sides.map((side) => side.total), out };
}

function score(ruleset, { round }) {
  const { sides, errors, warnings } = judge(ruleset, round);
  const valid = !errors.length;
  return { valid, errors, warnings, ...(valid && { sides }) };
}

function draft(ruleset, { round }) {
  const { sides, problems } = judge(ruleset, round);
  const placed = new Map(problems.map((problem) => [place(problem), problem]));
  return { problems: [...placed.keys()].sort().map((key) => placed.get(key)), sides };
}

// Sorts by side, by code points of the field, by code.
function place({ code, side, field }) {
  const numbers = [side ?? -1, ...[...field].map((sign) => sign.codePointAt())];
  return `${numbers.map((number) => 2e9 + number).join("")} ${code}`;
}

// ---- A whole match

function play(ruleset, { rounds, sides, ...before }) {
  if (!ruleset.sides.includes(sides)) throw new Error("sides");
  const { start = Array(sides).fill(0), end, played = 0 } = plain(before);
  const fits = start.length === sides && [played, ...start].every(Number.isSafeInteger);
  if (!fits || whole(played) === null || played < 0) throw new Error("start");
  const agreed = { ...ruleset.end, ...end, wins: ruleset.wins };
  const entries = rounds.map((entry) => {
    const own = entry?.ruleset == null ? ruleset : readRuleset(entry.ruleset);
    return [own.game === ruleset.game && own, entry];
  });
  if (ruleset.game === "truco") return { log: tell(ruleset, agreed, start, entries) };
  let [cumulative, round, status, winner] = [start, played + 1, "playing", null];
  const log = entries.map(([own, entry], index) => {
    const { errors, adjust, totals, out } =
      status === "playing" ? judgeEntry(own, entry, sides) : { errors: ["MATCH_OVER"] };
    let answer = { errors };
    if (!errors.length) {
      answer = adjust ? { adjust: totals } : { ...upcoming(own, cumulative, round), totals };
      cumulative = cumulative.map((total, side) => total + totals[side]);
      round += !adjust;
      [status, winner] = verdict(agreed, cumulative, round, out);
    }
    return { n: index + 1, ...answer, cumulative, status, winner };
  });
  return { log, next: status === "playing" ? upcoming(ruleset, cumulative, round) : null };
}

function judgeEntry(ruleset, entry, sides) {
  if (!isTable(entry)) return { errors: ["BAD_SHAPE"] };
  const { ruleset: own, ...content } = entry;
  if (Object.hasOwn(content, "adjust")) return readAdjust(content, sides);
  if (!ruleset) return { errors: ["BAD_SHAPE"] };
  return judge({ ...ruleset, sides: ruleset.sides.filter((number) => number === sides) }, content);
}

function readAdjust({ adjust, note, ...rest }, sides) {
  const fits = Array.isArray(adjust) && typeof (note ?? "") === "string";
  const totals = fits ? adjust.map(whole) : Array(sides);
  const errors = [
    !fits && "BAD_SHAPE",
    totals.includes(null) && "NOT_INTEGER",
    totals.length !== sides && "SIDES_COUNT",
    Object.keys(rest).length && "UNKNOWN_FIELD",
  ].filter(Boolean);
  return { errors, adjust, totals };
}

function upcoming({ first_meld }, totals, round) {
  const minimums = totals.map((total) => {
    const at = first_meld?.basis === "round" ? round : total;
    return first_meld?.steps.findLast(({ from = -Infinity }) => from <= at)?.minimum ?? null;
  });
  return { round, first_meld: minimums };
}

function verdict({ mode, target, at, rounds, tie, wins }, totals, round, out) {
  const most = Math.max(...totals);
  const best = wins === "lowest" ? Math.min(...totals) : most;
  const reached = { rounds: round > rounds, target: most >= target + (at === "pass") }[mode];
  let leaders = [...totals.keys()].filter((side) => totals[side] === best);
  if (leaders.length > 1 && tie === "went_out") leaders = leaders.filter((side) => out?.[side]);
  const won = leaders.length === 1;
  return reached && (won || tie === "draw") ? ["finished", won ? leaders[0] : null] : ["playing", null];
}

// ---- Truco, event by event

const HOWS = ["played", "fold", "all_tied", "mark_played", "mark_fold", "iron"];
const CALLS = ["envido", "real", "falta"];
const FLORES = ["single", "matched", "contraflor", "contraflor_declined"];

function tell(ruleset, end, start, entries) {
  if (end.mode !== "target") throw new Error("end");
  let [score, status, winner] = [start, "playing", null];
  return entries.map(([own, entry], index) => {
    const event = own && isTable(entry) ? entry : {};
    const rules = own || ruleset;
    const error = status === "playing" ? faultOf(rules, end, score, event) : "MATCH_OVER";
    if (error) return { n: index + 1, error, score };
    const to = whole(event.winner ?? null);
    const points = pay(rules, end, score, event, to);
    score = score.map((total, side) => total + (side === to ? points : 0));
    [status, winner] = verdict(end, score);
    const over = status === "finished";
    const { half, mark } = rules;
    return {
      n: index + 1, points, to, score,
      ...(half && { stage: score.map((total) => (total < half ? "malas" : "buenas")) }),
      ...(mark && { next: over ? "over" : upcomingHand(rules, end, score) }),
      ...(over && { winner }),
    };
  });
}

function upcomingHand({ mark, end: usual }, { target }, score) {
  const at = mark && mark.at + target - usual.target;
  const marked = [0, 1].filter((side) => score[side] === at);
  return ["normal", `mark:${marked}`, "iron"][marked.length];
}

// The first that applies.
function faultOf(rules, end, score, { type, how, winner, value, offered, calls, accepted, call, points }) {
  const { envido, flor, ladder } = rules;
  const next = upcomingHand(rules, end, score);
  const is = (...hows) => type === "hand" && hows.includes(how);
  const to = whole(winner);
  const tied = is("all_tied") || (winner == null && is("mark_played", "iron"));
  const called = Array.isArray(calls) && calls.length && typeof accepted === "boolean"
    && calls.every((word, index) => CALLS.includes(word) && (word !== "falta" || !calls[index + 1]));
  const known = is(...HOWS) || ["envido", "flor"].includes(type);
  return Object.entries({
    UNKNOWN_EVENT: type === "adjust" ? whole(points) === null : !known,
    WINNER_MISSING: !tied && to !== 0 && to !== 1,
    UNKNOWN_CALL: (type === "envido" && envido && !called)
      || (type === "flor" && flor && !FLORES.includes(call)),
    NO_ENVIDO_IN_RULES: type === "envido" && !envido,
    NO_FLOR_IN_RULES: type === "flor" && !flor,
    ALL_TIED_HAS_A_WINNER: is("all_tied") && (winner != null || rules.all_tied === "leader"),
    RAISE_NOT_ALLOWED: is("played", "fold") && next !== "normal",
    MARK_NOT_ACTIVE: (is("iron") && next !== "iron")
      || (is("mark_played", "mark_fold") && !next.startsWith("mark")),
    MARK_FOLD_SIDE: is("mark_fold") && next === `mark:${to}`,
    NOT_IN_LADDER: (is("played") && !ladder.includes(whole(value)))
      || (is("fold") && ladder.indexOf(whole(offered)) < 1),
  }).find(([, applies]) => applies)?.[0];
}

function pay(rules, end, score, { type, how, value, offered, calls, accepted, call, points }, to) {
  const { ladder, mark, envido, flor } = rules;
  if (type === "adjust") return points + 0;
  if (type === "flor") return flor[call];
  if (to === null) return 0;
  if (type === "hand") {
    const [played, fold] = [value, ladder[ladder.indexOf(offered) - 1]];
    const { played: mark_played, fold: mark_fold, both: iron } = mark ?? {};
    return { played, fold, mark_played, mark_fold, iron }[how];
  }
  const worth = calls.map((word) => (word === "falta" ? 0 : envido[word]));
  if (!accepted) return Math.max(1, sum(worth.slice(0, -1)));
  return calls.at(-1) === "falta" ? falta(rules, end, score, to) : sum(worth);
}

function falta({ half, envido }, { target }, score, to) {
  const leader = Math.max(...score);
  const reading = leader < half ? envido.falta : "leader";
  const lacking = { leader: target - leader, leader_half: half - leader, match_if_malas: target - score[to] };
  return Math.max(lacking[reading], 0);
}

const ACTS = new Map([["score", score], ["draft", draft], ["play", play]]);

export function answer(request) {
  try {
    return ACTS.get(request.do)(readRuleset(request.ruleset), request);
  } catch (problem) {
    return { error: problem.message };
  }
}
