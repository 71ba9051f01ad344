/*
 * The command palette of the console: a combobox in a modal dialog
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). islands/console.ts loads it on the first opening and passes all
 * functions and data, so that the two share no chunk.
 */

/** An entry that opens an address, or presses a button of the page. */
export type Entry = { label: string; note?: string } & ({ href: string } | { press: () => void });
export type EntryGroup = { title: string; entries: readonly Entry[] };

type PaletteSpec = {
  /** Pages and actions of the viewer. */
  known: () => readonly EntryGroup[];
  /** Searches records by a number, a name or an address; undefined if the search fails. */
  find: (text: string, signal: AbortSignal) => Promise<EntryGroup[] | undefined>;
  searchHref: (text: string) => string;
};

const pauseMs = 150;
/** Shortest text that is searched for. */
const lettersMin = 2;

export type PaletteOpening = PaletteSpec & {
  /** Input typed while the script was loading. */
  typed: string;
  /** Element that gets the focus back when the palette closes. */
  focused: Element | null;
};

declare global {
  interface WindowEventMap {
    "open-palette": CustomEvent<PaletteOpening>;
  }
}

let open: ReturnType<typeof createPalette> | undefined;

// an event opens the palette, because the build drops the exports of scripts that pages load
addEventListener("open-palette", ({ detail }) => {
  open ??= createPalette(detail);
  open(detail.typed, detail.focused);
});

function createPalette({ known, find, searchHref }: PaletteSpec) {
  const dialog = make("dialog", "dialog palette");
  dialog.ariaLabel = "Commands";
  const input = make("input");
  input.type = "text";
  input.maxLength = 128;
  input.autocomplete = "off";
  input.spellcheck = false;
  input.placeholder = "A page, an action, a number or a name";
  input.role = "combobox";
  input.ariaLabel = "Find a page, an action or a record";
  input.ariaAutoComplete = "list";
  input.ariaExpanded = "true";
  const list = make("div", "scroll");
  list.id = "palette-options";
  list.role = "listbox";
  list.ariaLabel = "Commands";
  input.setAttribute("aria-controls", list.id);
  const status = make("span", "unseen");
  status.role = "status";
  const keys = make("p", "small", "↑ ↓ choose, Enter opens, Esc closes");
  keys.ariaHidden = "true";
  dialog.append(input, list, keys, status);
  document.body.append(dialog);

  let records: EntryGroup[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let before: Element | null = null;
  let pressed: (() => void) | undefined;

  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
  const selected = () => options().find((each) => each.ariaSelected === "true");

  function select(option: HTMLElement | undefined): void {
    for (const each of options()) each.ariaSelected = String(each === option);
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  function draw(chosenKey?: string): void {
    const text = input.value.trim();
    const own = known().map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ label }) => has(label, text)),
    }));
    const search = {
      title: "Search",
      entries: text ? [{ label: `Search for “${text}”`, href: searchHref(text) }] : [],
    };
    list.replaceChildren(...[...own, ...records, search].filter(({ entries }) => entries.length > 0).map(toGroup));
    for (const [index, option] of options().entries()) option.id = `palette-option-${index}`;
    const count = options().length;
    status.textContent = count === 1 ? "1 entry" : `${count} entries`;
    const isOwn = own.some(({ entries }) => entries.length > 0);
    const chosen = options().find(({ dataset }) => dataset["key"] === chosenKey);
    select(chosen ?? (isOwn ? options()[0] : options().at(-1)));
  }

  function follow(option: HTMLElement | undefined): void {
    const entry = option && entryByOption.get(option);
    if (!entry) return;
    if ("href" in entry) return location.assign(entry.href);
    pressed = entry.press;
    dialog.close();
  }

  async function ask(text: string): Promise<void> {
    asking = new AbortController();
    const { signal } = asking;
    const found = await find(text, signal);
    if (!found || signal.aborted) return;
    records = found;
    draw(selected()?.dataset["key"]);
  }

  function onInput(): void {
    clearTimeout(timer);
    asking?.abort();
    records = [];
    draw();
    const text = input.value.trim();
    if (text.length >= lettersMin) timer = setTimeout(() => void ask(text), pauseMs);
  }

  function onKey(event: KeyboardEvent): void {
    const { key } = event;
    const all = options();
    const at = all.findIndex((each) => each.ariaSelected === "true");
    if (key === "ArrowDown") select(all[(at + 1) % all.length]);
    else if (key === "ArrowUp") select(all.at(at > 0 ? at - 1 : -1));
    else if (key === "Enter" && !event.isComposing) follow(selected());
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
    asking?.abort();
    if (before instanceof HTMLElement) before.focus();
    pressed?.();
    pressed = undefined;
  });

  return (typed: string, focused: Element | null): void => {
    before = focused;
    input.value = typed;
    dialog.showModal();
    input.focus();
    onInput();
  };
}

/** Whether every typed word is the start of a word of the label. */
function has(label: string, text: string): boolean {
  const words = label.toLowerCase().split(" ");
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

const entryByOption = new WeakMap<HTMLElement, Entry>();

function toGroup({ title, entries }: EntryGroup): HTMLElement {
  const group = make("div");
  group.role = "group";
  group.ariaLabel = title;
  const heading = make("b", "", title);
  heading.ariaHidden = "true";
  group.append(heading, ...entries.map(toOption));
  return group;
}

function toOption(entry: Entry): HTMLElement {
  const { label, note } = entry;
  const option = make("div");
  option.role = "option";
  option.dataset["key"] = "href" in entry ? entry.href : label;
  entryByOption.set(option, entry);
  option.append(make("span", "", label));
  if (note) option.append(make("small", "", note));
  return option;
}

function make<T extends keyof HTMLElementTagNameMap>(tag: T, className = "", text = ""): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}
