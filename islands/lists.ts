/*
 * Select-all and shortcuts for lists and queues, which are plain forms. Imports nothing, because a page without islands
 * loads only this file and islands/filters.ts.
 */

const aRow = ".table tbody tr:not(.group), .triage nav li";
const rows = () => [...document.querySelectorAll(aRow)];
const linkOf = (row: Element) => row.querySelector<HTMLAnchorElement>(".name a, .triage a");
const boxOf = (row: Element) => row.querySelector<HTMLInputElement>("[type=checkbox]");
const boxes = () => rows().flatMap((row) => boxOf(row) ?? []);

// ---- select all

const all = document.querySelector<HTMLInputElement>(".table thead [type=checkbox]");
const selectionStatus = document.querySelector<HTMLElement>(".bulk output, .triage output");
const matching = document.querySelector<HTMLInputElement>(".bulk [name=all]");

/** Shows the count of selected rows; also on load, because the browser may have restored a selection. */
function countSelected(): void {
  const every = boxes();
  const count = every.filter(({ checked }) => checked).length;
  if (selectionStatus) selectionStatus.textContent = `${matching?.checked ? matching.value : count} selected`;
  if (!all) return;
  all.hidden = false;
  all.checked = count === every.length;
  all.indeterminate = count > 0 && count < every.length;
}

function onChange({ target }: Event): void {
  if (target === all) for (const box of boxes()) box.checked = all?.checked ?? false;
  if (target instanceof HTMLInputElement && target.type === "checkbox") countSelected();
}

// ---- keys

const keysKey = "list-keys";
const hint = document.querySelector<HTMLElement>(".list-keys");
const areKeysOff = () => localStorage.getItem(keysKey) === "off";

/** Shows the shortcuts and a button that turns them off: speech input may press them (WCAG 2.2, 2.1.4). */
function showKeys(): void {
  const [text, toggle] = hint?.children ?? [];
  if (!hint || !(text instanceof HTMLElement) || !toggle) return;
  text.hidden = areKeysOff();
  toggle.textContent = areKeysOff() ? "Turn keys on" : "Turn off";
  document.body.classList.toggle("keys-off", areKeysOff());
  hint.hidden = false;
}

hint?.querySelector("button")?.addEventListener("click", () => {
  localStorage.setItem(keysKey, areKeysOff() ? "on" : "off");
  showKeys();
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

/**
 * Focuses the next editable cell; sideways only if the caret is at that end of the text. Returns whether the key is
 * used up.
 */
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
  // Enter in the last row must not submit the form
  return key === "Enter";
}

// ---- roles of an approval

/**
 * Ticks the roles that a new organization needs, and unticks them again for an existing one, until the user changes a
 * role.
 */
const granted = document.querySelector<HTMLElement>("[data-new-roles]");
granted?.addEventListener("change", () => delete granted.dataset["newRoles"]);
granted?.closest("form")?.addEventListener("change", ({ target }) => {
  const newRoles = granted.dataset["newRoles"]?.split(" ");
  if (!newRoles || !(target instanceof HTMLInputElement) || target.name !== "org_id") return;
  for (const box of granted.querySelectorAll<HTMLInputElement>("[type=checkbox]"))
    box.checked = box.value === newRoles[0] || (target.value === "" && newRoles.includes(box.value));
});

function onKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || event.defaultPrevented || !(target instanceof Element)) return;
  if (target instanceof HTMLInputElement && target.closest(".price-grid")) {
    if (moveInGrid(target, key)) event.preventDefault();
    return;
  }
  // shortcuts must not take letters from fields or dialogs
  if (target.closest(fields) || document.querySelector("dialog:popover-open, dialog[open]")) return;
  const row = target.closest(aRow);
  const box = row && boxOf(row);
  if (key === "Enter" && row && target === box) linkOf(row)?.click(); // Enter must not press the form's first button
  else if (areKeysOff()) return;
  else if (key === "j") move(row, 1);
  else if (key === "k") move(row, -1);
  else if (key === "x") box?.click();
  else if (!press(key)) return;
  event.preventDefault();
}

/** Clicks a button that opens a confirmation; a submit button only gets the focus, so that Enter confirms. */
function press(key: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(`main [aria-keyshortcuts="${CSS.escape(key)}"]`);
  const question = button?.popoverTargetElement;
  if (question) button.click();
  (question?.querySelector("textarea") ?? button)?.focus();
  return button !== null;
}

/** Focuses the row's link, so that Enter opens it. */
function move(from: Element | null, step: 1 | -1): void {
  const every = rows();
  const start = from ?? document.querySelector(".triage [aria-current]")?.closest("li");
  const at = every.findIndex((row) => row === start);
  const row = at < 0 ? every.at(step > 0 ? 0 : -1) : every[at + step];
  if (row) (linkOf(row) ?? boxOf(row))?.focus();
}

showKeys();
countSelected();
addEventListener("change", onChange);
addEventListener("keydown", onKey);
// after going back, the browser restores the selection only once the scripts have run
addEventListener("pageshow", countSelected);
