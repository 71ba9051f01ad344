/** Milliseconds. */
export interface Times {
  p50: number;
  p99: number;
}

/** The times that half and 99 of 100 calls took at most. */
export function timesOf(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
