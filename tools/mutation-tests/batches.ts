import { dirname } from "node:path";
import type { Mutant } from "./mutant.ts";

const batchMax = 20;

const foldersOf = ({ edits }: Mutant): string[] => edits.map(({ file }) => dirname(file));

/** They share neither the tests nor a folder of what they change, so that one does not fail the tests of the other. */
function canShare(one: Mutant, other: Mutant): boolean {
  const isApart = one.tests !== other.tests && !foldersOf(one).some((folder) => foldersOf(other).includes(folder));
  return isApart && one.project === other.project && !one.is_wide && !other.is_wide;
}

/** Mutants that are tried together, in one build of the product: a build and a start take longer than most tests. */
export function batchesOf(mutants: readonly Mutant[], most = batchMax): Mutant[][] {
  const batches: Mutant[][] = [];
  for (const mutant of mutants) {
    const batch = batches.find((each) => each.length < most && each.every((other) => canShare(mutant, other)));
    if (batch) batch.push(mutant);
    else batches.push([mutant]);
  }
  return batches;
}
