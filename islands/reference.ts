/*
 * Example language, navigation position and search shortcut of the API documentation. Imports nothing, because a page
 * without islands loads only this file.
 */

// ---- the language of examples

const languageKey = "docs-language";
const languages = () => [...document.querySelectorAll<HTMLInputElement>("[name=language]")];

function rememberLanguage(): void {
  const language = localStorage.getItem(languageKey);
  for (const radio of languages()) if (radio.value === language) radio.checked = true;
}

addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "language") localStorage.setItem(languageKey, target.value);
});

// ---- the place in the navigation

const linkTo = (id: string) => document.querySelector<HTMLElement>(`.docs-nav a[href$="#${CSS.escape(id)}"]`);
const calls = [...document.querySelectorAll<HTMLElement>(".call")];

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

// ---- keys

addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  const field = document.querySelector<HTMLInputElement>(".docs [type=search]");
  if (!field) return;
  event.preventDefault();
  field.select();
  field.focus();
});

rememberLanguage();
