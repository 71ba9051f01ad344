import { Client } from "pg";
import { settle } from "../../../sandbox/postgres/settle.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { Target } from "../connection.ts";
import type { LoadGenerator } from "../load-generator.ts";
import { median } from "../median.ts";
import { row, resultLabel } from "../table.ts";
import { type Percentiles, toPercentiles } from "../times.ts";
import { listBackends, totalProcessorMs } from "./backends.ts";
import { callAs, findShoppers, signInAdministrator } from "./shoppers.ts";

export interface PageTimes {
  path: string;
  /** One request at a time. */
  alone: Percentiles;
  /** At half of `per_second`, timed from each request's due time. */
  paced: Percentiles;
  /** Closed loop over 16 connections, median of the slices. */
  per_second: number;
  /** Processor milliseconds per request. */
  worker_ms: number;
  database_ms: number;
}

export interface PageBesideList {
  name: string;
  page: PageTimes;
  list: PageTimes;
}

const shopperCount = 16;
const roundCount = 4;
const callsPerRound = 60;
const sliceMs = 1000;
const warmUpMs = 1500;
const paceMs = 6000;
/** Allowed time of a page, relative to the time of its list in the API. */
const pageRatioMax = 2;

type BenchContext = { sandbox: Sandbox; port: number; pid: number; load: LoadGenerator };
type Pair = { name: string; page: Target[]; list: Target[] };

/** Needs the large data set. Pages and lists alternate, so that other load affects both. */
export async function measurePages(context: BenchContext): Promise<PageBesideList[]> {
  const { databaseUrl } = context.sandbox;
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  await client.connect();
  try {
    const pairs = await preparePairs(context);
    await settle(databaseUrl, ["sessions", "carts"]);
    const results: PageBesideList[] = [];
    for (const pair of pairs) results.push(await measurePair(context, client, pair));
    return results;
  } finally {
    await client.end();
  }
}

async function preparePairs({ sandbox, port }: BenchContext): Promise<Pair[]> {
  const { shoppers, products } = await findShoppers(sandbox.databaseUrl, shopperCount);
  const url = `http://127.0.0.1:${port}`;
  for (const shopper of shoppers)
    for (const id of products.slice(0, 3))
      await callAs(url, shopper)("POST", `/v1/store/cart/products/${id}`, { quantity: 1 });
  const admin = [{ headers: { cookie: `__Host-session=${await signInAdministrator(sandbox.databaseUrl)}` } }];
  const pair = (name: string, page: string, list: string, users: { headers: Record<string, string> }[] = shoppers) => ({
    name,
    page: users.map(({ headers }) => ({ port, path: page, headers })),
    list: users.map(({ headers }) => ({ port, path: list, headers })),
  });
  return [
    pair("portal home", "/portal", "/v1/client/orders?limit=5"),
    pair("portal orders", "/portal/orders", "/v1/client/orders?limit=20"),
    pair("portal devices", "/portal/devices", "/v1/client/org-products?limit=20"),
    pair("product", `/store/products/${products[0]}`, `/v1/store/products/${products[0]}`),
    pair("cart", "/store/cart", "/v1/store/cart/products"),
    pair("console orders", "/admin/orders", "/v1/admin/orders?limit=20", admin),
    pair("console search", "/admin/search?q=university", "/v1/admin/search?q=university", admin),
  ];
}

type Tally = { alone: number[]; per_second: number[]; worker_ms: number[]; database_ms: number[] };

async function measurePair(context: BenchContext, client: Client, { name, page, list }: Pair): Promise<PageBesideList> {
  const { load, pid } = context;
  const sides = [page, list].map((targets) => ({
    targets,
    tally: { alone: [], per_second: [], worker_ms: [], database_ms: [] } as Tally,
  }));
  for (const { targets } of sides) await load.run(targets, warmUpMs);
  for (let round = 0; round < roundCount; round += 1)
    for (const { targets, tally } of sides) {
      tally.alone.push(...(await load.oneByOne(targets[0] as Target, callsPerRound))); // as: each side has a target
      const backends = await listBackends(client);
      const readProcessorMs = () => [totalProcessorMs([pid]), totalProcessorMs(backends)] as const;
      const [workerBefore, databaseBefore] = readProcessorMs();
      const { answers, ms } = await load.run(targets, sliceMs);
      const [workerAfter, databaseAfter] = readProcessorMs();
      tally.per_second.push((answers / ms) * 1000);
      tally.worker_ms.push((workerAfter - workerBefore) / answers);
      tally.database_ms.push((databaseAfter - databaseBefore) / answers);
    }
  const [pageTimes, listTimes] = [await measureSide(load, sides[0]), await measureSide(load, sides[1])];
  return { name, page: pageTimes, list: listTimes };
}

async function measureSide(
  load: LoadGenerator,
  side: { targets: Target[]; tally: Tally } | undefined,
): Promise<PageTimes> {
  const [first] = side?.targets ?? [];
  if (!side || !first) throw new Error("there is nothing to ask");
  const { targets, tally } = side;
  const per_second = median(tally.per_second);
  const { latencies } = await load.pace(targets, Math.max(1, Math.round(per_second / 2)), paceMs);
  return {
    path: first.path,
    alone: toPercentiles(tally.alone),
    paced: toPercentiles(latencies),
    per_second,
    worker_ms: median(tally.worker_ms),
    database_ms: median(tally.database_ms),
  };
}

const widths = [46, 10, 10, 9, 9, 11, 11, 13];

export function pagesToText(measured: PageBesideList[]): string {
  const head = row(
    ["", "p50 alone", "p99 alone", "p50 half", "p99 half", "requests/s", "workerd ms", "PostgreSQL ms"],
    widths,
  );
  const lines = measured.flatMap(({ name, page, list }) => {
    const [alone, paced] = [page.alone.p50 / list.alone.p50, page.paced.p50 / list.paced.p50];
    const ratio = `${alone.toFixed(2)} times alone, ${paced.toFixed(2)} at half load`;
    return [
      `${name}: ${ratio}  ${resultLabel(alone <= pageRatioMax && paced <= pageRatioMax)}`,
      ...[page, list].map(pageTimesToText),
    ];
  });
  return [
    `Pages beside the API's list of the same data, signed in (ms; a page may take ${pageRatioMax} times as long)`,
    head,
    ...lines,
  ].join("\n");
}

function pageTimesToText({ path, alone, paced, per_second, worker_ms, database_ms }: PageTimes): string {
  const times = [alone.p50, alone.p99, paced.p50, paced.p99].map((ms) => ms.toFixed(1));
  const label = `  ${path}`.slice(0, widths[0]);
  return row([label, ...times, per_second.toFixed(0), worker_ms.toFixed(2), database_ms.toFixed(2)], widths);
}
