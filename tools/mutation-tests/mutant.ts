/** `from` occurs exactly once in the file. */
type Edit = { file: string; from: string; to: string };

/** A plausible mistake that breaks one requirement, and the tests that must fail. */
export type Mutant = {
  /** Visible effect of the mistake. */
  name: string;
  edits: readonly Edit[];
  /** Path below `tests`. */
  tests: string;
  /** Part of the names of the tests that must fail; by default any test of the file. */
  title?: string;
  /** Project in `tests/vitest.config.ts`; API tests by default. */
  project?: "browser";
  /** Breaks many screens or calls, so it runs in a batch of its own. */
  is_wide?: true;
};
