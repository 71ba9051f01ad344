/*
 * A search field with suggestions, a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Imports nothing,
 * because a further chunk would be one more request.
 */

type Suggestion = { title: string; note: string; href: string };
export type SuggestionGroup = { title: string; entries: readonly Suggestion[] };

type ComboboxSpec = {
  form: HTMLElement;
  input: HTMLInputElement;
  /** Id of the list, and beginning of the ids of its options. */
  id: string;
  /** Undefined if the search fails, because the form works without suggestions. */
  find: (text: string, signal: AbortSignal) => Promise<readonly SuggestionGroup[] | undefined>;
  /** Suggestions while the field is empty. */
  whenEmpty?: () => readonly SuggestionGroup[];
  onFollow?: (entry: Suggestion) => void;
};

const debounceMs = 150;
const lettersMin = 2;

export function attachCombobox({ form, input, id, find, whenEmpty, onFollow }: ComboboxSpec): void {
  const list = document.createElement("div");
  list.id = id;
  list.role = "listbox";
  list.ariaLabel = "Suggestions";
  list.hidden = true;
  const status = document.createElement("span");
  status.role = "status";
  status.className = "unseen";
  form.append(list, status);
  input.role = "combobox";
  input.autocomplete = "off";
  input.ariaAutoComplete = "list";
  input.ariaExpanded = "false";
  input.setAttribute("aria-controls", list.id);

  const entryByOption = new WeakMap<HTMLElement, Suggestion>();
  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
  let shownText: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingSearch: AbortController | undefined;

  function close(): void {
    list.hidden = true;
    input.ariaExpanded = "false";
    selectOption(undefined);
  }

  function selectOption(option: HTMLElement | undefined): void {
    for (const each of options()) each.ariaSelected = String(each === option);
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  function toOption(entry: Suggestion): HTMLElement {
    const option = document.createElement("div");
    option.role = "option";
    option.ariaSelected = "false";
    entryByOption.set(option, entry);
    option.append(buildElement("span", entry.title), buildElement("small", entry.note));
    return option;
  }

  function toGroup({ title, entries }: SuggestionGroup): HTMLElement {
    const group = document.createElement("div");
    group.role = "group";
    group.ariaLabel = title;
    const heading = buildElement("b", title);
    heading.ariaHidden = "true";
    group.append(heading, ...entries.map(toOption));
    return group;
  }

  function show(text: string, groups: readonly SuggestionGroup[]): void {
    shownText = text;
    list.replaceChildren(...groups.filter(({ entries }) => entries.length > 0).map(toGroup));
    for (const [index, option] of options().entries()) option.id = `${id}-${index}`;
    const count = options().length;
    status.textContent = count === 1 ? "1 suggestion" : `${count} suggestions`;
    list.hidden = count === 0;
    input.ariaExpanded = String(count > 0);
    selectOption(undefined);
  }

  async function searchSuggestions(text: string): Promise<void> {
    pendingSearch?.abort();
    pendingSearch = new AbortController();
    const { signal } = pendingSearch;
    const groups = await find(text, signal);
    if (signal.aborted) return;
    if (!groups) return close();
    if (input.value.trim() === text && document.activeElement === input) show(text, groups);
  }

  function onInput(): void {
    clearTimeout(timer);
    const text = input.value.trim();
    if (text.length >= lettersMin) timer = setTimeout(() => void searchSuggestions(text), debounceMs);
    else if (text === "" && whenEmpty) show(text, whenEmpty());
    else {
      shownText = undefined;
      close();
    }
  }

  function moveSelection(step: 1 | -1): void {
    const allOptions = options();
    const selectedIndex = allOptions.findIndex((each) => each.ariaSelected === "true");
    const next = selectedIndex < 0 ? (step > 0 ? 0 : allOptions.length - 1) : selectedIndex + step;
    selectOption(allOptions[next]);
  }

  function follow(option: HTMLElement): void {
    const entry = entryByOption.get(option);
    if (!entry) return;
    onFollow?.(entry);
    location.assign(entry.href);
  }

  function onKey(event: KeyboardEvent): void {
    // an input method has the key, which `isComposing` does not tell in Safari
    if (event.keyCode === 229) return;
    const isOpen = !list.hidden;
    const selected = isOpen ? options().find((each) => each.ariaSelected === "true") : undefined;
    if (event.key === "Escape" && isOpen) close();
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && shownText === input.value.trim()) {
      list.hidden = options().length === 0;
      input.ariaExpanded = String(!list.hidden);
      moveSelection(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && selected) follow(selected);
    else return;
    event.preventDefault();
  }

  input.addEventListener("input", onInput);
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", close);
  if (whenEmpty) input.addEventListener("focus", onInput);
  // losing the focus would close the list before the click
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>("[role=option]") : null;
    if (option) follow(option);
  });
  // input typed while the script was loading
  if (document.activeElement === input) onInput();
}

function buildElement(tag: "b" | "span" | "small", text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
