/*
 * What script adds to the API's documentation, which works without it: copying an example, remembering its language, the
 * place in the navigation while one reads, and the search by its key. It stands alone and draws nothing.
 */

// ---- copying

function showCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) button.hidden = false;
}

/** The button says that it is done, and after a while what it does. */
async function copy(button: HTMLButtonElement): Promise<void> {
  const text = button.closest("figure")?.querySelector("pre")?.textContent ?? "";
  const isDone = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  button.textContent = isDone ? "Copied" : "Press Ctrl+C";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

// ---- the language of examples

const languageKey = "docs-language";
const languages = () => [...document.querySelectorAll<HTMLInputElement>("[name=language]")];

function rememberLanguage(): void {
  const chosen = localStorage.getItem(languageKey);
  for (const radio of languages()) if (radio.value === chosen) radio.checked = true;
}

addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "language") localStorage.setItem(languageKey, target.value);
});

// ---- the place in the navigation

const linkTo = (id: string) => document.querySelector<HTMLElement>(`.docs-nav a[href$="#${CSS.escape(id)}"]`);
const calls = [...document.querySelectorAll<HTMLElement>(".call")];

/** Marks the call that stands at the top of the window. */
function markPlace(): void {
  const top = innerHeight / 3;
  const current = calls.findLast((call) => call.getBoundingClientRect().top < top) ?? calls[0];
  for (const { id } of calls) linkTo(id)?.removeAttribute("aria-current");
  if (current) linkTo(current.id)?.setAttribute("aria-current", "location");
}

if (calls.length > 1) {
  const watcher = new IntersectionObserver(markPlace, { rootMargin: "0px 0px -66% 0px", threshold: [0, 0.01, 1] });
  for (const call of calls) watcher.observe(call);
}

// ---- keys and clicks

addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>("[data-copy]") : null;
  if (button) void copy(button);
});

addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  const field = document.querySelector<HTMLInputElement>(".docs [type=search]");
  if (!field) return;
  event.preventDefault();
  field.select();
  field.focus();
});

rememberLanguage();
showCopyButtons();
