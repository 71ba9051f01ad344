import * as z from "zod/mini";
import { refundApprovalStates, refundReasons } from "../../../db/enums.ts";
import { reply } from "../endpoint.ts";
import { describe, instant } from "../fields.ts";

/** An approval without a decision within seven days reads as expired. */
export const refundApprovalStatuses = [...refundApprovalStates, "expired"] as const;

const userRef = z.object({ id: z.string(), name: z.string() });

export const refundApprovalShape = {
  id: z.string(),
  state: z.enum(refundApprovalStatuses),
  order: describe(z.object({ id: z.string(), order_number: z.string() }), "Order that was paid"),
  org: describe(z.object({ id: z.string(), name: z.string() }), "Organization that bought"),
  amount: describe(z.int(), "US cents, tax included"),
  is_cancellation: describe(z.boolean(), "Whether the order, or lines of it, are canceled by it"),
  reason: z.nullable(z.enum(refundReasons)),
  reason_text: describe(z.nullable(z.string()), "More about the reason"),
  reference: describe(z.nullable(z.string()), "Of money that went back by wire or cheque, without the provider"),
  asked_by: describe(userRef, "Administrator who asked"),
  decided_by: describe(z.nullable(userRef), "Administrator who decided"),
  decided_at: z.nullable(instant()),
  note: describe(z.nullable(z.string()), "Why it was rejected, or failed"),
  created_at: instant(),
  expires_at: describe(instant(), "Until when it can be decided, in UTC"),
};
export const refundApproval = z.object(refundApprovalShape);

export const refundApprovalReply = reply({
  approval_id: describe(z.string(), "ID of the refund approval that a second person decides"),
});
