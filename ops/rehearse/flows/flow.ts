import assert from "node:assert/strict";
import type * as play from "../play.ts";
import { fetchTotals, type Buyer, waitUntil, type Stage } from "../stage.ts";

export type Flow = play.Flow<Stage>;

export const buildLine = (amount: number, reference = "device") => ({
  reference,
  description: "Device",
  amount,
  quantity: 1,
});

export function requireDone<T>(paid: { outcome: string; value?: T }): T {
  assert.equal(paid.outcome, "done");
  assert.ok(paid.value);
  return paid.value;
}

export async function expectTotals(
  { stripe }: Stage,
  { customer }: Buyer,
  charged: number,
  refunded = 0,
): Promise<void> {
  await waitUntil(async () => (await fetchTotals(stripe, customer)).refunded === refunded);
  assert.deepEqual(await fetchTotals(stripe, customer), { charged, refunded });
}
