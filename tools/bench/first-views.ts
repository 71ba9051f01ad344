import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright";
import type { Lifecycle } from "../../sandbox/process/lifecycle.ts";
import { ensureChromium } from "../../sandbox/run/chromium.ts";
import { bundleBarePage } from "./bundle.ts";
import { median } from "./median.ts";
import { openSlowPage, programFlags } from "./slow-browser.ts";
import { row, resultLabel } from "./table.ts";

export type View = { name: string; url: string; usable_ms_max?: number };
/** Milliseconds since the start of the navigation. */
type Visit = { painted_ms: number; usable_ms: number; bytes: number };
export type FirstView = View & Visit;

const visitCount = 5;

/** Medians of first visits with an empty cache, one page at a time. */
export async function measureFirstViews(views: readonly View[]): Promise<FirstView[]> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: programFlags });
  try {
    // the first visits include the start of the browser's processes
    for (const { url } of views) await visit(browser, url);
    const visits = views.map((): Visit[] => []);
    for (let turn = 0; turn < visitCount; turn += 1)
      for (const [i, { url }] of views.entries()) visits[i]?.push(await visit(browser, url));
    return views.map((view, i) => {
      const medianFor = (key: keyof Visit) => median((visits[i] ?? []).map((one) => one[key]));
      return {
        ...view,
        painted_ms: medianFor("painted_ms"),
        usable_ms: medianFor("usable_ms"),
        bytes: medianFor("bytes"),
      };
    });
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await openSlowPage(browser);
  const answer = await page.goto(url, { waitUntil: "networkidle" });
  if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`);
  const measured = await page.evaluate(readPageTimes);
  await page.context().close();
  return measured;
}

/**
 * Runs in the page. `usable_ms`: the page is painted, and every script and stylesheet has arrived; pictures may be
 * missing.
 */
function readPageTimes(): Visit {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const assets = resources.filter(({ name }) => /\.(js|css)(\?|$)/.test(name));
  const painted_ms = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const arrivalTimes = assets.map(({ responseEnd }) => responseEnd);
  return {
    painted_ms,
    usable_ms: Math.max(painted_ms, navigation?.domContentLoadedEventEnd ?? 0, ...arrivalTimes),
    bytes: assets.reduce((sum, { transferSize }) => sum + transferSize, navigation?.transferSize ?? 0),
  };
}

/** Serves the framework's bare page, compressed as the worker's files are; returns its address. */
export async function serveBarePage(lifecycle: Lifecycle, folder: string): Promise<string> {
  const script = readFileSync(join(folder, await bundleBarePage(folder)));
  const form = '<form><input aria-label="Text" value=""><button>Send</button></form>';
  const html = `<!doctype html><html lang="en"><head><title>Bare</title><script type="module" src="/bare.js"></script></head><body><div id="root">${form}</div></body></html>`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/bare.js";
    response.setHeader("content-encoding", "gzip");
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(gzipSync(isScript ? script : html));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await lifecycle.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  // as: a server that listens on a port has an AddressInfo
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

const widths = [28, 12, 12, 12];

export function firstViewsToText(views: readonly FirstView[]): string {
  const lines = views.map(({ name, painted_ms, usable_ms, bytes, usable_ms_max }) => {
    const cells = [name, painted_ms.toFixed(0), usable_ms.toFixed(0), (bytes / 1000).toFixed(1)];
    const result =
      usable_ms_max === undefined ? "" : `at most ${usable_ms_max} ${resultLabel(usable_ms <= usable_ms_max)}`;
    return `${row(cells, widths)}  ${result}`.trimEnd();
  });
  return [
    "First views on slow 4G with a 4x slower processor (ms; kB of HTML, styles and scripts)",
    row(["", "painted", "usable", "kB"], widths),
    ...lines,
  ].join("\n");
}
