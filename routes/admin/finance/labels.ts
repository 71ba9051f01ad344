import type { LedgerKind } from "../../../db/enums.ts";
import type { financePresets, financeSteps } from "../../../worker/contract/entities/finance.ts";
import type { InvoiceAge } from "../../../worker/contract/entities/invoice-ages.ts";
import type { LedgerLine } from "../../../worker/contract/entities/ledger.ts";

export const lineLabels: Record<LedgerLine, string> = {
  gross: "Gross",
  refunds: "Refunds",
  disputes: "Disputes",
};

export const kindLabels: Record<LedgerKind, string> = {
  charge: "Charge",
  balance: "Paid from credit",
  balance_owed: "Outstanding balance collected",
  paid_out_of_band: "Paid outside the provider",
  refund: "Refund",
  refund_failed: "Refund came back",
  dispute_withdrawn: "Dispute",
  dispute_reinstated: "Dispute won",
};

export const presetLabels: Record<(typeof financePresets)[number], string> = {
  this_month: "This month",
  last_month: "Last month",
  this_quarter: "This quarter",
  last_quarter: "Last quarter",
  this_year: "This year",
  last_year: "Last year",
};

export const stepLabels: Record<(typeof financeSteps)[number], string> = { day: "Day", week: "Week", month: "Month" };

export const ageLabels: Record<InvoiceAge, string> = {
  current: "Current",
  days_1_30: "1 to 30 days",
  days_31_60: "31 to 60 days",
  days_61_90: "61 to 90 days",
  days_over_90: "Over 90 days",
};
