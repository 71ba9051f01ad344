/*
 * The command palette of the console: a combobox in a modal dialog
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). islands/console.ts loads this script on the first opening and
 * passes all functions and data, so that the two scripts share no chunk.
 */

export type Entry = { label: string; note?: string } & ({ href: string } | { press: () => void });
export type EntryGroup = { title: string; entries: readonly Entry[] };

type PaletteSpec = {
  /** The viewer's pages and actions. */
  known: () => readonly EntryGroup[];
  /** Undefined if the search fails. */
  find: (text: string, signal: AbortSignal) => Promise<EntryGroup[] | undefined>;
  searchHref: (text: string) => string;
};

const debounceMs = 150;
const lettersMin = 2;

export type PaletteOpening = PaletteSpec & {
  /** Input typed while the script was loading. */
  typed: string;
  /** Gets the focus back when the palette closes. */
  focused: Element | null;
};

declare global {
  interface WindowEventMap {
    "open-palette": CustomEvent<PaletteOpening>;
  }
}

let openDialog: ReturnType<typeof createPalette> | undefined;

// an event opens the palette, because the build drops the exports of scripts that pages load
addEventListener("open-palette", ({ detail }) => {
  openDialog ??= createPalette(detail);
  openDialog(detail.typed, detail.focused);
});

function createPalette({ known, find, searchHref }: PaletteSpec) {
  const dialog = buildElement("dialog", "dialog palette");
  dialog.ariaLabel = "Commands";
  const input = buildElement("input");
  input.type = "text";
  input.maxLength = 128;
  input.autocomplete = "off";
  input.spellcheck = false;
  input.placeholder = "A page, an action, a number or a name";
  input.role = "combobox";
  input.ariaLabel = "Find a page, an action or a record";
  input.ariaAutoComplete = "list";
  input.ariaExpanded = "true";
  const list = buildElement("div", "scroll");
  list.id = "palette-options";
  list.role = "listbox";
  list.ariaLabel = "Commands";
  input.setAttribute("aria-controls", list.id);
  const status = buildElement("span", "unseen");
  status.role = "status";
  const keys = buildElement("p", "small", "↑ ↓ choose, Enter opens, Esc closes");
  keys.ariaHidden = "true";
  dialog.append(input, list, keys, status);
  document.body.append(dialog);

  let records: EntryGroup[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingSearch: AbortController | undefined;
  let previousFocus: Element | null = null;
  let pendingPress: (() => void) | undefined;

  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
  const selected = () => options().find((each) => each.ariaSelected === "true");

  function select(option: HTMLElement | undefined): void {
    for (const each of options()) each.ariaSelected = String(each === option);
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  function render(chosenKey?: string): void {
    const text = input.value.trim();
    const knownGroups = known().map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ label }) => matchesText(label, text)),
    }));
    const search = {
      title: "Search",
      entries: text ? [{ label: `Search for “${text}”`, href: searchHref(text) }] : [],
    };
    list.replaceChildren(
      ...[...knownGroups, ...records, search].filter(({ entries }) => entries.length > 0).map(toGroup),
    );
    for (const [index, option] of options().entries()) option.id = `palette-option-${index}`;
    const count = options().length;
    status.textContent = count === 1 ? "1 entry" : `${count} entries`;
    const hasKnownEntries = knownGroups.some(({ entries }) => entries.length > 0);
    const chosenOption = options().find(({ dataset }) => dataset["key"] === chosenKey);
    select(chosenOption ?? (hasKnownEntries ? options()[0] : options().at(-1)));
  }

  function follow(option: HTMLElement | undefined): void {
    const entry = option && entryByOption.get(option);
    if (!entry) return;
    if ("href" in entry) return location.assign(entry.href);
    pendingPress = entry.press;
    dialog.close();
  }

  async function findRecords(text: string): Promise<void> {
    pendingSearch = new AbortController();
    const { signal } = pendingSearch;
    const found = await find(text, signal);
    if (!found || signal.aborted) return;
    records = found;
    render(selected()?.dataset["key"]);
  }

  function onInput(): void {
    clearTimeout(timer);
    pendingSearch?.abort();
    records = [];
    render();
    const text = input.value.trim();
    if (text.length >= lettersMin) timer = setTimeout(() => void findRecords(text), debounceMs);
  }

  function onKey(event: KeyboardEvent): void {
    // an input method has the key, which `isComposing` does not tell in Safari
    if (event.keyCode === 229) return;
    const { key } = event;
    const allOptions = options();
    const selectedIndex = allOptions.findIndex((each) => each.ariaSelected === "true");
    if (key === "ArrowDown") select(allOptions[(selectedIndex + 1) % allOptions.length]);
    else if (key === "ArrowUp") select(allOptions.at(selectedIndex > 0 ? selectedIndex - 1 : -1));
    else if (key === "Enter") follow(selected());
    else if (key === "k" && (event.ctrlKey || event.metaKey)) dialog.close();
    else if (key !== "Tab") return; // the dialog has no other element for Tab
    event.preventDefault();
  }

  input.addEventListener("input", onInput);
  input.addEventListener("keydown", onKey);
  // a click must not take the focus from the field
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
    else if (target instanceof Element) follow(target.closest<HTMLElement>("[role=option]") ?? undefined);
  });
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    pendingSearch?.abort();
    if (previousFocus instanceof HTMLElement) previousFocus.focus();
    pendingPress?.();
    pendingPress = undefined;
  });

  return (typed: string, focused: Element | null): void => {
    previousFocus = focused;
    input.value = typed;
    dialog.showModal();
    input.focus();
    onInput();
  };
}

function matchesText(label: string, text: string): boolean {
  const words = label.toLowerCase().split(" ");
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

const entryByOption = new WeakMap<HTMLElement, Entry>();

function toGroup({ title, entries }: EntryGroup): HTMLElement {
  const group = buildElement("div");
  group.role = "group";
  group.ariaLabel = title;
  const heading = buildElement("b", "", title);
  heading.ariaHidden = "true";
  group.append(heading, ...entries.map(toOption));
  return group;
}

function toOption(entry: Entry): HTMLElement {
  const { label, note } = entry;
  const option = buildElement("div");
  option.role = "option";
  option.dataset["key"] = "href" in entry ? entry.href : label;
  entryByOption.set(option, entry);
  option.append(buildElement("span", "", label));
  if (note) option.append(buildElement("small", "", note));
  return option;
}

function buildElement<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  className = "",
  text = "",
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}
