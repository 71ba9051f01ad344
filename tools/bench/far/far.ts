import { type Browser, chromium } from "playwright";
import type { Lifecycle } from "../../../sandbox/process/lifecycle.ts";
import { ensureChromium } from "../../../sandbox/run/chromium.ts";
import { startWorkersCache } from "../../../tests/http/edge/workers-cache.ts";
import { median } from "../median.ts";
import { row } from "../table.ts";
import { type Distance, startDelayedProxy } from "./line.ts";

export const distancesMs = [20, 80, 200];
const loss = 0.01;
const repeatCount = 3;
const cacheTags = ["catalog", "legal", "release", "minute"];
const programFlags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"];

export type FarPage = { name: string; path: string; cookie?: string };
type Visit = { first_byte_ms: number; usable_ms: number };
export type FarTimes = {
  page: string;
  round_trip_ms: number;
  /** First byte for the first visitor near an edge, whose cache does not contain the page yet. */
  first_byte_cold_ms: number;
  /** Medians of the later visits. */
  first_byte_ms: number;
  usable_ms: number;
};

/**
 * Measures pages with a browser, the edge and the worker in a row, each `round_trip_ms` from the next. The worker is
 * beside its database (`[placement]` of wrangler.toml). A page therefore pays the distance between edge and worker
 * once, or never if the edge has the page in its cache.
 */
export async function measureFar(lifecycle: Lifecycle, workerPort: number, pages: FarPage[]): Promise<FarTimes[]> {
  let round_trip_ms = 0;
  const distance = (handshakes: number) => (): Distance => ({ round_trip_ms, loss, handshakes });
  // no handshakes, because Cloudflare keeps the connections between its locations open
  const toWorker = await startDelayedProxy(() => workerPort, distance(0));
  await lifecycle.add(toWorker.stop);
  const edge = await startWorkersCache(() => `http://localhost:${toWorker.port}`);
  await lifecycle.add(edge.stop);
  const toEdge = await startDelayedProxy(() => Number(new URL(edge.url).port), distance(2));
  await lifecycle.add(toEdge.stop);
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: programFlags });
  const times: FarTimes[] = [];
  try {
    // these visits are not measured: the isolate loads the code of each area at its first request
    for (const page of pages) await visit(browser, toEdge.port, page);
    for (round_trip_ms of distancesMs) {
      toEdge.cut();
      toWorker.cut();
      for (const page of pages) {
        edge.purge(cacheTags);
        const coldVisit = await visit(browser, toEdge.port, page);
        const visits: Visit[] = [];
        for (let turn = 0; turn < repeatCount; turn += 1) visits.push(await visit(browser, toEdge.port, page));
        times.push({
          page: page.name,
          round_trip_ms,
          first_byte_cold_ms: coldVisit.first_byte_ms,
          first_byte_ms: median(visits.map((one) => one.first_byte_ms)),
          usable_ms: median(visits.map((one) => one.usable_ms)),
        });
      }
    }
    return times;
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, port: number, { path, cookie }: FarPage): Promise<Visit> {
  const context = await browser.newContext();
  const [name = "", value = ""] = cookie?.split("=") ?? [];
  if (cookie) await context.addCookies([{ name, value, domain: "localhost", path: "/", secure: true }]);
  const page = await context.newPage();
  const answer = await page.goto(`http://localhost:${port}${path}`, { waitUntil: "networkidle" });
  if (answer?.status() !== 200) throw new Error(`${path} answered ${answer?.status()}`);
  const measured = await page.evaluate(readPageTimes);
  await context.close();
  return measured;
}

/** Runs in the page. `usable_ms`: the page is painted and every script has arrived and run; pictures may be missing. */
function readPageTimes(): Visit {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const scripts = resources.filter((each) => each.name.endsWith(".js")).map((each) => each.responseEnd);
  const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const usable = Math.max(painted, navigation?.domContentLoadedEventEnd ?? 0, ...scripts);
  return { first_byte_ms: navigation?.responseStart ?? 0, usable_ms: usable };
}

export function farToText(times: FarTimes[]): string {
  const widths = [22, ...distancesMs.map(() => 26)];
  const names = [...new Set(times.map(({ page }) => page))];
  const cell = (page: string, ms: number) => {
    const pageTimes = times.find((each) => each.page === page && each.round_trip_ms === ms);
    const formatMs = (value: number | undefined) => (value ?? 0).toFixed(0);
    return `${formatMs(pageTimes?.first_byte_cold_ms)} / ${formatMs(pageTimes?.first_byte_ms)} / ${formatMs(pageTimes?.usable_ms)}`;
  };
  return [
    `Far away: first byte for the first visitor near / for the next ones / usable (ms; ${loss * 100} % of segments lost)`,
    row(["round trip of each leg", ...distancesMs.map((ms) => `${ms} ms`)], widths),
    ...names.map((name) => row([name, ...distancesMs.map((ms) => cell(name, ms))], widths)),
  ].join("\n");
}
