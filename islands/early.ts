/*
 * Handles password buttons and Enter before a form's island is hydrated, which takes seconds on a slow connection. Every
 * page with an island loads this script first, so it stays small and imports nothing.
 */

const toggleOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLButtonElement>("[data-toggles=password]") : null;

// keep the focus in the input, so that showing the password does not trigger its blur validation
addEventListener("mousedown", (event) => toggleOf(event) && event.preventDefault());

/** Shows or hides a password (O-073); runs before the island's click handler, which remembers the state. */
function togglePassword(event: Event): void {
  const button = toggleOf(event);
  const input = button?.previousElementSibling;
  if (!button || !(input instanceof HTMLInputElement)) return;
  const verb = input.type === "password" ? "Hide" : "Show";
  const { selectionStart, selectionEnd } = input;
  input.type = verb === "Hide" ? "text" : "password";
  // after a new layout Chromium puts the caret first, so restore its position
  void input.offsetWidth;
  input.setSelectionRange(selectionStart, selectionEnd);
  button.ariaLabel = `${verb} password`;
}
addEventListener("click", togglePassword, { capture: true });

const formOf = ({ target }: Event) =>
  target instanceof HTMLInputElement ? target.closest<HTMLFormElement>("[data-island] form") : null;

/** Keeps an unhandled Enter: `useForm` submits as soon as it can, unless the user typed on. */
function keepEnter(event: KeyboardEvent): void {
  const form = formOf(event);
  if (form && event.key === "Enter" && !event.isComposing && !event.defaultPrevented) form.dataset["entered"] = "";
}
addEventListener("keydown", keepEnter);
addEventListener("input", (event) => delete formOf(event)?.dataset["entered"]);
