import { type Browser, chromium } from "playwright";
import { ensureChromium } from "../../sandbox/run/chromium.ts";
import { median } from "./median.ts";
import { openSlowPage, programFlags } from "./slow-browser.ts";

const visitCount = 5;
const messagePrefix = "the form was measured: ";

/** Milliseconds since the start of the navigation. */
interface Visit {
  /** The form is visible. */
  paint_ms: number;
  /** A click on "Show" reveals the password: the form takes text and Enter. */
  usable_ms: number;
  /** The island is hydrated. */
  hydrated_ms: number;
}

export interface SlowForm {
  /** First visits with an empty cache. */
  median: Visit;
  visits: Visit[];
}

export async function measureSlowForm(url: string): Promise<SlowForm> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: programFlags });
  try {
    // The first visit includes the start of the browser's processes.
    await visit(browser, url);
    const visits: Visit[] = [];
    for (let i = 0; i < visitCount; i += 1) visits.push(await visit(browser, url));
    const medianFor = (key: keyof Visit) => median(visits.map((one) => one[key]));
    return {
      median: {
        paint_ms: medianFor("paint_ms"),
        usable_ms: medianFor("usable_ms"),
        hydrated_ms: medianFor("hydrated_ms"),
      },
      visits,
    };
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await openSlowPage(browser);
  await page.addInitScript(measureForm, messagePrefix);
  // The page reports by console messages, because evaluating a script from here would use the throttled processor.
  const message = page.waitForEvent("console", {
    predicate: (line) => line.text().startsWith(messagePrefix),
    timeout: 30_000,
  });
  await page.goto(url, { waitUntil: "commit" });
  // as: written by `measureForm`
  const times = JSON.parse((await message).text().slice(messagePrefix.length)) as Visit;
  await page.context().close();
  // An invisible form is not usable.
  return { ...times, usable_ms: Math.max(times.usable_ms, times.paint_ms) };
}

/** Runs in the page before its scripts. */
function measureForm(prefix: string): void {
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
    console.log(prefix + JSON.stringify({ paint_ms, usable_ms, hydrated_ms }));
  }, 4);
}
