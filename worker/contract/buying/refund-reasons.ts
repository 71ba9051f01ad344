import type { RefundReason } from "../../../db/enums.ts";

/** Reasons in words to the buyer, for mails. */
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

/** Reasons in words to administrators, for the console. */
export const refundReasonLabel: Record<RefundReason, string> = {
  ...refundReasonText,
  requested_by_customer: "The customer asked for it",
};
