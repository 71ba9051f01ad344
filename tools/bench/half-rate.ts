import type { Measured } from "./compare.ts";
import type { Target } from "./connection.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { row, verdict } from "./table.ts";
import { type Times, timesOf } from "./times.ts";

export type HalfRate = { name: string; per_second: number; times: Times };

const paceMs = 6000;
/** Milliseconds above the first target's p99. */
const p99Above = 10;

/** Latencies at half of the measured rates. */
export async function measureHalfRate(
  load: LoadGenerator,
  targets: Record<string, Target>,
  measured: Measured[],
): Promise<HalfRate[]> {
  const results: HalfRate[] = [];
  for (const { name, requests_per_second } of measured) {
    const target = targets[name];
    if (!target) throw new Error(`${name} has no target`);
    const per_second = Math.max(1, Math.round(requests_per_second / 2));
    const { latencies } = await load.pace([target], per_second, paceMs);
    results.push({ name, per_second, times: timesOf(latencies) });
  }
  return results;
}

export function halfRateToText(measured: HalfRate[]): string {
  const widths = [30, 12, 8, 8, 8];
  const bare = measured[0]?.times.p99 ?? 0;
  const lines = measured.map(({ name, per_second, times }, i) => {
    const cells = [name, String(per_second), ...[times.p50, times.p99, times.p999].map((ms) => ms.toFixed(1))];
    return `${row(cells, widths)}  ${i === 0 ? "" : verdict(times.p99 <= bare + p99Above)}`.trimEnd();
  });
  const head = row(["", "requests/s", "p50 ms", "p99 ms", "p99.9"], widths);
  return [`At half the rate (p99 at most ${p99Above} ms above the bare worker's, of this run)`, head, ...lines].join(
    "\n",
  );
}
