import type { LedgerKind } from "../../../db/enums.ts";
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
