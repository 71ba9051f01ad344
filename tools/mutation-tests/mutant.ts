/** `from` stands in the file exactly once. */
type Edit = { file: string; from: string; to: string };

/** A mistake that breaks one promise, as a careless change would, and the tests that must notice it. */
export type Mutant = {
  /** What would go wrong. */
  name: string;
  edits: readonly Edit[];
  /** A file below `tests`. */
  tests: string;
  /** Part of the names of its tests that must notice; all of the file where it is left out. */
  title?: string;
  /** Of `tests/vitest.config.ts`; the API tests where it is left out. */
  project?: "browser";
  /** Many screens or calls break by it: no other mutant is tried at the same time. */
  is_wide?: true;
};
