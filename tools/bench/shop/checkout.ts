import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { median } from "../median.ts";
import { readCounters } from "../round-trips.ts";
import { callAs, prepareToPay, type Shopper } from "./shoppers.ts";
import type { StoreCall } from "./store.ts";
import { timesOf } from "../times.ts";

const rounds = 6;
const together = 8;

/** Only the checkout request is timed; the payment fake responds immediately. */
export async function measureCheckout(
  { sandbox, url }: { sandbox: Sandbox; url: string },
  shoppers: Shopper[],
  [product]: string[],
): Promise<StoreCall> {
  const place = { url, sandboxUrl: sandbox.url, databaseUrl: sandbox.databaseUrl };
  const fill = async (shopper: Shopper): Promise<() => Promise<number>> => {
    const call = callAs(url, shopper);
    await call("DELETE", "/v1/store/cart").catch(() => {});
    await call("POST", `/v1/store/cart/products/${product}`, { quantity: 1 });
    const { updated_at } = await prepareToPay(place, shopper);
    return async () => {
      const startedAt = performance.now();
      await call("POST", "/v1/store/checkout/cart", { updated_at });
      return performance.now() - startedAt;
    };
  };
  const buy = async (count: number) => {
    const checkouts: (() => Promise<number>)[] = [];
    for (const shopper of shoppers.slice(0, count)) checkouts.push(await fill(shopper));
    const [before, startedAt] = [await readCounters(sandbox.url), performance.now()];
    const times = await Promise.all(checkouts.map((checkout) => checkout()));
    const per_second = (count / (performance.now() - startedAt)) * 1000;
    return { times, per_second, round_trips: ((await readCounters(sandbox.url)) - before) / count };
  };
  await buy(together);
  const repeat = async (count: number, times: number) => {
    const bought: Awaited<ReturnType<typeof buy>>[] = [];
    for (let round = 0; round < times; round += 1) bought.push(await buy(count));
    return bought;
  };
  const many = await repeat(together, rounds);
  const few = await repeat(together / 4, rounds * 2);
  const alone = await repeat(1, rounds * 3);
  return {
    name: "checkout by card",
    per_second: median(many.map(({ per_second }) => per_second)),
    paced: timesOf(few.flatMap(({ times }) => times)),
    unloaded: timesOf(alone.flatMap(({ times }) => times)),
    round_trips: median(alone.map(({ round_trips }) => round_trips)),
    round_trips_max: 6,
  };
}
