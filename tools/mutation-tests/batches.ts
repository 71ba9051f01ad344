import { dirname } from "node:path";
import type { Mutant } from "./mutant.ts";

const batchSizeMax = 20;

const foldersOf = ({ edits }: Mutant): string[] => edits.map(({ file }) => dirname(file));

/**
 * Two mutations can share a build if they have no test file and no edited folder in common, because then neither should
 * fail the other's tests.
 */
function canShare(one: Mutant, other: Mutant): boolean {
  const isApart = one.tests !== other.tests && !foldersOf(one).some((folder) => foldersOf(other).includes(folder));
  return isApart && one.project === other.project && !one.is_wide && !other.is_wide;
}

/** One build per batch, because a build takes longer than most tests. */
export function toBatches(mutants: readonly Mutant[], sizeMax = batchSizeMax): Mutant[][] {
  const batches: Mutant[][] = [];
  for (const mutant of mutants) {
    const batch = batches.find((each) => each.length < sizeMax && each.every((other) => canShare(mutant, other)));
    if (batch) batch.push(mutant);
    else batches.push([mutant]);
  }
  return batches;
}
