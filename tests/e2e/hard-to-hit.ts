import type { Page } from "playwright";

/** Controls less than 44 px high; 1 px of rounding is allowed. */
export const hardToHit = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressable = "a, button, input, summary";
    const heightOf = (control: Element) => {
      control.scrollIntoView({ block: "center" });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const at = (by: number) => document.elementFromPoint((left + right) / 2, (top + bottom) / 2 + by);
      return Array.from({ length: 81 }, (_, by) => at(by - 40)).filter((found) => found?.closest(pressable) === control)
        .length;
    };
    return [...document.querySelectorAll(`:is(main, header, footer) :is(${pressable})`)]
      .filter((control) => !control.matches("[type=checkbox]") && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => heightOf(control) < 43)
      .map((control) => `${heightOf(control)} px: ${control.outerHTML.slice(0, 120)}`);
  });
