/**
 * `npm run test:visual`: screenshots of component, console, store, portal and account pages, compared with those
 * of an earlier run on this machine. The first run records the baseline; `-- --update` replaces it, and `-- words`
 * takes only those whose names hold one of the words. Not part of `npm test` and not in git: fonts differ between
 * machines.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { type Lifecycle, runCommand } from "../../sandbox/process/lifecycle.ts";
import { root } from "../../sandbox/process/settings.ts";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { ensureChromium } from "../../sandbox/run/chromium.ts";
import { startWholeApp } from "../../tests/support/whole-app.ts";
import { consoleScreens } from "./console-screens.ts";
import {
  accountScreens,
  buyerScreens,
  customerScreens,
  onAccountScreens,
  userScreens,
  visitorScreens,
} from "./customer-screens.ts";
import { createConsoleShop } from "./console-shop.ts";
import { designScreens } from "./design-screens.ts";
import { countDifferingPixels } from "./differing-pixels.ts";
import { fixClock, startsAt } from "./fixed-clock.ts";
import { type Scheme, type Screen, schemes } from "./screen.ts";

/** Ignored by git. The nightly workflow restores `baseline` and uploads the two others. */
const folder = "test-results/visual-snapshots";
const baseline = join(root, folder, "baseline");
const current = join(root, folder, "current");
const differences = join(root, folder, "differences");
/** Tolerated number of pixels: less than a letter, more than the antialiasing of an edge. */
const pixelsMax = 40;

await runCommand(compareSnapshots);

async function compareSnapshots(lifecycle: Lifecycle): Promise<number> {
  const isUpdate = process.argv.includes("--update");
  const nameFilters = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  for (const old of [current, differences]) rmSync(old, { recursive: true, force: true });
  for (const needed of [baseline, current, differences]) mkdirSync(needed, { recursive: true });
  const isFirstRun = readdirSync(baseline).length === 0;
  await ensureBuild("preact");
  const clock = fixClock();
  const app = await startWholeApp({ renderer: "preact", vars: { RATE_LIMIT_SCALE: "1000" }, clock, onLog: () => {} });
  await lifecycle.add(app.stop);
  const shop = await createConsoleShop(app);
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  await lifecycle.add(() => browser.close());
  const base = `http://localhost:${new URL(app.worker.url).port}`;
  const comparisonPage = await browser.newPage();
  let failureCount = 0;
  for (const scheme of schemes) {
    const viewers: [session: string | undefined, screens: Screen[]][] = [
      [shop.session, [...designScreens, ...consoleScreens(shop)]],
      [shop.customers.session, customerScreens(shop)],
      [shop.customers.userSession, userScreens(shop)],
      [shop.customers.onAccountSession, onAccountScreens],
      [shop.customers.buyerSession, buyerScreens(shop)],
      [undefined, [...visitorScreens(shop), ...accountScreens(shop)]],
    ];
    for (const [session, screens] of viewers) {
      const context = await openContext(browser, base, scheme, session);
      for (const screen of screens)
        for await (const [name, picture] of takeScreenshots(context, screen, scheme, nameFilters)) {
          writeFileSync(join(current, `${name}.png`), picture);
          const result = isUpdate ? recordBaseline(name) : await compareOrRecord(comparisonPage, name);
          if (result.startsWith("FAILED")) failureCount += 1;
          console.log(`${name.padEnd(32)} ${result}`);
        }
      await context.close();
    }
  }
  if (isFirstRun)
    console.log(`There was no baseline: this run recorded one in ${folder}/baseline and compared nothing.`);
  if (failureCount > 0)
    console.log(`${failureCount} differ: see ${folder}/differences, or accept all with \`-- --update\`.`);
  return failureCount > 0 ? 1 : 0;
}

async function openContext(
  browser: Browser,
  base: string,
  scheme: Scheme,
  session: string | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: base,
    colorScheme: scheme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
  });
  // the prefix `__Host-` requires a secure cookie, hence `https:`; cookies are shared between ports
  const url = base.replace("http:", "https:");
  if (session)
    await context.addCookies([{ name: "__Host-session", value: session, url, secure: true, httpOnly: true }]);
  await context.clock.setFixedTime(startsAt);
  return context;
}

async function* takeScreenshots(
  context: BrowserContext,
  { name, path, widths, schemes: only, open }: Screen,
  scheme: Scheme,
  nameFilters: string[],
): AsyncGenerator<[string, Buffer]> {
  if (only && !only.includes(scheme)) return;
  if (nameFilters.length > 0 && !nameFilters.some((word) => name.includes(word))) return;
  const page = await context.newPage();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // islands change the height of the page, so they must have loaded
    await page.goto(path, { waitUntil: "networkidle" });
    await open?.(page);
    await page.evaluate(hidePorts);
    if (!open) await page.evaluate(unstick);
    yield [`${name}-${width}-${scheme}`, await page.screenshot({ fullPage: !open, animations: "disabled" })];
  }
  await page.close();
}

/**
 * Makes bars static that stick to the lower edge of the window, because a picture of the full page has no such edge.
 */
function unstick(): void {
  for (const bar of document.querySelectorAll<HTMLElement>(".save-bar, .summary, .decision-bar"))
    bar.style.position = "static";
}

/** Replaces the ports in addresses of fakes, because each run uses other free ports. */
function hidePorts(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    if (texts.currentNode.nodeValue?.includes("localhost:"))
      texts.currentNode.nodeValue = texts.currentNode.nodeValue.replace(/localhost:\d+/g, "localhost:8788");
}

function recordBaseline(name: string): string {
  cpSync(join(current, `${name}.png`), join(baseline, `${name}.png`));
  return "recorded";
}

async function compareOrRecord(page: Page, name: string): Promise<string> {
  const before = join(baseline, `${name}.png`);
  const after = join(current, `${name}.png`);
  if (!existsSync(before)) return recordBaseline(name);
  const pixels = await countDifferingPixels(page, readFileSync(before), readFileSync(after));
  if (pixels <= pixelsMax) return "ok";
  cpSync(before, join(differences, `${name}.before.png`));
  cpSync(after, join(differences, `${name}.after.png`));
  return pixels === Infinity ? "FAILED: the sizes differ" : `FAILED: ${pixels} pixels differ`;
}
