/*
 * Keys of the header's search, and suggestions once it has the focus. Must stay small and import nothing, because for
 * signed-in users every page of store and portal loads it.
 */

const form = document.querySelector<HTMLFormElement>("#header-search");
const input = form?.querySelector("input");
if (form && input) startSearch(form, input);

function startSearch(searchForm: HTMLFormElement, field: HTMLInputElement): void {
  let isLoading = false;
  const loadSuggestions = () => {
    if (isLoading) return;
    isLoading = true;
    // without the script the form itself still works
    import(/* @vite-ignore */ searchForm.dataset["script"] ?? "").catch(() => (isLoading = false));
  };
  // Users can turn off single-letter shortcuts, which speech input or an accident can press (WCAG 2.2, 2.1.4).
  const areKeysOff = () => localStorage.getItem("list-keys") === "off";
  const hint = searchForm.querySelector("kbd");
  if (hint) hint.hidden = areKeysOff();
  field.addEventListener("focus", loadSuggestions);
  if (document.activeElement === field) loadSuggestions();
  // the button that opens the search keeps the focus, so the field takes it
  searchForm.addEventListener("toggle", ({ newState }) => newState === "open" && field.focus());
  addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isChord = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k";
    const isTyping = target instanceof Element && target.closest("input, select, textarea, [contenteditable]");
    const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping && !areKeysOff();
    if (event.defaultPrevented || (!isChord && !isSlash) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (!field.checkVisibility()) searchForm.showPopover();
    field.focus();
    field.select();
  });
}
