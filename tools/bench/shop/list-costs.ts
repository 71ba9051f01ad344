import { Client } from "pg";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { settle } from "../../../sandbox/postgres/settle.ts";
import type { LoadGenerator } from "../load-generator.ts";
import { median } from "../median.ts";
import { listBackends, totalProcessorMs } from "./backends.ts";
import { findShoppers } from "./shoppers.ts";

const lists = [
  "/v1/client/orders",
  "/v1/client/invoices",
  "/v1/client/org-products",
  "/v1/client/subscriptions",
  "/v1/client/notifications",
  "/v1/client/downloads",
  "/v1/client/activity",
  "/v1/org/users",
  "/v1/store/products",
];
const shopperCount = 16;
const roundCount = 7;
const sliceMs = 800;
const settleMs = 150;
const warmUpMs = 1500;

/**
 * Required requests per second on two cores: one for the worker, one for the database, the fake of Neon and the
 * generator.
 */
const perSecondMin = 1000;

/** Processor milliseconds per signed-in request, hardly affected by other load. */
export interface ListCost {
  name: string;
  worker_ms: number;
  database_ms: number;
  /** Processor time of the fake of Neon, which like the generator is not part of the product. */
  fake_ms: number;
  generator_ms: number;
  /** Over 16 connections; the fake and the generator take a share of two cores. */
  per_second: number;
}

/** Sixty downloads and activities for each measured user, which the large data set lacks. */
const historyStatements = [
  `insert into downloads (id, org_id, user_id, software_id, version_id, bytes, created_at)
   select gen_random_uuid(), u.org_id, u.id, v.software_id, v.id, v.bytes, now() - n * interval '1 hour'
   from users u cross join generate_series(1, 60) n
   join lateral (select * from software_versions order by id offset n limit 1) v on true
   where u.id = any($1::uuid[])`,
  `insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, org_id, data)
   select 'user', d.user_id, 'downloadFile', 'software_version', d.version_id, d.org_id, '{}'
   from downloads d where d.user_id = any($1::uuid[])`,
];

/** The bare worker has no goal: its rate varies by half within minutes on a shared machine. */
const bareName = "one row by a bare worker";

/** Measures the lists as signed-in users of the large data set. `pid` is workerd's. */
export async function measureListCosts(
  { databaseUrl }: Sandbox,
  { port, barePort, pid }: { port: number; barePort: number; pid: number },
  load: LoadGenerator,
): Promise<ListCost[]> {
  const { shoppers } = await findShoppers(databaseUrl, shopperCount);
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  await client.connect();
  try {
    const users = shoppers.map(({ user_id }) => user_id);
    for (const statement of historyStatements) await client.query(statement, [users]);
    await settle(databaseUrl, ["downloads", "audit_log", "sessions"]);
    const targetsFor = (path: string) => shoppers.map(({ headers }) => ({ port, path, headers }));
    const benchmarks = [
      { name: bareName, targets: users.map((id) => ({ port: barePort, path: `/?id=${id}` })) },
      ...lists.map((path) => ({ name: path, targets: targetsFor(path) })),
    ].map((each) => ({ ...each, slices: [] as Omit<ListCost, "name">[] }));
    for (const { targets } of benchmarks) await load.run(targets, warmUpMs);
    // Lists alternate, so that other load on the machine affects each list alike.
    for (let round = 0; round < roundCount; round += 1)
      for (const { targets, slices } of benchmarks) {
        await load.run(targets, settleMs);
        const pids = {
          worker: [pid],
          database: await listBackends(client),
          fake: [process.pid],
          generator: [load.pid],
        };
        const before = Object.values(pids).map(totalProcessorMs);
        const { answers, ms } = await load.run(targets, sliceMs);
        const [worker_ms = 0, database_ms = 0, fake_ms = 0, generator_ms = 0] = Object.values(pids).map(
          (each, i) => (totalProcessorMs(each) - (before[i] ?? 0)) / answers,
        );
        slices.push({ worker_ms, database_ms, fake_ms, generator_ms, per_second: (answers / ms) * 1000 });
      }
    return benchmarks.map(({ name, slices }) => {
      const medianFor = (of: keyof Omit<ListCost, "name">) => median(slices.map((slice) => slice[of]));
      return {
        name,
        worker_ms: medianFor("worker_ms"),
        database_ms: medianFor("database_ms"),
        fake_ms: medianFor("fake_ms"),
        generator_ms: medianFor("generator_ms"),
        per_second: medianFor("per_second"),
      };
    });
  } finally {
    await client.end();
  }
}

export function listCostsToText(costs: ListCost[]): string {
  const head = `${"Lists signed in, processor ms of one call".padEnd(42)}  workerd  PostgreSQL  fake  generator      sum  requests/s`;
  const lines = costs.map(({ name, per_second, ...ms }) => {
    const processorTimes = [ms.worker_ms, ms.database_ms, ms.fake_ms, ms.generator_ms];
    const sum = processorTimes.reduce((all, one) => all + one, 0);
    const cells = [...processorTimes, sum].map((value, i) => value.toFixed(2).padStart([9, 12, 10, 11, 9][i] ?? 9));
    const mark = name === bareName ? "" : per_second >= perSecondMin ? "  ok" : "  MISSED";
    return `${name.padEnd(42)}${cells.join("")}${per_second.toFixed(0).padStart(12)}${mark}`;
  });
  const note = `Each list ${perSecondMin} a second or more, where the bare worker makes 2,300; workerd has one core.`;
  return [head, ...lines, note].join("\n");
}
