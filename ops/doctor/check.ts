import type { Target } from "../target.ts";

/** `message` is a remark if ok, otherwise one thing to do. */
export type Outcome = { ok: boolean; message: string };
export type Finding = Outcome & { name: string };
export type Check = { name: string; run: (target: Target) => Promise<Outcome> };

export const ok = (message = ""): Outcome => ({ ok: true, message });
export const todo = (message: string): Outcome => ({ ok: false, message });

export const requestTimeoutMs = 10_000;

export async function runChecks(target: Target, checks: Check[]): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ name, run }) => {
      try {
        return { name, ...(await run(target)) };
      } catch (error) {
        return { name, ok: false, message: `Could not ask: ${error instanceof Error ? error.message : String(error)}` };
      }
    }),
  );
}
