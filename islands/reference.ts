/*
 * Example language, navigation position and search shortcut of the API documentation. Imports nothing, because a shared
 * chunk would be one more request.
 */

const languageKey = "docs-language";
const findLanguageInputs = () => [...document.querySelectorAll<HTMLInputElement>("[name=language]")];

function restoreLanguage(): void {
  const language = localStorage.getItem(languageKey);
  for (const radio of findLanguageInputs()) if (radio.value === language) radio.checked = true;
}

addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "language") localStorage.setItem(languageKey, target.value);
});

const findNavLink = (id: string) => document.querySelector<HTMLElement>(`.docs-nav a[href$="#${CSS.escape(id)}"]`);
const calls = [...document.querySelectorAll<HTMLElement>(".call")];

function markCurrentCall(): void {
  const top = innerHeight / 3;
  const current = calls.findLast((call) => call.getBoundingClientRect().top < top) ?? calls[0];
  for (const { id } of calls) findNavLink(id)?.removeAttribute("aria-current");
  if (current) findNavLink(current.id)?.setAttribute("aria-current", "location");
}

if (calls.length > 1) {
  const observer = new IntersectionObserver(markCurrentCall, {
    rootMargin: "0px 0px -66% 0px",
    threshold: [0, 0.01, 1],
  });
  for (const call of calls) observer.observe(call);
}

addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  const field = document.querySelector<HTMLInputElement>(".docs [type=search]");
  if (!field) return;
  event.preventDefault();
  field.select();
  field.focus();
});

restoreLanguage();
