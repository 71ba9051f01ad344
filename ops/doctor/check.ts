import type { Target } from "../target.ts";

/** What a check found: ok, with a word about it, or the one thing to do. */
export type Outcome = { ok: boolean; say: string };
export type Finding = Outcome & { name: string };
export type Check = { name: string; look: (target: Target) => Promise<Outcome> };

export const ok = (say = ""): Outcome => ({ ok: true, say });
export const todo = (say: string): Outcome => ({ ok: false, say });

/** Who does not answer in time is not ready, in milliseconds. */
export const answersWithinMs = 10_000;

/** Runs checks side by side; one that could not ask is not ok. */
export async function examine(target: Target, checks: Check[]): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ name, look }) => {
      try {
        return { name, ...(await look(target)) };
      } catch (error) {
        return { name, ok: false, say: `Could not ask: ${error instanceof Error ? error.message : String(error)}` };
      }
    }),
  );
}
