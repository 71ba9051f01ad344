/*
 * What a form can do before its island is there, which on a slow line comes after the form was seen. Every page with an
 * island loads this ahead of all other scripts, so it stays small and imports nothing.
 */

const toggleOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLButtonElement>("[data-toggles=password]") : null;

// keeps the focus in the input, so that a look at the password does not count as leaving the field
addEventListener("mousedown", (event) => toggleOf(event) && event.preventDefault());

/** Shows a password and hides it again (O-073); before the island hears of the click, which then remembers what is shown. */
function togglePassword(event: Event): void {
  const button = toggleOf(event);
  const input = button?.previousElementSibling;
  if (!button || !(input instanceof HTMLInputElement)) return;
  const verb = input.type === "password" ? "Hide" : "Show";
  const { selectionStart, selectionEnd } = input;
  input.type = verb === "Hide" ? "text" : "password";
  // once laid out anew, Chromium has the caret before the first character, and there the person would type on
  void input.offsetWidth;
  input.setSelectionRange(selectionStart, selectionEnd);
  button.ariaLabel = `${verb} password`;
}
addEventListener("click", togglePassword, { capture: true });

const formOf = ({ target }: Event) =>
  target instanceof HTMLInputElement ? target.closest<HTMLFormElement>("[data-island] form") : null;

/** Keeps an Enter that nobody took: `useForm` sends the form as soon as it can, unless the person went on typing. */
function keepEnter(event: KeyboardEvent): void {
  const form = formOf(event);
  if (form && event.key === "Enter" && !event.isComposing && !event.defaultPrevented) form.dataset["entered"] = "";
}
addEventListener("keydown", keepEnter);
addEventListener("input", (event) => delete formOf(event)?.dataset["entered"]);
