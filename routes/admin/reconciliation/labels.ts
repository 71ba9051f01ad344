import type { DiscrepancyKind, DiscrepancyReferenceType } from "../../../db/enums.ts";

export const kindLabels: Record<DiscrepancyKind, string> = {
  missing_at_provider: "Missing at the payment provider",
  missing_in_ledger: "Missing in our ledger",
  missing_in_accounting: "Missing in accounting",
  amount_differs: "Amount differs",
  refund_not_exported: "Refund not exported",
  orphan_charge: "Unexpected charge",
  orphan_record: "Unexpected record",
};

const referenceLabels: Record<DiscrepancyReferenceType, string> = {
  charge: "Charge",
  balance: "Paid from credit",
  balance_owed: "Outstanding balance",
  paid_out_of_band: "Paid outside the shop",
  refund: "Refund",
  refund_failed: "Failed refund",
  dispute_withdrawn: "Dispute",
  dispute_reinstated: "Won dispute",
  order: "Order",
  invoice: "Invoice",
  payment: "Payment of invoice",
  sales_order: "Sales order",
  credit_memo: "Credit memo",
  customer_payment: "Payment in accounting of invoice",
  customer_refund: "Refund in accounting of",
};

type Reference = { reference_type: DiscrepancyReferenceType; reference_id: string };

export const referenceText = ({ reference_type, reference_id }: Reference): string =>
  `${referenceLabels[reference_type]} ${reference_id}`;

export const sourceLabels = {
  orders: "Orders and plans",
  ledger: "Our ledger",
  provider: "Payment provider",
  accounting: "Accounting",
};
