import { dirname } from "node:path";
import type { Mutant } from "./mutant.ts";

const batchMax = 20;

const foldersOf = ({ edits }: Mutant): string[] => edits.map(({ file }) => dirname(file));

/**
 * Whether two mutations have neither a test file nor an edited folder in common, so that neither fails the other's
 * tests.
 */
function canShare(one: Mutant, other: Mutant): boolean {
  const isApart = one.tests !== other.tests && !foldersOf(one).some((folder) => foldersOf(other).includes(folder));
  return isApart && one.project === other.project && !one.is_wide && !other.is_wide;
}

/** Groups mutations into batches with one build each: a build takes longer than most tests. */
export function batchesOf(mutants: readonly Mutant[], most = batchMax): Mutant[][] {
  const batches: Mutant[][] = [];
  for (const mutant of mutants) {
    const batch = batches.find((each) => each.length < most && each.every((other) => canShare(mutant, other)));
    if (batch) batch.push(mutant);
    else batches.push([mutant]);
  }
  return batches;
}
