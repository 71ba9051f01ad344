/** MONEY_RUNS=full takes the required numbers of `npm run test:money`; otherwise the short ones of `npm test` apply. */
export const isFull = process.env["MONEY_RUNS"] === "full";

export const chooseCount = ({ short, full }: { short: number; full: number }): number => (isFull ? full : short);

/** Runs `work` for every item, `size` of them at a time. */
export async function inChunks<T, R>(items: T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size)
    results.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  return results;
}
