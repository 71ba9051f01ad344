import * as z from "zod/mini";
import { type Anchor, type ChainEntry, erasedContent, hashEntry, origin, createSeal, sha256 } from "./chain.ts";

/** `problems` are whole sentences, to be shown to administrators. */
export type CheckResult = { problems: string[]; entries: number; head: Anchor };

const problemsMax = 50;

const sealSchema = () => z.object({ entries: z.number(), sha256: z.string() });
const erasureSchema = () => z.object({ entries: z.array(z.number()) });

const describeEntry = ({ seq, id, action, created_at }: ChainEntry): string =>
  seq === null ? `${id} (${action}, ${created_at})` : `${seq} (${action}, ${created_at}, ${id})`;

export async function verifyChain(
  entries: AsyncIterable<ChainEntry>,
  head: Anchor,
  anchors: readonly Anchor[],
): Promise<CheckResult> {
  const problems: string[] = [];
  const addProblem = (problem: string) => problems.push(problem);
  const preChainSeal = createSeal();
  const anchorsBySeq = new Map<number, Anchor[]>();
  for (const anchor of anchors) anchorsBySeq.set(anchor.seq, [...(anchorsBySeq.get(anchor.seq) ?? []), anchor]);
  const erasedEntries = new Map<number, ChainEntry>();
  let isSealed = false;
  let count = 0;
  let lastEntry = origin;
  let unsealedEntry: ChainEntry | undefined;

  const readSeal = (entry: ChainEntry) => {
    const seal = sealSchema().safeParse(JSON.parse(entry.data ?? "null")).data;
    const found = preChainSeal.read();
    isSealed = true;
    if (seal?.entries !== found.entries || seal.sha256 !== found.sha256)
      addProblem(
        `Of the ${seal?.entries} entries from before the chain one was changed, inserted or removed: ${found.entries} are there.`,
      );
  };

  for await (const entry of entries) {
    count += 1;
    if (entry.seq === null) {
      preChainSeal.add(entry);
      unsealedEntry ??= entry;
      continue;
    }
    const seq = Number(entry.seq);
    if (seq <= lastEntry.seq) {
      addProblem(`Entry ${describeEntry(entry)} was inserted: its place is taken.`);
      continue;
    }
    if (seq > lastEntry.seq + 1)
      addProblem(
        seq === lastEntry.seq + 2
          ? `Entry ${seq - 1} was removed.`
          : `Entries ${lastEntry.seq + 1} to ${seq - 1} were removed.`,
      );
    else if (entry.previous_hash !== lastEntry.hash)
      addProblem(
        `Entry ${describeEntry(entry)} does not follow the one before it: one of the two was changed, or inserted.`,
      );
    if (hashEntry(entry) !== entry.hash) addProblem(`Entry ${describeEntry(entry)} was changed.`);
    else if ((entry.data === null ? null : sha256(entry.data)) !== entry.data_hash) {
      if (entry.data === erasedContent) erasedEntries.set(seq, entry);
      else addProblem(`The content of entry ${describeEntry(entry)} was changed.`);
    } else if (entry.action === "sealAuditLog") readSeal(entry);
    else if (entry.action === "eraseAudit") {
      for (const each of erasureSchema().safeParse(JSON.parse(entry.data ?? "null")).data?.entries ?? [])
        erasedEntries.delete(each);
    }
    for (const anchor of anchorsBySeq.get(seq) ?? [])
      if (anchor.hash !== entry.hash)
        addProblem(
          `Entry ${describeEntry(entry)} is not the one that was anchored: it, or one before it, was changed, inserted or removed.`,
        );
    lastEntry = { seq, hash: entry.hash ?? "" };
  }

  for (const entry of erasedEntries.values())
    addProblem(`The content of entry ${describeEntry(entry)} was removed, and no entry says so.`);
  if (unsealedEntry && !isSealed) addProblem(`Entry ${describeEntry(unsealedEntry)} was inserted: it is in no chain.`);
  if (lastEntry.seq < head.seq) addProblem(`Entries ${lastEntry.seq + 1} to ${head.seq}, the last ones, were removed.`);
  else if (lastEntry.seq > head.seq)
    addProblem(`The head says that entry ${head.seq} is the last, and ${lastEntry.seq} is there.`);
  else if (lastEntry.hash !== head.hash)
    addProblem(`The head does not name entry ${lastEntry.seq}, the last: one of the two was changed.`);
  const ends = anchors.filter(({ seq }) => seq > lastEntry.seq).map(({ seq }) => seq);
  if (ends.length > 0)
    addProblem(
      `Entries ${lastEntry.seq + 1} to ${Math.max(...ends)}, the last ones, were removed: they were anchored.`,
    );
  const more = problems.length - problemsMax;
  return {
    problems: more > 0 ? [...problems.slice(0, problemsMax), `And ${more} more.`] : problems,
    entries: count,
    head: lastEntry,
  };
}
