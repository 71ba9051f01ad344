/*
 * What script adds to a list or a queue that works without it: one box that selects every row, the number of the selected,
 * keys, and filters that apply as they are chosen. It stands alone, so that such a page loads nothing else.
 */

const aRow = ".table tbody tr, .triage nav li";
const rows = () => [...document.querySelectorAll(aRow)];
const linkOf = (row: Element) => row.querySelector<HTMLAnchorElement>(".name a, .triage a");
const boxOf = (row: Element) => row.querySelector<HTMLInputElement>("[type=checkbox]");
const boxes = () => rows().flatMap((row) => boxOf(row) ?? []);

// ---- one box for all rows

const all = document.querySelector<HTMLInputElement>(".table thead [type=checkbox]");
const told = document.querySelector<HTMLElement>(".bulk output, .triage output");
/** Stands for the rows of every page; its value is how many they are. */
const matching = document.querySelector<HTMLInputElement>(".bulk [name=all]");

/** The box over the rows says what they are, also after the browser brought back what was selected before. */
function countSelected(): void {
  const every = boxes();
  const count = every.filter(({ checked }) => checked).length;
  if (told) told.textContent = `${matching?.checked ? matching.value : count} selected`;
  if (!all) return;
  all.hidden = false;
  all.checked = count === every.length;
  all.indeterminate = count > 0 && count < every.length;
}

function onChange({ target }: Event): void {
  if (target === all) for (const box of boxes()) box.checked = all?.checked ?? false;
  if (target instanceof HTMLInputElement && target.type === "checkbox") countSelected();
  if (target instanceof HTMLSelectElement) apply(target);
}

// ---- filters

const focusKey = "list-filter";

/** The filter keeps the focus on the page that comes, so that one can go on choosing by keyboard. */
function apply({ name, form }: HTMLSelectElement): void {
  if (!form?.matches(".toolbar")) return;
  sessionStorage.setItem(focusKey, name);
  form.requestSubmit();
}

function returnFocus(): void {
  const name = sessionStorage.getItem(focusKey);
  sessionStorage.removeItem(focusKey);
  if (name) document.querySelector<HTMLElement>(`.toolbar [name="${CSS.escape(name)}"]`)?.focus();
}

// ---- keys

const keysKey = "list-keys";
const hint = document.querySelector<HTMLElement>(".list-keys");
const areKeysOff = () => localStorage.getItem(keysKey) === "off";

/** A key of one letter is also what speech or a slip can press, so it can be turned off, for every list. */
function tellKeys(): void {
  const [text, toggle] = hint?.children ?? [];
  if (!hint || !(text instanceof HTMLElement) || !toggle) return;
  text.hidden = areKeysOff();
  toggle.textContent = areKeysOff() ? "Turn keys on" : "Turn off";
  document.body.classList.toggle("keys-off", areKeysOff());
  hint.hidden = false;
}

hint?.querySelector("button")?.addEventListener("click", () => {
  localStorage.setItem(keysKey, areKeysOff() ? "on" : "off");
  tellKeys();
});

const fields = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";

// ---- a grid of fields

const steps: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** To the field beside or below, past cells that cannot be typed into; sideways only from the end of the text. */
function moveInGrid(from: HTMLInputElement, key: string): boolean {
  const step = steps[key];
  const cell = from.closest("td");
  if (!step || !cell) return false;
  const [down, right] = step;
  const end = right > 0 ? from.value.length : 0;
  if (right !== 0 && (from.selectionStart !== from.selectionEnd || from.selectionEnd !== end)) return false;
  const table = cell.closest("table");
  let [row, column] = [
    cell.parentElement instanceof HTMLTableRowElement ? cell.parentElement.rowIndex : 0,
    cell.cellIndex,
  ];
  for (let next = table?.rows[row]?.cells[column]; next; next = table?.rows[(row += down)]?.cells[(column += right)]) {
    const field = next === cell ? null : next.querySelector<HTMLInputElement>("input:not([type=hidden])");
    if (!field) continue;
    field.focus();
    field.select();
    return true;
  }
  // Enter in the last row must not send the form
  return key === "Enter";
}

function onKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || event.defaultPrevented || !(target instanceof Element)) return;
  if (target instanceof HTMLInputElement && target.closest(".price-grid")) {
    if (moveInGrid(target, key)) event.preventDefault();
    return;
  }
  // neither a field nor what lies over the list may lose a letter
  if (target.closest(fields) || document.querySelector("dialog:popover-open, dialog[open]")) return;
  const row = target.closest(aRow);
  const box = row && boxOf(row);
  if (key === "Enter" && row && target === box) linkOf(row)?.click(); // not the first of the form's actions
  else if (areKeysOff()) return;
  else if (key === "j") move(row, 1);
  else if (key === "k") move(row, -1);
  else if (key === "x") box?.click();
  else if (!press(key)) return;
  event.preventDefault();
}

/** A button of that key: one that opens a question is pressed; what sends gets the focus, so that Enter says yes to its words. */
function press(key: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(`main [aria-keyshortcuts="${CSS.escape(key)}"]`);
  const question = button?.popoverTargetElement;
  if (question) button.click();
  (question?.querySelector("textarea") ?? button)?.focus();
  return button !== null;
}

/** To the row below or above; from elsewhere to the first or the last. The row's link has the focus, so Enter opens it. */
function move(from: Element | null, step: 1 | -1): void {
  const every = rows();
  const start = from ?? document.querySelector(".triage [aria-current]")?.closest("li");
  const at = every.findIndex((row) => row === start);
  const row = at < 0 ? every.at(step > 0 ? 0 : -1) : every[at + step];
  if (row) (linkOf(row) ?? boxOf(row))?.focus();
}

tellKeys();
countSelected();
returnFocus();
addEventListener("change", onChange);
addEventListener("keydown", onKey);
// Back brings the page with what was selected, and forms are filled again only after the scripts
addEventListener("pageshow", countSelected);
