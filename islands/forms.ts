/* Save bars of forms show whether there are unsaved changes, and the browser asks before a user leaves the page with
   unsaved changes. Imports nothing, because a shared chunk would be one more request. */

const bars = [...document.querySelectorAll<HTMLElement>(".save-bar")];
let isLeaving = false;

const isChangedOption = ({ selected, defaultSelected }: HTMLOptionElement) => selected !== defaultSelected;

function isChanged(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    // without a default the first option is selected
    return options.some(({ defaultSelected }) => defaultSelected)
      ? options.some(isChangedOption)
      : control.selectedIndex > 0;
  }
  if (!(control instanceof HTMLInputElement) || ["hidden", "search", "submit"].includes(control.type)) return false;
  return ["checkbox", "radio"].includes(control.type)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

/** `data-edited` marks a form that the server sent back with input that differs from the saved values. */
const hasChanges = (bar: HTMLElement) =>
  "edited" in bar.dataset || [...(bar.closest("form")?.elements ?? [])].some(isChanged);

function updateBar(bar: HTMLElement): void {
  const isUnsaved = hasChanges(bar);
  bar.dataset["state"] = isUnsaved ? "unsaved" : "saved";
  const status = bar.querySelector("[aria-live]");
  const text = isUnsaved ? "Unsaved changes" : "";
  // screen readers announce each write
  if (status && status.textContent !== text) status.textContent = text;
}

const updateBars = () => bars.forEach(updateBar);

function onLeave(event: BeforeUnloadEvent): void {
  if (!isLeaving && bars.some(hasChanges)) event.preventDefault();
}

for (const bar of bars) {
  const form = bar.closest("form");
  form?.addEventListener("input", () => updateBar(bar));
  // a button with a target, such as one that opens a preview, does not leave the page
  form?.addEventListener("submit", ({ submitter }) => (isLeaving = !submitter?.getAttribute("formtarget")));
  bar.querySelector("a")?.addEventListener("click", ({ ctrlKey, metaKey, shiftKey }) => {
    isLeaving = !ctrlKey && !metaKey && !shiftKey;
  });
}
updateBars();
addEventListener("beforeunload", onLeave);
// after going back, the browser restores the input only once the scripts have run
addEventListener("pageshow", () => {
  isLeaving = false;
  updateBars();
});
