import type Stripe from "stripe";
import { randomId } from "../wire/ids.ts";
import type { World } from "../state.ts";

type Kind = "charge" | "payment" | "refund" | "refund_failure" | "dispute" | "dispute_reversal";

/** Adds a movement of the account's balance; `amount` is in cents, and there are no fees. */
export function moveBalance(world: World, kind: Kind, amount: number, source: string): Stripe.BalanceTransaction {
  const now = world.clock.now();
  const isDispute = kind === "dispute" || kind === "dispute_reversal";
  return world.balanceTransactions.save({
    id: randomId("txn"),
    object: "balance_transaction",
    amount,
    available_on: now,
    balance_type: "payments",
    created: now,
    currency: "usd",
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: kind === "payment" ? "charge" : kind,
    source,
    status: "available",
    type: isDispute ? "adjustment" : kind,
  });
}
