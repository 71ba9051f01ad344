/*
 * Select-all and shortcuts for lists and queues, which are plain forms, arrow keys in the price grid, and the default
 * roles of an approval. Imports nothing, because a shared chunk would be one more request.
 */

const rowSelector = ".table tbody tr:not(.group), .triage nav li";
const findRows = () => [...document.querySelectorAll(rowSelector)];
const findRowLink = (row: Element) => row.querySelector<HTMLAnchorElement>(".name a, .triage a");
const findCheckbox = (row: Element) => row.querySelector<HTMLInputElement>("[type=checkbox]");
const findCheckboxes = () => findRows().flatMap((row) => findCheckbox(row) ?? []);

const selectAllBox = document.querySelector<HTMLInputElement>(".table thead [type=checkbox]");
const selectionStatus = document.querySelector<HTMLElement>(".bulk output, .triage output");
const allMatchingInput = document.querySelector<HTMLInputElement>(".bulk [name=all]");

/** Also runs on load, because the browser may have restored a selection. */
function showSelectedCount(): void {
  const allBoxes = findCheckboxes();
  const count = allBoxes.filter(({ checked }) => checked).length;
  if (selectionStatus)
    selectionStatus.textContent = `${allMatchingInput?.checked ? allMatchingInput.value : count} selected`;
  if (!selectAllBox) return;
  selectAllBox.hidden = false;
  selectAllBox.checked = count === allBoxes.length;
  selectAllBox.indeterminate = count > 0 && count < allBoxes.length;
}

function onChange({ target }: Event): void {
  if (target === selectAllBox) for (const box of findCheckboxes()) box.checked = selectAllBox?.checked ?? false;
  if (target instanceof HTMLInputElement && target.type === "checkbox") showSelectedCount();
}

const keysStorageKey = "list-keys";
const hint = document.querySelector<HTMLElement>(".list-keys");
const areKeysOff = () => localStorage.getItem(keysStorageKey) === "off";

/** Users can turn off shortcuts, because speech input may press them (WCAG 2.2, 2.1.4). */
function showKeys(): void {
  const [text, toggle] = hint?.children ?? [];
  if (!hint || !(text instanceof HTMLElement) || !toggle) return;
  text.hidden = areKeysOff();
  toggle.textContent = areKeysOff() ? "Turn keys on" : "Turn off";
  document.body.classList.toggle("keys-off", areKeysOff());
  hint.hidden = false;
}

hint?.querySelector("button")?.addEventListener("click", () => {
  localStorage.setItem(keysStorageKey, areKeysOff() ? "on" : "off");
  showKeys();
});

const fieldSelector = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";

const steps: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * The left and right arrows leave a cell only if the caret is at that end of the text. Returns whether the key was
 * handled.
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

/**
 * Ticks the roles that a new organization needs, or for an existing organization only the first of these roles, until
 * the user changes a role.
 */
const roleGroup = document.querySelector<HTMLElement>("[data-new-roles]");
roleGroup?.addEventListener("change", () => delete roleGroup.dataset["newRoles"]);
roleGroup?.closest("form")?.addEventListener("change", ({ target }) => {
  const newRoles = roleGroup.dataset["newRoles"]?.split(" ");
  if (!newRoles || !(target instanceof HTMLInputElement) || target.name !== "org_id") return;
  for (const box of roleGroup.querySelectorAll<HTMLInputElement>("[type=checkbox]"))
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
  if (target.closest(fieldSelector) || document.querySelector("dialog:popover-open, dialog[open]")) return;
  const row = target.closest(rowSelector);
  const box = row && findCheckbox(row);
  // Enter must not press the form's first button
  if (key === "Enter" && row && target === box) findRowLink(row)?.click();
  else if (areKeysOff()) return;
  else if (key === "j") focusRow(row, 1);
  else if (key === "k") focusRow(row, -1);
  else if (key === "x") box?.click();
  else if (!pressShortcut(key)) return;
  event.preventDefault();
}

/** Clicks a button that opens a confirmation; a submit button only gets the focus, so that Enter confirms. */
function pressShortcut(key: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(`main [aria-keyshortcuts="${CSS.escape(key)}"]`);
  const question = button?.popoverTargetElement;
  if (question) button.click();
  (question?.querySelector("textarea") ?? button)?.focus();
  return button !== null;
}

/** Focuses the link, so that Enter opens it. */
function focusRow(fromRow: Element | null, step: 1 | -1): void {
  const allRows = findRows();
  const start = fromRow ?? document.querySelector(".triage [aria-current]")?.closest("li");
  const index = allRows.findIndex((row) => row === start);
  const row = index < 0 ? allRows.at(step > 0 ? 0 : -1) : allRows[index + step];
  if (row) (findRowLink(row) ?? findCheckbox(row))?.focus();
}

showKeys();
showSelectedCount();
addEventListener("change", onChange);
addEventListener("keydown", onKey);
// after going back, the browser restores the selection only once the scripts have run
addEventListener("pageshow", showSelectedCount);
