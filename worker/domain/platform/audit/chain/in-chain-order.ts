import type { Entry } from "./chain.ts";

/** Entries that may wait for an earlier one; a removed entry is waited for in vain. */
const waitingMax = 10_000;

/**
 * Entries in the order of the chain, from entries in the order of their ids, which differ by as much as transactions
 * overlap. Entries without a number come first, those after the head not at all.
 */
export async function* inChainOrder(entries: AsyncIterable<Entry>, head: number): AsyncGenerator<Entry> {
  const waiting = new Map<number, Entry>();
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
