/*
 * Filters of lists that apply when they change; without script a button sends them. Imports nothing, because a shared
 * chunk would be one more request.
 */

const focusKey = "list-filter";

type Filter = HTMLInputElement | HTMLSelectElement;
const toolbars = document.querySelectorAll<HTMLFormElement>(".toolbar");
for (const toolbar of toolbars) toolbar.classList.add("applies");

/** Undefined for the search field, because leaving it for another filter must not submit the form. */
const findFilter = (target: EventTarget | null): Filter | undefined =>
  (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) &&
  target.form?.matches(".toolbar") &&
  target.name !== "search"
    ? target
    : undefined;

/**
 * Keys change a select, a date or a text in steps, so a change by keyboard applies only when the control loses the
 * focus.
 */
let isKeyboardInput = false;
let changedFilter: Filter | undefined;

function onFilterChange(filter: Filter): void {
  if (isKeyboardInput || filter.type === "search") changedFilter = filter;
  else applyFilter(filter);
}

function applyFilter({ form, name }: Filter, focusName = name): void {
  sessionStorage.setItem(focusKey, focusName);
  form?.requestSubmit();
}

addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }) => {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return;
  isKeyboardInput = key !== "Enter";
  if (changedFilter && target === changedFilter && key === "Enter") applyFilter(changedFilter);
});
addEventListener("change", ({ target }) => {
  const filter = findFilter(target);
  if (filter && filter.type !== "checkbox") onFilterChange(filter);
});
for (const type of ["pointerdown", "focusin"]) addEventListener(type, () => (isKeyboardInput = false));
addEventListener("focusout", ({ target, relatedTarget }) => {
  if (changedFilter && target === changedFilter) applyFilter(changedFilter, findFilter(relatedTarget)?.name);
});

function returnFocus(): void {
  const name = sessionStorage.getItem(focusKey);
  sessionStorage.removeItem(focusKey);
  if (!name) return;
  const field = document.querySelector<HTMLElement>(`.toolbar [name="${CSS.escape(name)}"]`);
  field?.closest<HTMLElement>(".filters")?.showPopover();
  field?.focus();
}

returnFocus();
// after going back, the filters must match the displayed rows again
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) for (const toolbar of toolbars) toolbar.reset();
});
