import * as z from "zod/mini";
import { invoiceClosings, paymentStatuses, referenceTypes } from "../../../db/enums.ts";
import { described, instant } from "../fields.ts";
import { cents } from "./money.ts";

const text = () => z.nullable(z.string());

const shape = {
  id: z.string(),
  reference_id: described(z.string(), "The order or subscription"),
  reference_type: z.enum(referenceTypes),
  org_id: z.string(),
  amount: cents("Total to pay"),
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: cents("Unit price"),
      quantity: described(z.int(), "Quantity"),
      tax_amount: described(z.nullable(cents("Tax")), "Tax in US cents; null: not split by line"),
    }),
  ),
  payment_status: z.enum(paymentStatuses),
  closed_as: described(
    z.nullable(z.enum(invoiceClosings)),
    "void: was never owed; written_off: is not collected any more",
  ),
  stripe_payment_id: text(),
  stripe_invoice_id: text(),
  stripe_invoice_url: text(),
  stripe_invoice_no: text(),
  tracking_number: text(),
  tracking_url: text(),
  cart_no: text(),
  po_number: described(text(), "Purchase order number of the buyer"),
  note: described(text(), "Comment of the buyer"),
  created_at: instant(),
  updated_at: instant(),
};
export const invoice = z.object({
  ...shape,
  is_open: described(z.boolean(), "Unpaid, and its order or subscription is still live"),
});
export const accountingStates = ["exported", "waiting", "refunded_before_export"] as const;
export type AccountingState = (typeof accountingStates)[number];

export const adminInvoiceShape = {
  ...shape,
  net_suite_id: z.nullable(z.number()),
  is_net_suite_sync_needed: z.boolean(),
  reference_name: described(text(), "Order number or plan name"),
  next_attempt_at: described(z.nullable(instant()), "Time of the payment provider's next attempt"),
  is_open: described(z.boolean(), "Unpaid, and its order or subscription is still live"),
  is_processing: described(z.boolean(), "The bank was asked and has not answered yet"),
  pay_url: described(text(), "Page where the customer can pay; null: none, or nothing is to pay"),
  reminder_sent_at: described(z.nullable(instant()), "Time of the last reminder by an administrator"),
  organization: z.object({ id: z.string(), name: z.string() }),
};
export const adminInvoice = z.object(adminInvoiceShape);
