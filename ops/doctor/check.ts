import type { Target } from "../target.ts";

/** Result of a check: ok with a remark, or one thing to do. */
export type Outcome = { ok: boolean; say: string };
export type Finding = Outcome & { name: string };
export type Check = { name: string; look: (target: Target) => Promise<Outcome> };

export const ok = (say = ""): Outcome => ({ ok: true, say });
export const todo = (say: string): Outcome => ({ ok: false, say });

/** Timeout in milliseconds. */
export const answersWithinMs = 10_000;

/** Runs checks in parallel; a check that throws counts as failed. */
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
