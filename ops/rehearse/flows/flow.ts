import assert from "node:assert/strict";
import type * as play from "../play.ts";
import { totalsOf, type Buyer, eventually, type Stage } from "../stage.ts";

export type Flow = play.Flow<Stage>;

export const line = (amount: number, reference = "device") => ({
  reference,
  description: "Device",
  amount,
  quantity: 1,
});

/** Value of the outcome `done`; any other outcome fails the flow. */
export function done<T>(paid: { outcome: string; value?: T }): T {
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
  await eventually(async () => (await totalsOf(stripe, customer)).refunded === refunded);
  assert.deepEqual(await totalsOf(stripe, customer), { charged, refunded });
}
