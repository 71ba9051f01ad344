import type { Page } from "playwright";
import { afterAll, beforeAll, describe } from "vitest";
import { findViolations } from "../../support/axe.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { isNight } from "../../support/by-night.ts";
import { linesOf } from "../account/steps.ts";
import { keepPage } from "../kept-page.ts";
import type { State } from "./state.ts";

/** A wide window at 200 %. */
const zoomed = { width: 720, height: 450 };
const narrow = { width: 320, height: 640 };
const sizes = isNight
  ? [narrow, phoneViewport, { width: 800, height: 900 }, desktopViewport, zoomed]
  : [narrow, zoomed];

/** By night axe checks every state in both windows, by day a fixed quarter of the states in one of them. */
const windowsOf = ({ name }: State) => {
  if (isNight) return [desktopViewport, phoneViewport];
  return [[desktopViewport], [phoneViewport]][name.length % 8] ?? [];
};

/** The screen's name precedes the comma of a state's name. */
const screenOf = ({ name }: State) => name.split(",")[0];

/** By day the first state of every second screen, and those whose texts the specification prints. */
function chosenOf(states: readonly State[]): readonly State[] {
  if (isNight) return states;
  const firsts = [...new Map(states.toReversed().map((state) => [screenOf(state), state])).values()].toReversed();
  const byDay = new Set(firsts.filter((_state, at) => at % 2 === 0));
  return states.filter((state) => state.lines || byDay.has(state));
}

/** Elements wider than the window; pictures of a product are swiped. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - innerWidth;
    const parts = [...document.querySelectorAll("h1, h2, button, .button, input:not(.gallery *), dialog[open]")].filter(
      (part) => {
        const { left, right } = part.getBoundingClientRect();
        return left < 0 || right > innerWidth;
      },
    );
    return [...(excess > 0 ? [`page: ${excess} px`] : []), ...parts.map((part) => part.outerHTML.slice(0, 120))];
  });

/** Labels that wrap, such as "(optional" and ")". */
const brokenWords = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".optional")]
      .filter((part) => part.offsetHeight > 2 * Number.parseFloat(getComputedStyle(part).fontSize))
      .map((part) => part.parentElement?.textContent ?? null),
  );

/** Elements whose font is not the document's. */
const transformed = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => getComputedStyle(element).textTransform !== "none")
      .map((element) => element.outerHTML.slice(0, 120)),
  );

/** The requirements of every state: no findings of axe, its texts, and no overflow in any window. */
export function testStates(states: readonly State[]): void {
  const keptPages = keepPage();
  afterAll(keptPages.close);
  for (const state of chosenOf(states)) {
    describe(state.name, () => {
      let page: Page;
      beforeAll(async () => {
        const session = state.who && (await state.who()).token;
        page = await keptPages.visit({ session, colorScheme: state.dark ? "dark" : "light" });
        await state.reach(page);
      });
      afterAll(async () => {
        expect(await keptPages.leave()).toEqual([]);
      });

      const windows = windowsOf(state);
      test.skipIf(windows.length === 0)("has nothing that axe finds, in a wide window and on a phone", async () => {
        for (const size of windows) {
          await page.setViewportSize(size);
          // a button that has just become active is half way between two colours
          await page.evaluate(() => {
            const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
            return Promise.allSettled(transitions.map(({ finished }) => finished));
          });
          expect(await findViolations(page)).toEqual([]);
        }
      });
      // colours change neither words nor sizes
      if (state.dark) return;

      test("reads letter by letter as printed", async () => {
        if (state.lines) expect(await linesOf(page)).toEqual(state.lines);
        expect(await transformed(page)).toEqual([]);
      });

      test("fits every window from 320 px on and a zoom of 200 %", async () => {
        for (const size of sizes) {
          await page.setViewportSize(size);
          expect(await cutOff(page), `at ${size.width} px`).toEqual([]);
          expect(await brokenWords(page), `at ${size.width} px`).toEqual([]);
        }
      });
    });
  }
}
