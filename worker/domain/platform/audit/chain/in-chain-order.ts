import type { ChainEntry } from "./chain.ts";

/** Entries that may wait for an earlier one; beyond that number, the earlier entry counts as removed. */
const waitingMax = 10_000;

/**
 * Reorders entries from the order of their ids to that of the chain; the orders differ where transactions overlapped.
 * Yields entries without a number at once, and leaves out entries after the head.
 */
export async function* inChainOrder(entries: AsyncIterable<ChainEntry>, head: number): AsyncGenerator<ChainEntry> {
  const entriesBySeq = new Map<number, ChainEntry>();
  let nextSeq = 1;
  for await (const entry of entries) {
    if (entry.seq === null) {
      yield entry;
      continue;
    }
    const seq = Number(entry.seq);
    if (seq > head) continue;
    if (seq < nextSeq || entriesBySeq.has(seq)) yield entry;
    else entriesBySeq.set(seq, entry);
    if (entriesBySeq.size > waitingMax) nextSeq = Math.min(...entriesBySeq.keys());
    for (let found = entriesBySeq.get(nextSeq); found; found = entriesBySeq.get(nextSeq)) {
      yield found;
      entriesBySeq.delete(nextSeq);
      nextSeq += 1;
    }
  }
  for (const [, entry] of [...entriesBySeq].toSorted(([one], [other]) => one - other)) yield entry;
}
