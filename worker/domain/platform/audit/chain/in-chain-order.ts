import type { ChainEntry } from "./chain.ts";

/** Entries that may wait for an earlier one; beyond that, the earlier one counts as removed. */
const waitingMax = 10_000;

/**
 * Reorders entries from the order of their ids to that of the chain; the two differ by as much as transactions overlap.
 * Yields entries without a number at once, and leaves out those after the head.
 */
export async function* inChainOrder(entries: AsyncIterable<ChainEntry>, head: number): AsyncGenerator<ChainEntry> {
  const waiting = new Map<number, ChainEntry>();
  let next = 1;
  for await (const entry of entries) {
    if (entry.seq === null) {
      yield entry;
      continue;
    }
    const seq = Number(entry.seq);
    if (seq > head) continue;
    if (seq < next || waiting.has(seq)) yield entry;
    else waiting.set(seq, entry);
    if (waiting.size > waitingMax) next = Math.min(...waiting.keys());
    for (let found = waiting.get(next); found; found = waiting.get(next)) {
      yield found;
      waiting.delete(next);
      next += 1;
    }
  }
  for (const [, entry] of [...waiting].toSorted(([one], [other]) => one - other)) yield entry;
}
