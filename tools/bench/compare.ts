import type { Target } from "./connection.ts";
import { processorMs } from "./cores.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { median } from "./median.ts";

export interface Measurement {
  name: string;
  requests_per_second: number;
  /** Processor time of the server per request, in microseconds; undefined without Linux's /proc. */
  processor_us: number | undefined;
  /** Requests per second divided by those of the first target in the same run; median of the runs. */
  ratio: number;
  /** Processor time of the first target divided by this target's; median of the runs. */
  processor_ratio: number | undefined;
}

interface Tally {
  answers: number;
  ms: number;
  processor_ms: number | undefined;
}

const runCount = 3;
const slicesPerRun = 8;
const sliceMs = 400;
const warmUpMs = 2500;

/** Measures the targets in short alternating slices, so that other load on the machine affects all targets alike. */
export async function compare(
  load: LoadGenerator,
  pid: number,
  targets: Record<string, Target>,
): Promise<Measurement[]> {
  const entries = Object.entries(targets);
  for (const [, target] of entries) await load.run(target, warmUpMs);
  const tallies: Tally[][] = [];
  for (let run = 0; run < runCount; run += 1)
    tallies.push(
      await runOnce(
        load,
        pid,
        entries.map(([, target]) => target),
      ),
    );
  return entries.map(([name], i) => summarize(name, tallies, i));
}

async function runOnce(load: LoadGenerator, pid: number, targets: Target[]): Promise<Tally[]> {
  const tallies: Tally[] = targets.map(() => ({ answers: 0, ms: 0, processor_ms: 0 }));
  for (let slice = 0; slice < slicesPerRun; slice += 1) {
    for (const [i, target] of targets.entries()) {
      const before = processorMs(pid);
      const { answers, ms } = await load.run(target, sliceMs);
      const after = processorMs(pid);
      const tally = tallies[i];
      if (!tally) continue;
      tally.answers += answers;
      tally.ms += ms;
      if (before === undefined || after === undefined || tally.processor_ms === undefined)
        tally.processor_ms = undefined;
      else tally.processor_ms += after - before;
    }
  }
  return tallies;
}

const rate = (tally: Tally) => (tally.answers / tally.ms) * 1000;
const cost = (tally: Tally) =>
  tally.processor_ms === undefined ? undefined : (tally.processor_ms / tally.answers) * 1000;

function summarize(name: string, runTallies: Tally[][], index: number): Measurement {
  const pairs = runTallies.flatMap((run) => {
    const [first, own] = [run[0], run[index]];
    return first && own ? [{ first, own }] : [];
  });
  const costs = pairs.flatMap(({ first, own }) => {
    const [baselineCost, ownCost] = [cost(first), cost(own)];
    return baselineCost === undefined || ownCost === undefined ? [] : [{ own: ownCost, ratio: baselineCost / ownCost }];
  });
  return {
    name,
    requests_per_second: median(pairs.map(({ own }) => rate(own))),
    processor_us: costs.length > 0 ? median(costs.map(({ own }) => own)) : undefined,
    ratio: median(pairs.map(({ first, own }) => rate(own) / rate(first))),
    processor_ratio: costs.length > 0 ? median(costs.map(({ ratio }) => ratio)) : undefined,
  };
}
