/** Upper ends of the buckets in milliseconds; the last bucket, `slower`, has none. */
export const bucketEnds = [50, 100, 250, 500, 1000, 2500] as const;

export const bucketColumns = [
  "up_to_50",
  "up_to_100",
  "up_to_250",
  "up_to_500",
  "up_to_1000",
  "up_to_2500",
  "slower",
] as const;

export function bucketIndex(ms: number): number {
  const index = bucketEnds.findIndex((end) => ms <= end);
  return index === -1 ? bucketEnds.length : index;
}

/**
 * Milliseconds within which `share` of the requests were answered: the upper end of the bucket, or 5,000 for the last
 * one. 0 without requests.
 */
export function quantile(buckets: readonly number[], share: number): number {
  const all = buckets.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [index, count] of buckets.entries()) {
    below += count;
    if (count > 0 && below >= all * share) return bucketEnds[index] ?? slowestMs;
  }
  return 0;
}

export const slowestMs = 5000;
