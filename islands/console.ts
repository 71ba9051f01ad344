import { hitAddress } from "../worker/contract/entities/search-hit-address.ts";
import { foundByLabels, groupTitles } from "../worker/contract/entities/search-labels.ts";
import type { ReplyOf } from "../worker/contract/endpoint.ts";
import type { searchConsole } from "../worker/contract/v1/admin/search.ts";

/*
 * Keyboard shortcuts and suggestions of the console search, a combobox
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Imports only paths, because a page without islands loads only
 * this file.
 */

type Group = NonNullable<ReplyOf<typeof searchConsole>>["groups"][number];

const pauseMs = 150;
/** Single-letter shortcuts can be pressed by speech input or by accident (WCAG 2.2, 2.1.4). */
const areKeysOff = () => localStorage.getItem("list-keys") === "off";
const fields = "input, select, textarea, [contenteditable]";

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
    try {
      const answer = await fetch(`/v1/admin/search?q=${encodeURIComponent(text)}`, { signal: asking.signal });
      if (!answer.ok) return close();
      const { groups }: { groups: Group[] } = await answer.json();
      if (input.value.trim() !== text || document.activeElement !== input) return;
      shownFor = text;
      show(groups);
    } catch {
      // the form itself still works
    }
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
  const more = [foundByLabels[hit.found_by], hit.detail, hit.organization].filter(Boolean).join(", ");
  option.append(make("span", hit.title), make("small", more));
  return [option];
}

function make(tag: "b" | "span" | "small", text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
