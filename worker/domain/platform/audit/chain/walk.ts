import * as z from "zod/mini";
import { type Anchor, type Entry, erased, hashOf, origin, sealOf, sha256 } from "./chain.ts";

/** `problems` are sentences. */
export type CheckResult = { problems: string[]; entries: number; head: Anchor };

const problemsMax = 50;

const sealSchema = () => z.object({ entries: z.number(), sha256: z.string() });
const erasureSchema = () => z.object({ entries: z.array(z.number()) });

const nameOf = ({ seq, id, action, created_at }: Entry): string =>
  seq === null ? `${id} (${action}, ${created_at})` : `${seq} (${action}, ${created_at}, ${id})`;

/** Verifies the chain from its first to its last entry against the database's head and each anchor. */
export async function walk(
  entries: AsyncIterable<Entry>,
  head: Anchor,
  anchors: readonly Anchor[],
): Promise<CheckResult> {
  const problems: string[] = [];
  const say = (problem: string) => problems.push(problem);
  const before = sealOf();
  const anchored = new Map<number, Anchor[]>();
  for (const anchor of anchors) anchored.set(anchor.seq, [...(anchored.get(anchor.seq) ?? []), anchor]);
  const blanked = new Map<number, Entry>();
  let isSealed = false;
  let count = 0;
  let last = origin;
  let unsealed: Entry | undefined;

  const readSeal = (entry: Entry) => {
    const seal = sealSchema().safeParse(JSON.parse(entry.data ?? "null")).data;
    const found = before.read();
    isSealed = true;
    if (seal?.entries !== found.entries || seal.sha256 !== found.sha256)
      say(
        `Of the ${seal?.entries} entries from before the chain one was changed, inserted or removed: ${found.entries} are there.`,
      );
  };

  for await (const entry of entries) {
    count += 1;
    if (entry.seq === null) {
      before.add(entry);
      unsealed ??= entry;
      continue;
    }
    const seq = Number(entry.seq);
    if (seq <= last.seq) {
      say(`Entry ${nameOf(entry)} was inserted: its place is taken.`);
      continue;
    }
    if (seq > last.seq + 1)
      say(
        seq === last.seq + 2 ? `Entry ${seq - 1} was removed.` : `Entries ${last.seq + 1} to ${seq - 1} were removed.`,
      );
    else if (entry.previous_hash !== last.hash)
      say(`Entry ${nameOf(entry)} does not follow the one before it: one of the two was changed, or inserted.`);
    if (hashOf(entry) !== entry.hash) say(`Entry ${nameOf(entry)} was changed.`);
    else if ((entry.data === null ? null : sha256(entry.data)) !== entry.data_hash) {
      if (entry.data === erased) blanked.set(seq, entry);
      else say(`The content of entry ${nameOf(entry)} was changed.`);
    } else if (entry.action === "sealAuditLog") readSeal(entry);
    else if (entry.action === "eraseAudit") {
      for (const each of erasureSchema().safeParse(JSON.parse(entry.data ?? "null")).data?.entries ?? [])
        blanked.delete(each);
    }
    for (const anchor of anchored.get(seq) ?? [])
      if (anchor.hash !== entry.hash)
        say(
          `Entry ${nameOf(entry)} is not the one that was anchored: it, or one before it, was changed, inserted or removed.`,
        );
    last = { seq, hash: entry.hash ?? "" };
  }

  for (const entry of blanked.values()) say(`The content of entry ${nameOf(entry)} was removed, and no entry says so.`);
  if (unsealed && !isSealed) say(`Entry ${nameOf(unsealed)} was inserted: it is in no chain.`);
  if (last.seq < head.seq) say(`Entries ${last.seq + 1} to ${head.seq}, the last ones, were removed.`);
  else if (last.seq > head.seq) say(`The head says that entry ${head.seq} is the last, and ${last.seq} is there.`);
  else if (last.hash !== head.hash)
    say(`The head does not name entry ${last.seq}, the last: one of the two was changed.`);
  const ends = anchors.filter(({ seq }) => seq > last.seq).map(({ seq }) => seq);
  if (ends.length > 0)
    say(`Entries ${last.seq + 1} to ${Math.max(...ends)}, the last ones, were removed: they were anchored.`);
  const more = problems.length - problemsMax;
  return {
    problems: more > 0 ? [...problems.slice(0, problemsMax), `And ${more} more.`] : problems,
    entries: count,
    head: last,
  };
}
