import type { Page } from "playwright";

/** Controls whose clickable height is below 44 px, with 1 px of tolerance for rounding. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressable = "a, button, input, summary";
    const hitHeight = (control: Element) => {
      control.scrollIntoView({ block: "center" });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const elementAt = (by: number) => document.elementFromPoint((left + right) / 2, (top + bottom) / 2 + by);
      return Array.from({ length: 81 }, (_, by) => elementAt(by - 40)).filter(
        (found) => found?.closest(pressable) === control,
      ).length;
    };
    return [...document.querySelectorAll(`:is(main, header, footer) :is(${pressable})`)]
      .filter((control) => !control.matches("[type=checkbox]") && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => hitHeight(control) < 43)
      .map((control) => `${hitHeight(control)} px: ${control.outerHTML.slice(0, 120)}`);
  });
