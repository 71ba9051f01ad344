import { type Browser, chromium } from "playwright";
import { findChromium } from "../sandbox/chromium.ts";
import { median } from "./median.ts";

const visits = 5;
/** Slow 4G as Lighthouse simulates it, and a processor four times slower than this one. */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const processorSlowdown = 4;
const programFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

declare global {
  var formUsableMs: number | undefined;
  var formAwakeMs: number | undefined;
}

export interface SlowForm {
  /** Medians of five first visits with an empty cache, in milliseconds since the navigation began. */
  usable_ms: number;
  first_paint_ms: number;
  awake_ms: number;
  all_usable_ms: number[];
}

/**
 * Measures when a person can type into the form at `url`: it is painted, nothing covers it, and what is typed then is still
 * there when the script is awake. That is the moment at which a click on the password's "Show" shows it.
 */
export async function measureSlowForm(url: string): Promise<SlowForm> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: programFlags });
  try {
    // The first visit pays for the start of the browser's own processes.
    await visit(browser, url);
    const all: Visit[] = [];
    for (let i = 0; i < visits; i += 1) all.push(await visit(browser, url));
    const usable = all.map(({ usableMs }) => usableMs);
    return {
      usable_ms: median(usable),
      first_paint_ms: median(all.map(({ paintMs }) => paintMs)),
      awake_ms: median(all.map(({ awakeMs }) => awakeMs)),
      all_usable_ms: usable,
    };
  } finally {
    await browser.close();
  }
}

interface Visit {
  usableMs: number;
  paintMs: number;
  awakeMs: number;
}

const typed = "typed@early.test";

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(typeAndWake, typed);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: processorSlowdown });
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.formAwakeMs, undefined, { timeout: 30_000 });
  const seen = await page.evaluate(() => ({
    usableMs: globalThis.formUsableMs ?? Number.NaN,
    awakeMs: globalThis.formAwakeMs ?? Number.NaN,
    paintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    kept: document.querySelector<HTMLInputElement>('input[name="username"]')?.value,
  }));
  await context.close();
  if (seen.kept !== typed) throw new Error("what was typed before the script came is gone");
  return seen;
}

/** Runs in the page, before its own scripts. */
function typeAndWake(text: string): void {
  const type = () => {
    const input = document.querySelector<HTMLInputElement>('input[name="username"]');
    const { left = 0, top = 0, width = 0, height = 0 } = input?.getBoundingClientRect() ?? {};
    const isSeen = performance.getEntriesByName("first-contentful-paint").length > 0;
    if (!input || !isSeen || document.elementFromPoint(left + width / 2, top + height / 2) !== input) return;
    input.focus();
    document.execCommand("insertText", false, text);
    if (input.value === text) globalThis.formUsableMs = performance.now();
  };
  const timer = setInterval(() => {
    if (globalThis.formUsableMs === undefined) return type();
    document.querySelector<HTMLButtonElement>('button[aria-label="Show password"]')?.click();
    if (!document.querySelector('button[aria-label="Hide password"]')) return;
    globalThis.formAwakeMs = performance.now();
    clearInterval(timer);
  }, 4);
}
