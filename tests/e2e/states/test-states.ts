import type { Page } from "playwright";
import { afterAll, beforeAll, describe } from "vitest";
import { findViolations } from "../../support/axe.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { isNight } from "../../support/by-night.ts";
import { readMainLines } from "../account/steps.ts";
import { createPagePool } from "../kept-page.ts";
import type { State } from "./state.ts";

/** A wide window at 200 % zoom. */
const zoomed = { width: 720, height: 450 };
const narrow = { width: 320, height: 640 };
const sizes = isNight
  ? [narrow, phoneViewport, { width: 800, height: 900 }, desktopViewport, zoomed]
  : [narrow, zoomed];

/** At night axe checks every state in both windows; by day it checks a quarter of the states in one window. */
const axeWindows = ({ name }: State) => {
  if (isNight) return [desktopViewport, phoneViewport];
  return [[desktopViewport], [phoneViewport]][name.length % 8] ?? [];
};

const screenName = ({ name }: State) => name.split(",")[0];

/** By day the first state of every second screen, and states with a specified text. */
function selectStates(states: readonly State[]): readonly State[] {
  if (isNight) return states;
  const firstStates = [
    ...new Map(states.toReversed().map((state) => [screenName(state), state])).values(),
  ].toReversed();
  const dayStates = new Set(firstStates.filter((_state, at) => at % 2 === 0));
  return states.filter((state) => state.lines || dayStates.has(state));
}

/** Elements that leave the window, except inputs of a gallery, whose pictures can be swiped. */
const findOverflow = (page: Page): Promise<string[]> =>
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

const findBrokenLabels = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".optional")]
      .filter((part) => part.offsetHeight > 2 * Number.parseFloat(getComputedStyle(part).fontSize))
      .map((part) => part.parentElement?.textContent ?? null),
  );

const findTransformed = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => getComputedStyle(element).textTransform !== "none")
      .map((element) => element.outerHTML.slice(0, 120)),
  );

/** Defines the tests of each state: no axe findings, the specified text, and no overflow in any window. */
export function testStates(states: readonly State[]): void {
  const keptPages = createPagePool();
  afterAll(keptPages.close);
  for (const state of selectStates(states)) {
    describe(state.name, () => {
      let page: Page;
      beforeAll(async () => {
        const session = state.who && (await state.who()).token;
        page = await keptPages.visit({ session, colorScheme: state.dark ? "dark" : "light" });
        await state.reach(page);
        await page.waitForLoadState();
      });
      afterAll(async () => {
        expect(await keptPages.leave()).toEqual([]);
      });

      const windows = axeWindows(state);
      test.skipIf(windows.length === 0)("has nothing that axe finds, in a wide window and on a phone", async () => {
        for (const size of windows) {
          await page.setViewportSize(size);
          // A button that has just become active is still changing its color.
          await page.evaluate(() => {
            const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
            return Promise.allSettled(transitions.map(({ finished }) => finished));
          });
          expect(await findViolations(page)).toEqual([]);
        }
      });
      // The color scheme affects neither text nor sizes.
      if (state.dark) return;

      test("reads letter by letter as printed", async () => {
        if (state.lines) expect(await readMainLines(page)).toEqual(state.lines);
        expect(await findTransformed(page)).toEqual([]);
      });

      test("fits every window from 320 px on and a zoom of 200 %", async () => {
        for (const size of sizes) {
          await page.setViewportSize(size);
          expect(await findOverflow(page), `at ${size.width} px`).toEqual([]);
          expect(await findBrokenLabels(page), `at ${size.width} px`).toEqual([]);
        }
      });
    });
  }
}
