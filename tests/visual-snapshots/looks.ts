/**
 * `npm run test:looks`: pictures of the page that shows every component, compared with the committed ones; what differs is
 * written to test-results/looks. `-- --update` commits to new ones. Not part of `npm test`: fonts differ between machines.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { type Lifecycle, runCommand } from "../../sandbox/process/lifecycle.ts";
import { root } from "../../sandbox/process/settings.ts";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { findChromium } from "../../sandbox/run/chromium.ts";
import { startWholeApp } from "../support/whole-app.ts";
import { differingPixels } from "./differing-pixels.ts";

const pictures = join(root, "tests/visual-snapshots/pictures");
const results = join(root, "test-results/looks");
/** So many pixels may differ: less than a letter, more than an edge that was rounded otherwise. */
const pixelsMax = 40;

type Look = { name: string; path: string; width: number; scheme: "light" | "dark"; open?: string };
const schemes = ["light", "dark"] as const;
const looks: Look[] = [
  ...schemes.flatMap((scheme) =>
    [1440, 390].flatMap((width) => [
      { name: `design-${width}-${scheme}`, path: "/design", width, scheme },
      { name: `list-${width}-${scheme}`, path: "/design/list", width, scheme },
      { name: `form-${width}-${scheme}`, path: "/design/form", width, scheme },
    ]),
  ),
  ...["results", "none", "empty"].map((show): Look => {
    return { name: `list-${show}`, path: `/design/list?show=${show}`, width: 1440, scheme: "light" };
  }),
  { name: "menu", path: "/design/list", width: 1440, scheme: "light", open: ".menu > button" },
  { name: "menu-phone", path: "/design/list", width: 390, scheme: "dark", open: ".menu > button" },
  { name: "dialog", path: "/design", width: 800, scheme: "light", open: "[popovertarget=ask]" },
  { name: "bulk", path: "/design/list", width: 1440, scheme: "light", open: "tbody [type=checkbox]" },
];

await runCommand(compareLooks);

async function compareLooks(lifecycle: Lifecycle): Promise<number> {
  const isUpdate = process.argv.includes("--update");
  await ensureBuild("preact");
  const app = await startWholeApp({ renderer: "preact", onLog: () => {} });
  await lifecycle.add(app.stop);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  await lifecycle.add(() => browser.close());
  const base = `http://localhost:${new URL(app.worker.url).port}`;
  const comparing = await browser.newPage();
  let failed = 0;
  for (const look of looks) {
    const taken = await take(browser, base, look);
    const said = isUpdate ? update(look, taken) : await compare(comparing, look, taken);
    if (said.startsWith("FAILED")) failed += 1;
    console.log(`${look.name.padEnd(24)} ${said}`);
  }
  return failed > 0 ? 1 : 0;
}

async function take(browser: Browser, base: string, { path, width, scheme, open }: Look): Promise<Buffer> {
  const page = await browser.newPage({
    colorScheme: scheme,
    reducedMotion: "reduce",
    viewport: { width, height: 900 },
  });
  await page.goto(base + path);
  if (open) await page.locator(open).first().click();
  const picture = await page.screenshot({ fullPage: !open, animations: "disabled" });
  await page.close();
  return picture;
}

function update({ name }: Look, taken: Buffer): string {
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}.png`), taken);
  return "written";
}

async function compare(page: Page, { name }: Look, taken: Buffer): Promise<string> {
  const path = join(pictures, `${name}.png`);
  if (!existsSync(path)) return "FAILED: no picture is committed; run it with `-- --update` and look at what it wrote";
  const pixels = await differingPixels(page, readFileSync(path), taken);
  if (pixels <= pixelsMax) return "ok";
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${name}.png`), taken);
  return `FAILED: ${pixels} pixels differ, see test-results/looks/${name}.png`;
}
