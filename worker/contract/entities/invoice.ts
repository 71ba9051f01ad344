import * as z from "zod/mini";
import { invoiceClosings, ledgerKinds, paymentStatuses, referenceTypes } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import { shownAddress } from "./address.ts";
import { cents } from "./money.ts";

const text = () => z.nullable(z.string());

const shape = {
  id: z.string(),
  reference_id: describe(z.string(), "The order or subscription"),
  reference_type: z.enum(referenceTypes),
  org_id: z.string(),
  amount: cents("Total to pay"),
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: cents("Unit price"),
      quantity: describe(z.int(), "Quantity"),
      tax_amount: describe(z.nullable(cents("Tax")), "Tax in US cents; null: not split by line"),
    }),
  ),
  payment_status: z.enum(paymentStatuses),
  closed_as: describe(
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
  due_on: describe(text(), "Last day, such as 2026-12-07, to pay an order on account in time; null: paid at once"),
  po_number: describe(text(), "Purchase order number of the buyer"),
  note: describe(text(), "Comment of the buyer"),
  created_at: instant(),
  updated_at: instant(),
};
const customerInvoiceShape = {
  ...shape,
  reference_name: describe(text(), "Order number or plan name"),
  paid_at: describe(z.nullable(instant()), "Time of the last payment by the payment provider's clock; null: none"),
  days_overdue: describe(z.int(), "Days since `due_on` while it is open; 0: not overdue"),
  is_open: describe(z.boolean(), "Unpaid, and its order or subscription is still live"),
  is_processing: describe(z.boolean(), "The bank was asked and has not answered yet"),
  needs_action: describe(
    z.boolean(),
    "The bank wants the buyer to confirm the payment on the page of stripe_invoice_url",
  ),
};
export const invoice = z.object(customerInvoiceShape);

export const invoiceDocumentShape = {
  ...customerInvoiceShape,
  shipping: cents("Shipping"),
  tax: cents("Tax of products and shipping"),
  place_of_sale: describe(z.nullable(shownAddress), "Where it was taxed; null: without a tax calculation"),
  seller: describe(text(), "Name, then address, a line each, as of the day of the invoice; null: unknown"),
  bill_to: describe(
    z.object({ name: z.string(), email: text(), address: z.nullable(shownAddress) }),
    "The organization, at the billing address of the purchase",
  ),
  ship_to: describe(z.nullable(shownAddress), "Shipping address of the order; null: nothing is shipped"),
  ordered_by: describe(text(), "Name of the buyer; null: a plan"),
  movements: describe(
    z.array(
      z.object({
        id: z.string(),
        kind: z.enum(ledgerKinds),
        amount: cents("Without a sign; kind tells the direction"),
        at: instant(),
        method: describe(text(), "Card or bank account of a payment, such as Visa ending in 4242"),
        failure_reason: describe(text(), "Why a refund failed, a code of the payment provider"),
      }),
    ),
    "Payments, refunds and disputes, oldest first",
  ),
  credited_amount: cents("Deducted from the open invoice by credit notes"),
  applied_balance: describe(
    z.int(),
    "US cents of your balance that pay a part of the invoice until it is paid; negative: a debt that it collects",
  ),
  refunding: describe(z.int(), "Refunds under way, in US cents"),
};

/**
 * Maximum number of invoices per request: they are charged one after another, and the reply must come before a browser
 * gives up.
 */
export const paidAtOnceMax = 25;

type TitledInvoice = { stripe_invoice_no: string | null; reference_name: string | null };

/** The provider's invoice number; until there is one, the invoice's subject: "Invoice for O00000918". */
export const invoiceTitle = ({ stripe_invoice_no: number, reference_name: name }: TitledInvoice): string =>
  number ?? `Invoice for ${name ?? "a plan"}`;

/** Subject of the invoice: "CGX Spectra 100 and 1 more". */
export function productsText({ products: [first, ...more] }: { products: readonly { name: string }[] }): string {
  if (!first) return "";
  return more.length === 0 ? first.name : `${first.name} and ${more.length} more`;
}

type Movement = { kind: (typeof ledgerKinds)[number]; amount: number };
const receivedKinds = new Set<Movement["kind"]>(["charge", "balance", "paid_out_of_band"]);

const sumMovements = (movements: readonly Movement[], isCounted: (kind: Movement["kind"]) => boolean): number =>
  movements.reduce((sum, { kind, amount }) => sum + (isCounted(kind) ? amount : 0), 0);

type InvoiceAmounts = {
  amount: number;
  credited_amount: number;
  applied_balance: number;
  is_open: boolean;
  movements: readonly Movement[];
};

/** US cents. `due` is what the provider charges for an unpaid invoice; only open invoices are owed (`remaining`). */
export function invoiceSums({ amount, credited_amount, applied_balance, is_open, movements }: InvoiceAmounts) {
  // A part of the charge paid an earlier debt, not this invoice.
  const paid =
    sumMovements(movements, (kind) => receivedKinds.has(kind)) -
    sumMovements(movements, (kind) => kind === "balance_owed");
  const refunded =
    sumMovements(movements, (kind) => kind === "refund") - sumMovements(movements, (kind) => kind === "refund_failed");
  const due = Math.max(amount - credited_amount - applied_balance - paid, 0);
  return { paid, refunded, due, remaining: is_open ? due : 0 };
}

/** Totals in US cents that changed the amount of an open invoice before any payment. */
export function adjustmentRows({
  credited_amount,
  applied_balance,
}: Pick<InvoiceAmounts, "credited_amount" | "applied_balance">): (readonly [label: string, cents: number])[] {
  return [
    ...(credited_amount > 0 ? [["Credit note", credited_amount] as const] : []),
    ...(applied_balance > 0 ? [["From your credit", applied_balance] as const] : []),
    ...(applied_balance < 0 ? [["Earlier balance", -applied_balance] as const] : []),
  ];
}
export const accountingStates = ["exported", "waiting", "refunded_before_export"] as const;
export type AccountingState = (typeof accountingStates)[number];

export const adminInvoiceShape = {
  ...shape,
  net_suite_id: z.nullable(z.number()),
  is_net_suite_sync_needed: z.boolean(),
  needs_review: z.boolean(),
  reference_name: describe(text(), "Order number or plan name"),
  next_attempt_at: describe(z.nullable(instant()), "Time of the payment provider's next attempt"),
  is_open: describe(z.boolean(), "Unpaid, and its order or subscription is still live"),
  is_processing: describe(z.boolean(), "The bank was asked and has not answered yet"),
  pay_url: describe(text(), "Page where the customer can pay; null: none, or nothing is to pay"),
  reminder_sent_at: describe(z.nullable(instant()), "Time of the last reminder, by an administrator or on its day"),
  organization: z.object({ id: z.string(), name: z.string() }),
};
export const adminInvoice = z.object(adminInvoiceShape);
