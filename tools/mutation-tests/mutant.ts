/** `from` occurs exactly once in the file. */
type Edit = { file: string; from: string; to: string };

/** A plausible mistake that breaks one requirement. */
export type Mutant = {
  /** Visible effect of the mistake. */
  name: string;
  edits: readonly Edit[];
  /** Path below `tests`. */
  tests: string;
  /** Part of the names of the tests that must fail; default: any test of the file. */
  title?: string;
  /** In `tests/vitest.config.ts`; default: API tests. */
  project?: "browser";
  /** Breaks many screens or calls, so it gets a batch of its own. */
  is_wide?: true;
};
