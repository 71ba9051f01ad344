/*
 * Completes names after an @ in the text of a note. A textarea may not have the role `combobox`
 * (https://www.w3.org/TR/html-aria/#el-textarea), so it has the other parts of the pattern
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/), and a status announces the names. Imports nothing, because a
 * shared chunk would be one more request.
 */

const shownMax = 6;
/** Matches an @ at the start of a word, and the typed part of a name. */
const mention = /(?:^|[^\p{L}\p{N}])@([^@\n]{0,64})$/u;

for (const textareaElement of document.querySelectorAll<HTMLTextAreaElement>("textarea[data-mentions]"))
  attachMentions(textareaElement);

function attachMentions(area: HTMLTextAreaElement): void {
  const names: string[] = JSON.parse(area.dataset["mentions"] ?? "[]");
  const list = document.createElement("div");
  list.id = `${area.id}-names`;
  list.className = "mention-names";
  list.role = "listbox";
  list.ariaLabel = "Colleagues";
  list.hidden = true;
  const status = document.createElement("span");
  status.role = "status";
  status.className = "unseen";
  area.after(list, status);
  area.ariaAutoComplete = "list";
  area.setAttribute("aria-controls", list.id);
  let isDismissed = false;

  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];

  function selectOption(option: HTMLElement | undefined): void {
    for (const each of options()) each.ariaSelected = String(each === option);
    if (option) area.setAttribute("aria-activedescendant", option.id);
    else area.removeAttribute("aria-activedescendant");
  }

  function showMatches(matches: string[]): void {
    const previousNames = options().map(({ textContent }) => textContent);
    if (!list.hidden && previousNames.join("\n") === matches.join("\n")) return;
    list.replaceChildren(...matches.map(toOption));
    list.hidden = matches.length === 0;
    list.style.top = `${area.offsetTop + area.offsetHeight + 4}px`;
    selectOption(options()[0]);
    const count = matches.length === 1 ? "1 name" : `${matches.length} names`;
    const text = matches.length > 0 ? `${count}: ↑ ↓ choose, Enter takes it` : "";
    // screen readers announce each write
    if (status.textContent !== text) status.textContent = text;
  }

  const toOption = (name: string, index: number): HTMLElement => {
    const option = document.createElement("div");
    option.role = "option";
    option.id = `${list.id}-${index}`;
    option.textContent = name;
    return option;
  };

  function typedName(): string | undefined {
    if (area.selectionStart !== area.selectionEnd) return undefined;
    return mention.exec(area.value.slice(0, area.selectionStart))?.[1];
  }

  function update(): void {
    const text = typedName()?.toLowerCase();
    if (text === undefined) isDismissed = false;
    const isMatch = (name: string) => {
      const lower = name.toLowerCase();
      return lower !== text && (lower.startsWith(text ?? "") || (text && lower.includes(` ${text}`)));
    };
    showMatches(text === undefined || isDismissed ? [] : names.filter(isMatch).slice(0, shownMax));
  }

  function insertName(option: HTMLElement): void {
    const end = area.selectionStart;
    area.setRangeText(`${option.textContent} `, end - (typedName()?.length ?? 0), end, "end");
    showMatches([]);
    area.focus();
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function onKey(event: KeyboardEvent): void {
    // an input method has the key, which `isComposing` does not tell in Safari
    if (list.hidden || event.keyCode === 229) return;
    const allOptions = options();
    const selectedIndex = allOptions.findIndex((each) => each.ariaSelected === "true");
    const selectedOption = allOptions[selectedIndex];
    if (event.key === "ArrowDown") selectOption(allOptions[(selectedIndex + 1) % allOptions.length]);
    else if (event.key === "ArrowUp") selectOption(allOptions.at(selectedIndex > 0 ? selectedIndex - 1 : -1));
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && selectedOption)
      insertName(selectedOption);
    else if (event.key === "Escape") {
      isDismissed = true;
      showMatches([]);
    } else return;
    event.preventDefault();
  }

  area.addEventListener("input", update);
  area.addEventListener("click", update);
  area.addEventListener("keydown", onKey);
  area.addEventListener("keyup", ({ key }) => ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key) && update());
  area.addEventListener("blur", () => showMatches([]));
  // a click must not take the focus from the field
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>("[role=option]") : null;
    if (option) insertName(option);
  });
}
