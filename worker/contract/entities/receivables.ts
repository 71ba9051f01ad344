import * as z from "zod/mini";
import { describe } from "../fields.ts";
import { cents } from "./money.ts";

export const ageingShape = {
  current: cents("Not yet due, the due day included"),
  days_1_30: cents("1 to 30 days overdue"),
  days_31_60: cents("31 to 60 days overdue"),
  days_61_90: cents("61 to 90 days overdue"),
  days_over_90: cents("More than 90 days overdue"),
  total: cents("All that is open"),
};

export const receivablesMax = 500;

export const receivableShape = {
  id: describe(z.string(), "The invoice"),
  stripe_invoice_no: z.nullable(z.string()),
  order_id: z.string(),
  order_number: z.string(),
  po_number: describe(z.nullable(z.string()), "Purchase order number of the buyer"),
  amount: cents("Total of the invoice"),
  remaining: cents("Not received yet"),
  due_on: describe(z.string(), "Last day to pay in time, such as 2026-12-07"),
  days_overdue: describe(z.int(), "0: not overdue"),
};

const termsShape = {
  payment_terms_days: describe(z.nullable(z.int()), "Days until an order is due; null: no purchase on account"),
  credit_limit: describe(z.nullable(z.int()), "US cents; null: no purchase on account"),
};

export const ownReceivablesShape = {
  ...ageingShape,
  ...termsShape,
  available: describe(z.int(), "US cents that can still be bought on account"),
  invoices: describe(z.array(z.object(receivableShape)), `At most ${receivablesMax}, the earliest due first`),
};

export const adminReceivable = z.object({
  ...receivableShape,
  organization: z.object({ id: z.string(), name: z.string() }),
});

export const adminReceivablesShape = {
  ...ageingShape,
  organizations: describe(
    z.array(z.object({ id: z.string(), name: z.string(), ...termsShape, ...ageingShape })),
    `Sums of each organization that owes, at most ${receivablesMax}, the largest first`,
  ),
  invoices: describe(z.array(adminReceivable), `At most ${receivablesMax}, the earliest due first`),
};
