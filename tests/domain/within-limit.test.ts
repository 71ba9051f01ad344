import { expect, test } from "vitest";
import { withinLimit } from "../../db/within-limit.ts";
import { sandbox } from "../support/sandbox.ts";

/** Blocks the process as another request's computing does: nothing else runs meanwhile. */
function blockFor(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

// Calls `withinLimit` directly, because a test through HTTP cannot control when an isolate computes.
test("an answer that arrives while others compute is read, however late", async () => {
  const answer = withinLimit(2000, (signal) => fetch(`${sandbox.url}/faults`, { signal }));
  blockFor(2500);
  expect((await answer).status).toBe(200);
});

test("without an answer the work is given up when its time is over", async () => {
  const startedAt = performance.now();
  const answer = withinLimit(
    350,
    (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  await expect(answer).rejects.toMatchObject({ name: "TimeoutError" });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(340);
});

test("in an isolate that is always busy it is given up as well", async () => {
  let isOver = false;
  const keepBusy = (): void => {
    blockFor(250);
    if (!isOver) setImmediate(keepBusy);
  };
  setImmediate(keepBusy);
  const answer = withinLimit(
    300,
    (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  ).finally(() => {
    isOver = true;
  });
  await expect(answer).rejects.toMatchObject({ name: "TimeoutError" });
});
