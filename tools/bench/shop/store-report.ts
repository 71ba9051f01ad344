import { row, resultLabel } from "../table.ts";
import type { StoreCall } from "./store.ts";

const unloadedMsMax = 2;
const widths = [26, 11, 9, 9, 9, 9, 9, 12, 12];

export function storeCallsToText(calls: StoreCall[]): string {
  const head = row(
    ["", "requests/s", "at least", "p50 half", "p99 half", "p50 alone", "p99 alone", "round trips"],
    widths,
  );
  const lines = calls.map((call) => `${row(toCells(call), widths)}  ${resultLabel(isMet(call))}`);
  const title =
    "The store on 5,000 products and 100,000 orders (medians of three runs; ms at half the rate, and one call after the other)";
  return [
    title,
    head,
    ...lines,
    "The times at half the rate; beside them how late the generator came to a call that was due, and a worker that does nothing but one read, or nothing at all, asked as often",
    row(["", "p50", "p90", "p99", "p99.9", "max", "late p99", "runtime p99", "p99 at most"], widths),
    ...calls.map(distributionToText),
    `One call alone may take ${unloadedMsMax} ms (median), a checkout is not held to that.`,
  ].join("\n");
}

function toCells({
  name,
  per_second,
  per_second_min,
  paced,
  unloaded,
  round_trips,
  round_trips_max,
}: StoreCall): string[] {
  const times = [paced.p50, paced.p99, unloaded.p50, unloaded.p99].map((ms) => ms.toFixed(1));
  return [name, per_second.toFixed(0), String(per_second_min ?? "-"), ...times, `${round_trips} of ${round_trips_max}`];
}

function distributionToText({ name, paced, late_p99, runtime_p99, paced_p99_max }: StoreCall): string {
  const times = [paced.p50, paced.p90, paced.p99, paced.p999, paced.max, late_p99, runtime_p99];
  const cells = times.map((ms) => ms?.toFixed(1) ?? "-");
  const line = row([name, ...cells, String(paced_p99_max ?? "-")], widths);
  if (paced_p99_max === undefined) return line;
  const isRuntimeAlsoSlow = paced.p99 > paced_p99_max && (runtime_p99 ?? 0) > paced_p99_max;
  return `${line}  ${resultLabel(paced.p99 <= paced_p99_max)}${isRuntimeAlsoSlow ? ", by the runtime alone too" : ""}`;
}

const isMet = ({ per_second, per_second_min, unloaded, round_trips, round_trips_max }: StoreCall): boolean =>
  round_trips <= round_trips_max &&
  (per_second_min === undefined || (per_second >= per_second_min && unloaded.p50 <= unloadedMsMax));
