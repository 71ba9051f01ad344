import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { Connection } from "../connection.ts";
import { signInAdministrator } from "./shoppers.ts";

const lists = ["/v1/admin/orders", "/v1/admin/invoices", "/v1/admin/products", "/v1/admin/users", "/v1/store/products"];
const deepOffset = 50_000;
const roundCount = 200;

export interface PagedTimes {
  path: string;
  /** Milliseconds on the first and on a far page. */
  first: { p50: number; p99: number };
  deep: { p50: number; p99: number };
}

/** One request at a time; the first and the far page have a connection each. */
export async function measureLists(sandbox: Sandbox, port: number): Promise<PagedTimes[]> {
  const headers = { cookie: `__Host-session=${await signInAdministrator(sandbox.databaseUrl)}` };
  const results: PagedTimes[] = [];
  for (const path of lists) {
    const connections = [0, deepOffset].map(
      (offset) => new Connection({ port, path: `${path}?offset=${offset}`, headers }),
    );
    const times: number[][] = connections.map(() => []);
    for (let round = 0; round < roundCount; round += 1)
      for (const [i, connection] of connections.entries()) times[i]?.push(await timeRequest(connection));
    for (const connection of connections) connection.close();
    const [first = [], deep = []] = times;
    results.push({ path, first: summarize(first), deep: summarize(deep) });
  }
  return results;
}

async function timeRequest(connection: Connection): Promise<number> {
  const startedAt = performance.now();
  await connection.ask();
  return performance.now() - startedAt;
}

function summarize(times: number[]): { p50: number; p99: number } {
  // The first requests warm up plans and caches.
  const sorted = times.slice(roundCount / 10).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

export function listsToText(measured: PagedTimes[]): string {
  const head = `${"Lists at the large size, ms of one call".padEnd(42)}  p50 at 0  p50 at 50,000   p99 at 0  p99 at 50,000`;
  const lines = measured.map(({ path, first, deep }) => {
    const cells = [first.p50, deep.p50, first.p99, deep.p99].map((ms, i) => ms.toFixed(1).padStart(i % 2 ? 15 : 10));
    return `${path.padEnd(40)}${cells.join("")}  ${deep.p99 <= 5 * first.p99 ? "ok" : "MISSED"}`;
  });
  return [head, ...lines, "The p99 far behind may be at most five times that of the start."].join("\n");
}
