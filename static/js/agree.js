// What a table has agreed on before the first deal is ticked off; the ticks stay on this phone.

const BOX = "input[data-point]";

function held(fold) {
  try {
    return new Set(JSON.parse(localStorage.getItem(`agreed:${fold.dataset.match}`)));
  } catch {
    return new Set();
  }
}

function show() {
  const fold = document.querySelector(".agree");
  const ticked = fold ? held(fold) : new Set();
  for (const box of fold?.querySelectorAll(BOX) ?? []) box.checked = ticked.has(box.dataset.point);
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches(BOX)) return;
  const fold = target.closest(".agree");
  const ticked = held(fold);
  if (target.checked) ticked.add(target.dataset.point);
  else ticked.delete(target.dataset.point);
  try {
    localStorage.setItem(`agreed:${fold.dataset.match}`, JSON.stringify([...ticked]));
  } catch {
    // Where nothing may be kept the tick stays as long as the page.
  }
});
document.addEventListener("htmx:afterSwap", show);
show();
