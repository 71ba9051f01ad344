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

const announcement = "the form is usable after ";

export interface SlowForm {
  /** Medians of five first visits with an empty cache, in milliseconds since the navigation began. */
  usable_ms: number;
  first_paint_ms: number;
  all_usable_ms: number[];
}

/** Measures when the form at `url` reacts to a person: a click on the password's "Show" shows it. */
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
      all_usable_ms: usable,
    };
  } finally {
    await browser.close();
  }
}

interface Visit {
  usableMs: number;
  paintMs: number;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(clickUntilShown, announcement);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: processorSlowdown });
  // The page tells it by itself: whatever the test runner did in it meanwhile would take the slowed processor's time.
  const told = page.waitForEvent("console", {
    predicate: (line) => line.text().startsWith(announcement),
    timeout: 30_000,
  });
  await page.goto(url, { waitUntil: "commit" });
  const usableMs = Number((await told).text().slice(announcement.length));
  const paintMs = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
  await context.close();
  return { usableMs, paintMs };
}

/** Runs in the page, before its own scripts. */
function clickUntilShown(words: string): void {
  const timer = setInterval(() => {
    document.querySelector<HTMLButtonElement>('button[aria-label="Show password"]')?.click();
    if (!document.querySelector('button[aria-label="Hide password"]')) return;
    console.log(words + performance.now());
    clearInterval(timer);
  }, 4);
}
