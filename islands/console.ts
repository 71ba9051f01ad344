/*
 * Keyboard shortcuts and suggestions of the console search, and the button of the command palette. Imports little more
 * than paths and labels, because each further module makes the console's first script larger.
 */
import { hitAddress } from "../worker/contract/entities/search-hit-address.ts";
import { foundByLabels, groupTitles } from "../worker/contract/entities/search-labels.ts";
import type { ReplyOf } from "../worker/contract/endpoint.ts";
import { pages } from "../worker/contract/pages.ts";
import type { searchConsole } from "../worker/contract/v1/admin/search.ts";
import { attachCombobox } from "./lib/combobox.ts";
import type { Entry, PaletteOpening } from "./palette.ts";

type Group = NonNullable<ReplyOf<typeof searchConsole>>["groups"][number];

/** Users can turn off single-letter shortcuts, which speech input or an accident can press (WCAG 2.2, 2.1.4). */
const areKeysOff = () => localStorage.getItem("list-keys") === "off";
const fieldSelector = "input, select, textarea, [contenteditable]";

const button = document.querySelector<HTMLButtonElement>(".palette-button");
let isPaletteLoaded = false;

const form = document.querySelector<HTMLFormElement>(".console-search");
const field = form?.querySelector("input");
if (form && field) startSearch(form, field);

function startSearch(searchForm: HTMLFormElement, input: HTMLInputElement): void {
  attachCombobox({
    form: searchForm,
    input,
    id: "console-hits",
    find: async (text, signal) => (await fetchGroups(text, signal))?.map(toEntries),
  });
  const key = searchForm.querySelector("kbd");
  if (key) key.hidden = areKeysOff();

  function onPageKey(event: KeyboardEvent): void {
    const { key: pressed, target, ctrlKey, metaKey, altKey } = event;
    const isChord = (ctrlKey || metaKey) && !altKey && pressed.toLowerCase() === "k";
    const isFree = !ctrlKey && !metaKey && !altKey && !(target instanceof Element && target.closest(fieldSelector));
    const isSlash = pressed === "/" && isFree && !areKeysOff();
    if (event.defaultPrevented || (!isChord && !isSlash) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    if (isChord) return void openPalette(input);
    input.focus();
    input.select();
  }

  addEventListener("keydown", onPageKey);
  button?.addEventListener("click", () => void openPalette(input));
  if (button) showButton(button);
}

/** Undefined if the search fails, because the form works without suggestions. */
async function fetchGroups(text: string, signal: AbortSignal): Promise<Group[] | undefined> {
  try {
    const response = await fetch(`/v1/admin/search?q=${encodeURIComponent(text)}`, { signal });
    if (!response.ok) return undefined;
    const { groups }: { groups: Group[] } = await response.json();
    return groups;
  } catch {
    return undefined;
  }
}

function showButton(shown: HTMLButtonElement): void {
  const key = shown.querySelector("kbd");
  if (key && /Mac|iP/.test(navigator.platform)) key.textContent = "\u2318 K";
  shown.hidden = false;
}

function showPalette(opening: Pick<PaletteOpening, "typed" | "focused">): void {
  const menuEntries = [...document.querySelectorAll<HTMLAnchorElement>("#rail a")].map(linkToEntry);
  const parseEntries = (name: string): Entry[] => JSON.parse(button?.dataset[name] ?? "[]");
  const detail: PaletteOpening = {
    known: () => [
      { title: "On this page", entries: buildButtonEntries() },
      { title: "Actions", entries: parseEntries("actions") },
      { title: "Pages", entries: [...menuEntries, ...parseEntries("pages")] },
    ],
    find: async (text, signal) =>
      (await fetchGroups(text, signal))?.map(toEntries).map(({ title, entries }) => ({
        title,
        entries: entries.map((each) => ({ label: each.title, note: each.note, href: each.href })),
      })),
    searchHref: (text) => `${pages.adminSearch}?q=${encodeURIComponent(text)}`,
    ...opening,
  };
  dispatchEvent(new CustomEvent("open-palette", { detail }));
}

/**
 * An entry clicks a button that opens a confirmation and only focuses a submit button, so that Enter confirms. Labels
 * that several buttons share, as in rows, are ambiguous and get no entry.
 */
function buildButtonEntries(): Entry[] {
  const buttons = [...document.querySelectorAll<HTMLElement>("main .button:not(:disabled, .filters-button)")].filter(
    (each) => each.checkVisibility() && !each.closest("dialog, [popover], .table"),
  );
  const labels = buttons.map(buttonLabel);
  const isUnique = (label: string) => label && labels.indexOf(label) === labels.lastIndexOf(label);
  return buttons.flatMap((each): Entry[] => {
    const label = buttonLabel(each);
    if (!isUnique(label)) return [];
    if (each instanceof HTMLAnchorElement) return each.download ? [] : [{ label, href: each.href }];
    return [
      {
        label,
        press: () => (each instanceof HTMLButtonElement && each.popoverTargetElement ? each.click() : each.focus()),
      },
    ];
  });
}

/** Omits keyboard shortcut and decoration. */
const buttonLabel = ({ childNodes }: HTMLElement): string =>
  [...childNodes]
    .filter((node) => !(node instanceof HTMLElement && node.matches("kbd, [aria-hidden=true]")))
    .map(({ textContent }) => textContent)
    .join("")
    .trim();

/** Omits the count beside the link. */
const linkToEntry = ({ firstChild, href }: HTMLAnchorElement): Entry => ({
  label: firstChild?.textContent ?? "",
  href,
});

const toEntries = ({ kind, rows }: Group) => ({
  title: groupTitles[kind],
  entries: rows.flatMap((hit) => {
    const href = hitAddress(hit);
    return href ? [{ title: hit.title, note: formatNote(hit), href }] : [];
  }),
});

/** Input typed while the palette's script loads goes to the search field first, and then to the palette. */
async function openPalette(input: HTMLInputElement): Promise<void> {
  const focused = document.activeElement;
  const previousText = input.value;
  if (isPaletteLoaded) return showPalette({ typed: "", focused });
  input.focus();
  input.select();
  const { script = "" } = button?.dataset ?? {};
  try {
    await import(/* @vite-ignore */ script);
    isPaletteLoaded = true;
  } catch {
    return; // the search field has the focus instead
  }
  const typed = input.value === previousText ? "" : input.value;
  input.value = previousText;
  showPalette({ typed, focused });
}

const formatNote = ({ found_by, detail, organization }: Group["rows"][number]): string =>
  [foundByLabels[found_by], detail, organization].filter(Boolean).join(", ");
