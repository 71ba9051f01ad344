import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { oneAtATime } from "../../worker/domain/platform/index.ts";

/**
 * The clock of Cloudflare's isolates: it stands still while a request computes and goes on with each timer
 * (developers.cloudflare.com/workers/runtime-apis/performance). On one's own machine it never does that, which is why
 * no test through HTTP can show it.
 */
beforeEach(() => {
  const { setTimeout: timer } = globalThis;
  let frozenNow = performance.timeOrigin + performance.now();
  vi.spyOn(Date, "now").mockImplementation(() => frozenNow);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms: number) =>
    timer(() => {
      frozenNow = performance.timeOrigin + performance.now();
      run();
    }, ms)) as typeof setTimeout);
});
afterEach(() => vi.restoreAllMocks());

/** Blocks the processor, as hashing does. */
function compute(ms: number): { from: number; to: number } {
  const from = performance.now();
  while (performance.now() - from < ms);
  return { from, to: performance.now() };
}

test("between two hashes the isolate rests, although its clock stood still during them", async () => {
  const work = () => oneAtATime("strangers", async () => compute(150));
  const hashes = (await Promise.all([work(), work(), work()])).flatMap((each) => each ?? []);
  hashes.sort((a, b) => a.from - b.from);
  expect(hashes).toHaveLength(3);
  for (const [at, { from }] of hashes.slice(1).entries())
    expect(from - (hashes[at]?.to ?? from)).toBeGreaterThanOrEqual(55);
});

test("known people come before strangers who waited longer, one at a time", async () => {
  const order: string[] = [];
  const work = (queue: "known" | "strangers", name: string) =>
    oneAtATime(queue, async () => {
      order.push(name);
      compute(20);
    });
  await Promise.all([work("strangers", "first"), work("strangers", "stranger"), work("known", "known")]);
  expect(order.at(-1)).toBe("stranger");
});
