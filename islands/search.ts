/*
 * Keys of the header's search, and suggestions once it has the focus. Must stay small and import nothing, because every
 * page of a signed-in user loads it.
 */

const form = document.querySelector<HTMLFormElement>("#header-search");
const input = form?.querySelector("input");
if (form && input) startSearch(form, input);

function startSearch(around: HTMLFormElement, field: HTMLInputElement): void {
  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    // without the script the form itself still works
    import(/* @vite-ignore */ around.dataset["script"] ?? "").catch(() => (isLoading = false));
  };
  // Users can turn off single-letter shortcuts, which speech input or an accident can press (WCAG 2.2, 2.1.4).
  const isOff = () => localStorage.getItem("list-keys") === "off";
  const hint = around.querySelector("kbd");
  if (hint) hint.hidden = isOff();
  field.addEventListener("focus", load);
  if (document.activeElement === field) load();
  // the button that opens the search keeps the focus, so the field takes it
  around.addEventListener("toggle", ({ newState }) => newState === "open" && field.focus());
  addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isChord = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k";
    const isTyping = target instanceof Element && target.closest("input, select, textarea, [contenteditable]");
    const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping && !isOff();
    if (event.defaultPrevented || (!isChord && !isSlash) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (!field.checkVisibility()) around.showPopover();
    field.focus();
    field.select();
  });
}
