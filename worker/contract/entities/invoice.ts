import * as z from "zod/mini";
import { paymentStatuses, referenceTypes } from "../../../db/enums.ts";
import { described, instant } from "../fields.ts";
import { cents } from "./money.ts";

const text = () => z.nullable(z.string());

const shape = {
  id: z.string(),
  reference_id: described(z.string(), "The order or subscription"),
  reference_type: z.enum(referenceTypes),
  org_id: z.string(),
  amount: cents("What is paid in all"),
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: cents("Price of one"),
      quantity: described(z.int(), "How many were bought"),
      tax_amount: described(z.nullable(cents("Tax")), "Tax in US cents, null when it is not split by line"),
    }),
  ),
  payment_status: z.enum(paymentStatuses),
  stripe_payment_id: text(),
  stripe_invoice_id: text(),
  stripe_invoice_url: text(),
  stripe_invoice_no: text(),
  tracking_number: text(),
  tracking_url: text(),
  cart_no: text(),
  po_number: described(text(), "Number of the buyer's own purchase order"),
  note: described(text(), "What the buyer wanted us to know"),
  created_at: instant(),
  updated_at: instant(),
};
export const invoice = z.object({
  ...shape,
  is_open: described(z.boolean(), "Nobody has paid it, and what it is for was neither canceled nor never started"),
});
export const adminInvoiceShape = {
  ...shape,
  net_suite_id: z.nullable(z.number()),
  is_net_suite_sync_needed: z.boolean(),
  reference_name: described(text(), "Number of the order, name of the plan"),
  next_attempt_at: described(z.nullable(instant()), "When the payment provider asks for the money again"),
  organization: z.object({ id: z.string(), name: z.string() }),
};
export const adminInvoice = z.object(adminInvoiceShape);
