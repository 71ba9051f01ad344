/**
 * Runs `work` for each item, one after the other, because an invocation has few connections. An item that fails, such
 * as one whose provider is down, does not stop the others. @throws the first error after all have ended
 */
export async function runInOrder<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const outcomes: PromiseSettledResult<Result>[] = [];
  for (const item of items) outcomes.push(...(await Promise.allSettled([work(item)])));
  return valuesOrThrow(outcomes);
}

/** Waits for all work, then throws the first error. */
export const runConcurrently = async <Result>(work: readonly Promise<Result>[]): Promise<Result[]> =>
  valuesOrThrow(await Promise.allSettled(work));

function valuesOrThrow<Result>(outcomes: PromiseSettledResult<Result>[]): Result[] {
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
