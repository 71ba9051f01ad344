import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runOneAtATime } from "../../worker/domain/platform/index.ts";

/**
 * The clock of Cloudflare's isolates: it stands still while a request computes and advances with each timer
 * (developers.cloudflare.com/workers/runtime-apis/performance). A local machine's clock never stands still, so no test
 * through HTTP can show this.
 */
beforeEach(() => {
  const { setTimeout: realSetTimeout } = globalThis;
  let frozenNow = Date.now();
  trueNow = frozenNow;
  vi.spyOn(Date, "now").mockImplementation(() => frozenNow);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms: number) =>
    realSetTimeout(() => {
      trueNow += ms;
      frozenNow = trueNow;
      run();
    }, 0)) as typeof setTimeout);
});
afterEach(() => vi.restoreAllMocks());

/**
 * Simulated time in milliseconds that also advances while the processor is blocked; the machine's load does not change
 * it.
 */
let trueNow: number;

/** Simulates hashing, which blocks the processor. */
function blockFor(ms: number): { from: number; to: number } {
  const from = trueNow;
  trueNow += ms;
  return { from, to: trueNow };
}

test("between two hashes the isolate rests, although its clock stood still during them", async () => {
  const hashOnce = () => runOneAtATime("strangers", async () => blockFor(150));
  const hashes = (await Promise.all([hashOnce(), hashOnce(), hashOnce()])).flatMap((each) => each ?? []);
  hashes.sort((a, b) => a.from - b.from);
  expect(hashes).toHaveLength(3);
  for (const [at, { from }] of hashes.slice(1).entries())
    expect(from - (hashes[at]?.to ?? from)).toBeGreaterThanOrEqual(55);
});

test("known people come before strangers who waited longer, one at a time", async () => {
  const order: string[] = [];
  const runNamed = (queue: "known" | "strangers", name: string) =>
    runOneAtATime(queue, async () => {
      order.push(name);
      blockFor(20);
    });
  await Promise.all([runNamed("strangers", "first"), runNamed("strangers", "stranger"), runNamed("known", "known")]);
  expect(order.at(-1)).toBe("stranger");
});
