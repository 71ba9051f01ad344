/**
 * `npm run test:visual`: screenshots of the component pages, compared with those of an earlier run on this machine. The first
 * run records the baseline; `-- --update` replaces it. Not part of `npm test` and not in git: fonts differ between machines.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { type Lifecycle, runCommand } from "../../sandbox/process/lifecycle.ts";
import { root } from "../../sandbox/process/settings.ts";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { findChromium } from "../../sandbox/run/chromium.ts";
import { startWholeApp } from "../support/whole-app.ts";
import { differingPixels } from "./differing-pixels.ts";

/** Ignored by git. The nightly workflow restores `baseline` and uploads the two others. */
const folder = "test-results/visual-snapshots";
const baseline = join(root, folder, "baseline");
const current = join(root, folder, "current");
const differences = join(root, folder, "differences");
/** Less than a letter, more than the antialiasing of an edge. */
const pixelsMax = 40;

type Snapshot = { name: string; path: string; width: number; scheme: "light" | "dark"; open?: string };
const schemes = ["light", "dark"] as const;
const snapshots: Snapshot[] = [
  ...schemes.flatMap((scheme) =>
    [1440, 390].flatMap((width) => [
      { name: `design-${width}-${scheme}`, path: "/design", width, scheme },
      { name: `list-${width}-${scheme}`, path: "/design/list", width, scheme },
      { name: `form-${width}-${scheme}`, path: "/design/form", width, scheme },
    ]),
  ),
  ...["results", "none", "empty"].map((show): Snapshot => {
    return { name: `list-${show}`, path: `/design/list?show=${show}`, width: 1440, scheme: "light" };
  }),
  { name: "menu", path: "/design/list", width: 1440, scheme: "light", open: ".menu > button" },
  { name: "menu-phone", path: "/design/list", width: 390, scheme: "dark", open: ".menu > button" },
  { name: "dialog", path: "/design", width: 800, scheme: "light", open: "[popovertarget=ask]" },
  { name: "bulk", path: "/design/list", width: 1440, scheme: "light", open: "tbody [type=checkbox]" },
];

await runCommand(compareSnapshots);

async function compareSnapshots(lifecycle: Lifecycle): Promise<number> {
  const isUpdate = process.argv.includes("--update");
  for (const old of [current, differences]) rmSync(old, { recursive: true, force: true });
  for (const needed of [baseline, current, differences]) mkdirSync(needed, { recursive: true });
  const isFirstRun = readdirSync(baseline).length === 0;
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
  for (const snapshot of snapshots) {
    writeFileSync(join(current, `${snapshot.name}.png`), await takeScreenshot(browser, base, snapshot));
    const result = isUpdate ? record(snapshot) : await compareOrRecord(comparing, snapshot);
    if (result.startsWith("FAILED")) failed += 1;
    console.log(`${snapshot.name.padEnd(24)} ${result}`);
  }
  if (isFirstRun)
    console.log(`There was no baseline: this run recorded one in ${folder}/baseline and compared nothing.`);
  if (failed > 0) console.log(`${failed} differ: see ${folder}/differences, or accept all with \`-- --update\`.`);
  return failed > 0 ? 1 : 0;
}

async function takeScreenshot(browser: Browser, base: string, snapshot: Snapshot): Promise<Buffer> {
  const { path, width, scheme, open } = snapshot;
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

function record({ name }: Snapshot): string {
  cpSync(join(current, `${name}.png`), join(baseline, `${name}.png`));
  return "recorded";
}

async function compareOrRecord(page: Page, snapshot: Snapshot): Promise<string> {
  const before = join(baseline, `${snapshot.name}.png`);
  const after = join(current, `${snapshot.name}.png`);
  if (!existsSync(before)) return record(snapshot);
  const pixels = await differingPixels(page, readFileSync(before), readFileSync(after));
  if (pixels <= pixelsMax) return "ok";
  cpSync(before, join(differences, `${snapshot.name}.before.png`));
  cpSync(after, join(differences, `${snapshot.name}.after.png`));
  return pixels === Infinity ? "FAILED: the sizes differ" : `FAILED: ${pixels} pixels differ`;
}
