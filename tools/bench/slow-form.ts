import { type Browser, chromium } from "playwright";
import { findChromium } from "../../sandbox/run/chromium.ts";
import { median } from "./median.ts";

const visitCount = 5;
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

const announcement = "the form was measured: ";

/** In milliseconds since the navigation began. */
interface Visit {
  /** The form is seen. */
  paint_ms: number;
  /** It reacts besides: a click on the password's "Show" shows it. From here on it takes text and Enter, too. */
  usable_ms: number;
  /** Its island is there: what a password manager filled in was checked, and the button can be pressed. */
  hydrated_ms: number;
}

export interface SlowForm {
  /** Medians of the visits, which are first ones with an empty cache. */
  median: Visit;
  visits: Visit[];
}

/** Measures when the form at `url` can be used. */
export async function measureSlowForm(url: string): Promise<SlowForm> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: programFlags });
  try {
    // The first visit pays for the start of the browser's own processes.
    await visit(browser, url);
    const visits: Visit[] = [];
    for (let i = 0; i < visitCount; i += 1) visits.push(await visit(browser, url));
    const of = (key: keyof Visit) => median(visits.map((one) => one[key]));
    return {
      median: { paint_ms: of("paint_ms"), usable_ms: of("usable_ms"), hydrated_ms: of("hydrated_ms") },
      visits,
    };
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(useWhenPossible, announcement);
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
  // what `useWhenPossible` wrote
  const times = JSON.parse((await told).text().slice(announcement.length)) as Visit;
  await context.close();
  // Nobody uses what is not seen.
  return { ...times, usable_ms: Math.max(times.usable_ms, times.paint_ms) };
}

/** Runs in the page, before its own scripts. */
function useWhenPossible(words: string): void {
  let usable_ms = 0;
  const timer = setInterval(() => {
    const form = document.querySelector("form");
    if (!form) return;
    if (usable_ms === 0) {
      form.querySelector<HTMLButtonElement>('button[aria-label="Show password"]')?.click();
      if (form.querySelector('button[aria-label="Hide password"]')) usable_ms = performance.now();
    }
    form.querySelectorAll("input").forEach((input) => (input.value ||= "somebody@example.test"));
    if (usable_ms === 0 || form.querySelector(".button:disabled")) return;
    clearInterval(timer);
    const hydrated_ms = performance.now();
    const paint_ms = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    console.log(words + JSON.stringify({ paint_ms, usable_ms, hydrated_ms }));
  }, 4);
}
