import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { median } from "../median.ts";
import { fetchRoundTripCount } from "../round-trips.ts";
import { callAs, prepareToPay, type Shopper } from "./shoppers.ts";
import type { StoreCall } from "./store.ts";
import { toPercentiles } from "../times.ts";

const roundCount = 6;
const concurrency = 8;

/** Only the checkout request is timed; the payment fake responds immediately. */
export async function measureCheckout(
  { sandbox, url }: { sandbox: Sandbox; url: string },
  shoppers: Shopper[],
  [product]: string[],
): Promise<StoreCall> {
  const urls = { url, sandboxUrl: sandbox.url, databaseUrl: sandbox.databaseUrl };
  const fillCart = async (shopper: Shopper): Promise<() => Promise<number>> => {
    const call = callAs(url, shopper);
    await call("DELETE", "/v1/store/cart").catch(() => {});
    await call("POST", `/v1/store/cart/products/${product}`, { quantity: 1 });
    const { updated_at } = await prepareToPay(urls, shopper);
    return async () => {
      const startedAt = performance.now();
      await call("POST", "/v1/store/checkout/cart", { updated_at });
      return performance.now() - startedAt;
    };
  };
  const buyConcurrently = async (count: number) => {
    const checkouts: (() => Promise<number>)[] = [];
    for (const shopper of shoppers.slice(0, count)) checkouts.push(await fillCart(shopper));
    const [before, startedAt] = [await fetchRoundTripCount(sandbox.url), performance.now()];
    const times = await Promise.all(checkouts.map((checkout) => checkout()));
    const per_second = (count / (performance.now() - startedAt)) * 1000;
    return { times, per_second, round_trips: ((await fetchRoundTripCount(sandbox.url)) - before) / count };
  };
  await buyConcurrently(concurrency);
  const repeat = async (count: number, times: number) => {
    const purchases: Awaited<ReturnType<typeof buyConcurrently>>[] = [];
    for (let round = 0; round < times; round += 1) purchases.push(await buyConcurrently(count));
    return purchases;
  };
  const fullLoadRuns = await repeat(concurrency, roundCount);
  const quarterLoadRuns = await repeat(concurrency / 4, roundCount * 2);
  const singleRuns = await repeat(1, roundCount * 3);
  return {
    name: "checkout by card",
    per_second: median(fullLoadRuns.map(({ per_second }) => per_second)),
    paced: toPercentiles(quarterLoadRuns.flatMap(({ times }) => times)),
    unloaded: toPercentiles(singleRuns.flatMap(({ times }) => times)),
    round_trips: median(singleRuns.map(({ round_trips }) => round_trips)),
    round_trips_max: 6,
  };
}
