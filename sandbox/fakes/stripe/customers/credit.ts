import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { randomId } from "../wire/ids.ts";
import { listPage } from "../wire/listing.ts";
import { currency, expand, integer, mergeMetadata, metadata, paging, params, text } from "../wire/params.ts";
import { getCustomer } from "./customers.ts";
import type { World } from "../state.ts";

const createShape = params<Stripe.CustomerCreateBalanceTransactionParams>()({
  amount: integer,
  currency,
  description: text.optional(),
  metadata: metadata.optional(),
  expand,
});

/** https://docs.stripe.com/api/customer_balance_transactions */
export function creditEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/customers/:id/balance_transactions", createShape, ({ world, input, id }) => {
      const { amount, description = null } = input;
      const moveReason = { type: "adjustment", description, metadata: mergeMetadata({}, input.metadata) } as const;
      return moveCredit(world, getCustomer(world, id, "id"), amount, moveReason);
    }),
    defineEndpoint(
      "GET",
      "/v1/customers/:id/balance_transactions",
      z.strictObject(paging),
      ({ world, input, id, path }) =>
        listPage(path, world.creditMoves.by("customer", getCustomer(world, id, "id").id), input),
    ),
  ];
}

interface CreditReason {
  type: "adjustment" | "applied_to_invoice" | "unapplied_from_invoice";
  invoice?: string;
  description?: string | null;
  metadata?: Record<string, string>;
}

/** Changes a customer's balance; `amount` is in cents, and a negative balance is credit. */
export function moveCredit(
  world: World,
  customer: Stripe.Customer,
  amount: number,
  { type, invoice, description = null, metadata: named = {} }: CreditReason,
): Stripe.CustomerBalanceTransaction {
  const earlierBalance = customer.balance;
  customer.balance += amount;
  world.customers.save(customer);
  const move = world.creditMoves.save({
    id: randomId("cbtxn"),
    object: "customer_balance_transaction",
    amount,
    checkout_session: null,
    created: world.clock.now(),
    credit_note: null,
    currency: "usd",
    customer: customer.id,
    customer_account: null,
    description,
    ending_balance: customer.balance,
    invoice: invoice ?? null,
    livemode: false,
    metadata: named,
    type,
  });
  if (amount !== 0) world.emit("customer.updated", customer, { balance: earlierBalance });
  return move;
}
