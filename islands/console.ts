/*
 * Keyboard shortcuts and suggestions of the console search, a combobox
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/), and the button of the command palette. One file that imports
 * only paths and labels, because pages without islands load no other script.
 */
import { hitAddress } from "../worker/contract/entities/search-hit-address.ts";
import { foundByLabels, groupTitles } from "../worker/contract/entities/search-labels.ts";
import type { ReplyOf } from "../worker/contract/endpoint.ts";
import { pages } from "../worker/contract/pages.ts";
import type { searchConsole } from "../worker/contract/v1/admin/search.ts";
import type { Entry, EntryGroup, PaletteOpening } from "./palette.ts";

type Group = NonNullable<ReplyOf<typeof searchConsole>>["groups"][number];

const pauseMs = 150;
/** Single-letter shortcuts can be pressed by speech input or by accident (WCAG 2.2, 2.1.4). */
const areKeysOff = () => localStorage.getItem("list-keys") === "off";
const fields = "input, select, textarea, [contenteditable]";

const button = document.querySelector<HTMLButtonElement>(".palette-button");
let isPaletteLoaded = false;

const form = document.querySelector<HTMLFormElement>(".console-search");
const field = form?.querySelector("input");
if (form && field) start(form, field);

function start(around: HTMLFormElement, input: HTMLInputElement): void {
  const list = document.createElement("div");
  list.id = "console-hits";
  list.role = "listbox";
  list.ariaLabel = "What was found";
  list.hidden = true;
  const status = document.createElement("span");
  status.role = "status";
  status.className = "unseen";
  around.append(list, status);
  input.role = "combobox";
  input.ariaAutoComplete = "list";
  input.ariaExpanded = "false";
  input.setAttribute("aria-controls", list.id);
  const key = around.querySelector("kbd");
  if (key) key.hidden = areKeysOff();

  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
  let shownFor = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  function close(): void {
    list.hidden = true;
    input.ariaExpanded = "false";
    choose(undefined);
  }

  function choose(option: HTMLElement | undefined): void {
    for (const each of options()) each.ariaSelected = String(each === option);
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  function show(groups: Group[]): void {
    list.replaceChildren(...groups.map(toGroup));
    for (const [index, option] of options().entries()) option.id = `console-hit-${index}`;
    const count = options().length;
    status.textContent = count === 1 ? "1 suggestion" : `${count} suggestions`;
    list.hidden = count === 0;
    input.ariaExpanded = String(count > 0);
    choose(undefined);
  }

  async function ask(text: string): Promise<void> {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const groups = await fetchGroups(text, signal);
    if (signal.aborted) return;
    if (!groups) return close();
    if (input.value.trim() !== text || document.activeElement !== input) return;
    shownFor = text;
    show(groups);
  }

  function onInput(): void {
    clearTimeout(timer);
    const text = input.value.trim();
    if (text.length < 2) {
      shownFor = "";
      return close();
    }
    timer = setTimeout(() => void ask(text), pauseMs);
  }

  function move(step: 1 | -1): void {
    const all = options();
    const at = all.findIndex((each) => each.ariaSelected === "true");
    const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step;
    choose(all[next]);
  }

  function onFieldKey(event: KeyboardEvent): void {
    const isOpen = !list.hidden;
    const selectedOption = isOpen ? options().find((each) => each.ariaSelected === "true") : undefined;
    if (event.key === "Escape" && isOpen) close();
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && shownFor === input.value.trim() && shownFor) {
      list.hidden = options().length === 0;
      input.ariaExpanded = String(!list.hidden);
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && selectedOption) follow(selectedOption);
    else return;
    event.preventDefault();
  }

  function follow(option: HTMLElement): void {
    location.assign(option.dataset["href"] ?? "");
  }

  function onPageKey(event: KeyboardEvent): void {
    const { key: pressed, target, ctrlKey, metaKey, altKey } = event;
    const isChord = (ctrlKey || metaKey) && !altKey && pressed.toLowerCase() === "k";
    const isFree = !ctrlKey && !metaKey && !altKey && !(target instanceof Element && target.closest(fields));
    const isSlash = pressed === "/" && isFree && !areKeysOff();
    if (event.defaultPrevented || (!isChord && !isSlash) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (isChord) return void openPalette(input);
    input.focus();
    input.select();
  }

  input.addEventListener("input", onInput);
  input.addEventListener("keydown", onFieldKey);
  input.addEventListener("blur", close);
  // losing the focus would close the list before the click
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>("[role=option]") : null;
    if (option) follow(option);
  });
  addEventListener("keydown", onPageKey);
  button?.addEventListener("click", () => void openPalette(input));
  if (button) showButton(button);
}

/** Undefined without an answer: the search form itself still works. */
async function fetchGroups(text: string, signal: AbortSignal): Promise<Group[] | undefined> {
  try {
    const answer = await fetch(`/v1/admin/search?q=${encodeURIComponent(text)}`, { signal });
    if (!answer.ok) return undefined;
    const { groups }: { groups: Group[] } = await answer.json();
    return groups;
  } catch {
    return undefined;
  }
}

// ---- the command palette

function showButton(shown: HTMLButtonElement): void {
  const key = shown.querySelector("kbd");
  if (key && /Mac|iP/.test(navigator.platform)) key.textContent = "\u2318 K";
  shown.hidden = false;
}

function showPalette(opening: Pick<PaletteOpening, "typed" | "focused">): void {
  const places = [...document.querySelectorAll<HTMLAnchorElement>("#rail a")].map(toPlace);
  const entriesIn = (name: string): Entry[] => JSON.parse(button?.dataset[name] ?? "[]");
  const detail: PaletteOpening = {
    known: () => [
      { title: "On this page", entries: buttonsOfPage() },
      { title: "Actions", entries: entriesIn("actions") },
      { title: "Pages", entries: [...places, ...entriesIn("pages")] },
    ],
    find: async (text, signal) => (await fetchGroups(text, signal))?.map(toEntries),
    searchHref: (text) => `${pages.adminSearch}?q=${encodeURIComponent(text)}`,
    ...opening,
  };
  dispatchEvent(new CustomEvent("open-palette", { detail }));
}

/**
 * The page's own verbs. One that asks first is opened; a submit button only gets the focus, so that Enter confirms.
 * Labels of several buttons, such as those of rows, do not say which one is meant.
 */
function buttonsOfPage(): Entry[] {
  const buttons = [...document.querySelectorAll<HTMLElement>("main .button:not(:disabled, .filters-button)")].filter(
    (each) => each.checkVisibility() && !each.closest("dialog, [popover], .table"),
  );
  const labels = buttons.map(labelOf);
  const isOne = (label: string) => label && labels.indexOf(label) === labels.lastIndexOf(label);
  return buttons.flatMap((each): Entry[] => {
    const label = labelOf(each);
    if (!isOne(label)) return [];
    if (each instanceof HTMLAnchorElement) return each.download ? [] : [{ label, href: each.href }];
    return [
      {
        label,
        press: () => (each instanceof HTMLButtonElement && each.popoverTargetElement ? each.click() : each.focus()),
      },
    ];
  });
}

/** Without the key that a button shows. */
const labelOf = ({ childNodes }: HTMLElement): string =>
  [...childNodes]
    .filter((node) => !(node instanceof HTMLElement && node.matches("kbd, [aria-hidden=true]")))
    .map(({ textContent }) => textContent)
    .join("")
    .trim();

/** A link of the menu without its count. */
const toPlace = ({ firstChild, href }: HTMLAnchorElement): Entry => ({ label: firstChild?.textContent ?? "", href });

const toEntries = ({ kind, rows }: Group): EntryGroup => ({
  title: groupTitles[kind],
  entries: rows.flatMap((hit) => {
    const href = hitAddress(hit);
    return href ? [{ label: hit.title, note: noteOf(hit), href }] : [];
  }),
});

/** What is typed while the palette loads goes to the search field, then to the palette. */
async function openPalette(input: HTMLInputElement): Promise<void> {
  const focused = document.activeElement;
  const former = input.value;
  if (isPaletteLoaded) return showPalette({ typed: "", focused });
  input.focus();
  input.select();
  const { script = "" } = button?.dataset ?? {};
  try {
    await import(/* @vite-ignore */ script);
    isPaletteLoaded = true;
  } catch {
    return; // the search field has the focus
  }
  const typed = input.value === former ? "" : input.value;
  input.value = former;
  showPalette({ typed, focused });
}

function toGroup({ kind, rows }: Group): HTMLElement {
  const group = document.createElement("div");
  group.role = "group";
  group.ariaLabel = groupTitles[kind];
  const title = make("b", groupTitles[kind]);
  title.ariaHidden = "true";
  group.append(title, ...rows.flatMap(toOption));
  return group.childElementCount > 1 ? group : document.createElement("div");
}

function toOption(hit: Group["rows"][number]): HTMLElement[] {
  const href = hitAddress(hit);
  if (!href) return [];
  const option = document.createElement("div");
  option.role = "option";
  option.ariaSelected = "false";
  option.dataset["href"] = href;
  option.append(make("span", hit.title), make("small", noteOf(hit)));
  return [option];
}

const noteOf = ({ found_by, detail, organization }: Group["rows"][number]): string =>
  [foundByLabels[found_by], detail, organization].filter(Boolean).join(", ");

function make(tag: "b" | "span" | "small", text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
