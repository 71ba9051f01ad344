import { measureCheckout } from "./checkout.ts";
import { seedLargeDatabase } from "../../../sandbox/postgres/database.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { Target } from "../connection.ts";
import type { LoadGenerator } from "../load-generator.ts";
import { median } from "../median.ts";
import { type Percentiles, toPercentiles } from "../times.ts";
import { countRoundTrips } from "../round-trips.ts";
import { callAs, findShoppers, type Shopper } from "./shoppers.ts";

export interface StoreCall {
  name: string;
  /** Closed loop over 16 connections, median of three runs. */
  per_second: number;
  per_second_min?: number;
  /** At half of `per_second`, at most 4,000 a second, timed from each request's due time. */
  paced: Percentiles;
  /** The generator's part of the p99 of `paced`. */
  late_p99?: number;
  /** The baseline's p99 at the rate of `paced`: the cost of runtime and garbage collector. */
  runtime_p99?: number;
  paced_p99_max?: number;
  /** One request at a time. */
  unloaded: Percentiles;
  round_trips: number;
  round_trips_max: number;
}

const shopperCount = 16;
const runCount = 3;
const runMs = 2500;
/** Covers several full garbage collections, each of which delays more than 1 % of the requests. */
const paceMs = 9000;
const unloadedCallCount = 300;

/** Limits the rate of `paced`, because the baseline must reach it. */
const pacePerSecondMax = 4000;

/** `bare_answer` returns a constant, `bare_select` reads one row. */
type BenchContext = { sandbox: Sandbox; port: number; bare_answer: Target; bare_select: Target; load: LoadGenerator };
type StoreBenchmark = Pick<StoreCall, "name" | "per_second_min" | "paced_p99_max" | "round_trips_max"> & {
  targets: Target[];
};

export async function measureStore(context: BenchContext): Promise<StoreCall[]> {
  const { sandbox, port, bare_answer } = context;
  await seedLargeDatabase(sandbox.databaseUrl);
  const { shoppers, products } = await findShoppers(sandbox.databaseUrl, shopperCount);
  const url = `http://127.0.0.1:${port}`;
  for (const shopper of shoppers)
    for (const id of products.slice(0, 3))
      await callAs(url, shopper)("POST", `/v1/store/cart/products/${id}`, { quantity: 1 });
  const bare = { name: "a bare worker's answer", targets: [bare_answer], round_trips_max: 0 };
  const measurements = [await measure(context, bare)];
  for (const benchmark of buildBenchmarks(port, shoppers, products))
    measurements.push(await measure(context, benchmark));
  measurements.push(await measureCheckout({ sandbox, url }, shoppers, products));
  return measurements;
}

function buildBenchmarks(port: number, shoppers: Shopper[], [product = "", ...others]: string[]): StoreBenchmark[] {
  const targetsFor = (path: string): Target[] => shoppers.map(({ headers }) => ({ port, path, headers }));
  const list = "/v1/store/products?limit=20";
  const sessionGoals = { per_second_min: 1500, paced_p99_max: 40, round_trips_max: 2 };
  const anonymousGoals = { per_second_min: 5000, paced_p99_max: 20, round_trips_max: 2 };
  const addTargets = shoppers.map(({ headers }, i) => ({
    port,
    headers,
    method: "POST",
    body: { quantity: 1 },
    path: `/v1/store/cart/products/${others[i % others.length]}`,
  }));
  return [
    { name: "product list, visitor", targets: [{ port, path: list }], ...anonymousGoals },
    { name: "product, visitor", targets: [{ port, path: `/v1/store/products/${product}` }], ...anonymousGoals },
    { name: "product list, signed in", targets: targetsFor(list), ...sessionGoals },
    { name: "product, signed in", targets: targetsFor(`/v1/store/products/${product}`), ...sessionGoals },
    { name: "devices", targets: targetsFor("/v1/client/org-products?limit=20"), ...sessionGoals, per_second_min: 1000 },
    { name: "orders", targets: targetsFor("/v1/client/orders?limit=20"), ...sessionGoals, per_second_min: 1000 },
    { name: "cart", targets: targetsFor("/v1/store/cart"), ...sessionGoals },
    { name: "add to cart", targets: addTargets, per_second_min: 800, paced_p99_max: 40, round_trips_max: 2 },
  ];
}

async function measure(context: BenchContext, { targets, ...told }: StoreBenchmark): Promise<StoreCall> {
  const { load, sandbox } = context;
  const [first] = targets;
  if (!first) throw new Error(`${told.name}: there is nothing to ask`);
  await load.run(targets, runMs);
  const rates: number[] = [];
  for (let run = 0; run < runCount; run += 1) {
    const { answers, ms } = await load.run(targets, runMs);
    rates.push((answers / ms) * 1000);
  }
  const per_second = median(rates);
  const pacePerSecond = Math.min(pacePerSecondMax, Math.round(per_second / 2));
  const { latencies, lateness } = await load.pace(targets, pacePerSecond, paceMs);
  const { per_request } = await countRoundTrips(sandbox.url, told.name, first);
  const baselineTarget = per_request === 0 ? context.bare_answer : context.bare_select;
  const runtime = await load.pace([baselineTarget], pacePerSecond, paceMs);
  const pacedTimes = {
    paced: toPercentiles(latencies),
    late_p99: toPercentiles(lateness).p99,
    runtime_p99: toPercentiles(runtime.latencies).p99,
  };
  const unloaded = toPercentiles(await load.oneByOne(first, unloadedCallCount));
  return { ...told, per_second, ...pacedTimes, unloaded, round_trips: per_request };
}
