/*
 * Handles password buttons, Enter and presses before hydration, which takes seconds on a slow connection. Must stay
 * small and import nothing, because every page with an island loads it first.
 */

// as: a pointer is always over an element; `?.` is for events that scripts dispatch to targets without `closest`
const findToggle = ({ target }: Event) => (target as Element).closest?.<HTMLButtonElement>("[data-toggles]");

// losing the focus would trigger blur validation
addEventListener("mousedown", (event) => findToggle(event) && event.preventDefault());

/**
 * Records the press for `useEarlyPress`, and shows or hides a password (O-073); must run before the island's click
 * handler, which records the state.
 */
function handleClick(event: Event): void {
  globalThis.pressed = event.target;
  const button = findToggle(event);
  const input = button?.previousElementSibling;
  if (!button || !(input instanceof HTMLInputElement)) return;
  const isHidden = input.type === "password";
  const { selectionStart, selectionEnd } = input;
  input.type = isHidden ? "text" : "password";
  // Chromium moves the caret to the start at the next layout, so the layout is forced before the caret is restored
  void input.offsetWidth;
  input.setSelectionRange(selectionStart, selectionEnd);
  button.ariaLabel = `${isHidden ? "Hide" : "Show"} password`;
}
addEventListener("click", handleClick, { capture: true });

const findForm = ({ target }: Event) => (target instanceof HTMLInputElement ? target.form : null);

/**
 * Records an Enter that no script has handled, for `useForm`; further input discards the record. Forms without
 * `useForm` ignore it.
 */
function recordEnter(event: KeyboardEvent): void {
  const form = findForm(event);
  // The key code of an input method, which `isComposing` does not tell in Safari.
  if (form && event.key === "Enter" && event.keyCode !== 229 && !event.defaultPrevented) form.dataset["entered"] = "";
}
addEventListener("keydown", recordEnter);
addEventListener("input", (event) => delete findForm(event)?.dataset["entered"]);
