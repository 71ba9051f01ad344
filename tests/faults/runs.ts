/** MONEY_RUNS=full takes the promised numbers of `npm run test:money`, anything else the short ones of `npm test`. */
export const isFull = process.env["MONEY_RUNS"] === "full";

export const moneyRuns = ({ short, full }: { short: number; full: number }): number => (isFull ? full : short);

/** Does `work` for every item, `size` of them at a time. */
export async function inChunks<T, R>(items: T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size)
    results.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  return results;
}
