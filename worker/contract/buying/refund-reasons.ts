import type { RefundReason } from "../../../db/enums.ts";

/** Reasons as the buyer and the audit log show them. */
export const refundReasonText: Record<RefundReason, string> = {
  requested_by_customer: "You asked for it",
  returned: "Returned goods",
  damaged: "Damaged or defective goods",
  not_delivered: "Could not be delivered",
  wrong_price: "Wrong price",
  duplicate: "Charged twice",
  fraudulent: "Unauthorized payment",
  other: "Other",
};

/** Labels for administrators, who choose one. */
export const refundReasonLabel: Record<RefundReason, string> = {
  ...refundReasonText,
  requested_by_customer: "The customer asked for it",
};
