import type { Measurement } from "./compare.ts";
import type { Target } from "./connection.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { row, resultLabel } from "./table.ts";
import { type Percentiles, toPercentiles } from "./times.ts";

export type HalfRate = { name: string; per_second: number; times: Percentiles };

const paceMs = 6000;
/** Milliseconds above the first target's p99. */
const p99ExcessMsMax = 10;

export async function measureHalfRate(
  load: LoadGenerator,
  targets: Record<string, Target>,
  measurements: Measurement[],
): Promise<HalfRate[]> {
  const results: HalfRate[] = [];
  for (const { name, requests_per_second } of measurements) {
    const target = targets[name];
    if (!target) throw new Error(`${name} has no target`);
    const per_second = Math.max(1, Math.round(requests_per_second / 2));
    const { latencies } = await load.pace([target], per_second, paceMs);
    results.push({ name, per_second, times: toPercentiles(latencies) });
  }
  return results;
}

export function halfRateToText(halfRates: HalfRate[]): string {
  const widths = [30, 12, 8, 8, 8];
  const bareP99 = halfRates[0]?.times.p99 ?? 0;
  const lines = halfRates.map(({ name, per_second, times }, i) => {
    const cells = [name, String(per_second), ...[times.p50, times.p99, times.p999].map((ms) => ms.toFixed(1))];
    return `${row(cells, widths)}  ${i === 0 ? "" : resultLabel(times.p99 <= bareP99 + p99ExcessMsMax)}`.trimEnd();
  });
  const head = row(["", "requests/s", "p50 ms", "p99 ms", "p99.9"], widths);
  return [
    `At half the rate (p99 at most ${p99ExcessMsMax} ms above the bare worker's, of this run)`,
    head,
    ...lines,
  ].join("\n");
}
