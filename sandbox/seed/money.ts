import type { LedgerKind, PaymentStatus } from "../../db/enums.ts";
import type { InvoiceProduct } from "../../db/schema/money/invoices.ts";
import type { DemoOrganization } from "./organizations.ts";
import { demoProducts } from "./products/index.ts";
import { daysAgo, seedId } from "./rows.ts";

type InvoiceSeed = {
  /** Last digits of the invoice's id and the provider's ids. */
  number: number;
  organization: DemoOrganization;
  reference_id: string;
  po_number?: string | null;
  reference_type: "order" | "subscription";
  billing_reason: "manual" | "subscription_create" | "subscription_cycle";
  period_start: string;
  products: InvoiceProduct[];
  shipping: number;
  payment: Payment;
  tracking: { number: string; url: string } | null;
  created_at: string;
};

/** A payment status, or a more specific history. */
export type Payment = PaymentStatus | "won_dispute";

/** Tax is rounded once per line, to the cent. */
export function pricedLine(organization: DemoOrganization, productId: string, quantity: number): InvoiceProduct {
  const product = demoProducts.find(({ id }) => id === productId);
  const price = product?.price_levels[organization.price_level_name ?? "Base Price"];
  if (!product || price === undefined) throw new Error(`${productId} has no price for ${organization.name}.`);
  return {
    id: productId,
    name: product.name,
    price,
    quantity,
    tax_amount: Math.round((price * quantity * organization.tax) / 10_000),
  };
}

/** Sums in cents. */
export function sumLines(lines: InvoiceProduct[]): { net: number; tax: number } {
  return {
    net: lines.reduce((sum, line) => sum + line.price * line.quantity, 0),
    tax: lines.reduce((sum, line) => sum + (line.tax_amount ?? 0), 0),
  };
}

export function paymentStatus(payment: Payment): PaymentStatus {
  return payment === "won_dispute" ? "paid" : payment;
}

/** Builds an invoice with its ledger entries, and the tax report of a sale that was paid. */
export function buildInvoice({ number, organization, payment, tracking, products, ...rest }: InvoiceSeed) {
  const { net, tax } = sumLines(products);
  const amount = net + tax + rest.shipping;
  const invoice = {
    ...rest,
    id: seedId(number),
    org_id: organization.id,
    amount,
    tax,
    tax_address: organization.address_books[0]?.address ?? null,
    products,
    payment_status: paymentStatus(payment),
    has_failed: payment === "declined",
    // a bank debit takes days
    is_processing: payment === "pending",
    is_disputed: payment === "disputed",
    tries: payment === "declined" ? [declinedCharge(number, amount, rest.created_at)] : [],
    disputes: payment === "disputed" ? [openDispute(number, amount)] : [],
    refunds: payment === "refund_failed" ? [failedRefund(number, amount, rest.created_at)] : [],
    // the seed creates no pending bank debits at the fake provider
    stripe_payment_id: payment === "pending" ? null : `pi_seed_${number}`,
    stripe_invoice_id: payment === "pending" ? null : `in_seed_${number}`,
    stripe_invoice_url: payment === "pending" ? null : `https://invoices.example.com/in_seed_${number}`,
    stripe_invoice_no: payment === "pending" ? null : `CGX-${number}`,
    tracking_number: tracking?.number ?? null,
    tracking_url: tracking?.url ?? null,
    needs_review: false,
    is_net_suite_sync_needed: false,
    applied_seq: 0,
    updated_at: rest.created_at,
  };
  const ledger = ledgerEntries(payment, amount).map(([kind, prefix, amount_cents], index) => ({
    id: seedId(number * 10 + index),
    invoice_id: invoice.id,
    org_id: organization.id,
    stripe_object_id: `${prefix}_seed_${number}`,
    kind,
    amount_cents,
    booked_at: new Date(Date.parse(rest.created_at) + index * 3_600_000).toISOString(),
    created_at: new Date(Date.parse(rest.created_at) + index * 3_600_000).toISOString(),
  }));
  const reports = ledger.slice(0, 1).map(({ booked_at }) => ({
    id: seedId(number * 10 + 9),
    invoice_id: invoice.id,
    kind: "sale",
    reference: `invoice_${invoice.id}`,
    amount,
    transaction_id: `tax_seed_${number}`,
    status: "done",
    created_at: booked_at,
    done_at: booked_at,
  }));
  return { invoice, ledger, reports };
}

const declinedCharge = (number: number, amount: number, at: string) => ({
  id: `ch_seed_${number}`,
  amount,
  status: "failed",
  at,
  method: { type: "card", name: "visa", last4: "0341" },
  decline: "insufficient_funds",
});

const openDispute = (number: number, amount: number) => ({
  id: `dp_seed_${number}`,
  amount,
  status: "needs_response",
  reason: "product_not_received",
  is_open: true,
  due_by: daysAgo(-9),
});

const failedRefund = (number: number, amount: number, since: string) => ({
  id: `re_seed_${number}`,
  amount: Math.floor(amount / 4),
  is_pending: false,
  failure_reason: "expired_or_canceled_card",
  since,
});

function ledgerEntries(payment: Payment, amount: number): [LedgerKind, prefix: string, cents: number][] {
  const charge: [LedgerKind, string, number] = ["charge", "ch", amount];
  const part = Math.floor(amount / 4);
  switch (payment) {
    case "pending":
    case "declined":
      return [];
    case "paid":
      return [charge];
    case "partially_refunded":
      return [charge, ["refund", "re", -part]];
    case "refunded":
      return [charge, ["refund", "re", -amount]];
    case "refund_failed":
      return [charge, ["refund", "re", -part], ["refund_failed", "re", part]];
    case "disputed":
      return [charge, ["dispute_withdrawn", "dp", -amount]];
    case "won_dispute":
      return [charge, ["dispute_withdrawn", "dp", -amount], ["dispute_reinstated", "dp", amount]];
  }
}
