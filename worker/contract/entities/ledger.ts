import * as z from "zod/mini";
import { ledgerKinds } from "../../../db/enums.ts";
import { describe, instant, uuid } from "../fields.ts";

/** Parts of the ledger's totals; net is their sum. */
export const ledgerLines = ["gross", "refunds", "disputes"] as const;
export type LedgerLine = (typeof ledgerLines)[number];

export const ledgerEntryShape = {
  id: uuid(),
  day: describe(z.string(), "Day of the booking in the shop's time zone"),
  booked_at: instant("When the money moved by the payment provider's clock, ISO 8601 in UTC"),
  line: describe(
    z.enum(ledgerLines),
    "gross: charged, paid from the balance or outside the provider; refunds: paid back, and what came back of failed ones; disputes: withdrawn and reinstated",
  ),
  kind: z.enum(ledgerKinds),
  amount: describe(z.number(), "Signed, in US cents: refunds and withdrawals are negative"),
  part: describe(
    z.nullable(z.number()),
    "Part of the amount that belongs to the product of the filter, or to no line; null without such a filter",
  ),
  tax: describe(
    z.number(),
    "Tax in the amount, signed, in US cents: of payments in proportion, of refunds by their lines, else in proportion to what is left; of disputes none",
  ),
  state: describe(z.nullable(z.string()), "State of the tax address"),
  order: describe(z.nullable(z.object({ id: uuid(), order_number: z.string() })), "Null for a plan's invoice"),
  subscription: describe(z.nullable(z.object({ id: uuid(), name: z.string() })), "Null for an order's invoice"),
  invoice: describe(
    z.object({ id: uuid(), stripe_invoice_no: z.nullable(z.string()) }),
    "Invoice that it belongs to; its number is null until the provider gives one",
  ),
  organization: z.object({ id: uuid(), name: z.string() }),
  stripe_object_id: describe(z.string(), "Charge, refund, dispute or invoice at the payment provider"),
};
export const ledgerEntry = z.object(ledgerEntryShape);
