import * as z from "zod/mini";
import { refundApprovalStates, refundReasons } from "../../../db/enums.ts";
import { reply } from "../endpoint.ts";
import { described, instant } from "../fields.ts";

/** An approval without a decision within seven days reads as expired. */
export const refundApprovalStatuses = [...refundApprovalStates, "expired"] as const;

const person = z.object({ id: z.string(), name: z.string() });

export const refundApprovalShape = {
  id: z.string(),
  state: z.enum(refundApprovalStatuses),
  order: described(z.object({ id: z.string(), order_number: z.string() }), "Order that was paid"),
  org: described(z.object({ id: z.string(), name: z.string() }), "Organization that bought"),
  amount: described(z.int(), "US cents, tax included"),
  is_cancellation: described(z.boolean(), "Whether the order, or lines of it, are canceled by it"),
  reason: z.nullable(z.enum(refundReasons)),
  reason_text: described(z.nullable(z.string()), "More about the reason"),
  reference: described(z.nullable(z.string()), "Of money that went back by wire or cheque, without the provider"),
  asked_by: described(person, "Administrator who asked"),
  decided_by: described(z.nullable(person), "Administrator who decided"),
  decided_at: z.nullable(instant()),
  note: described(z.nullable(z.string()), "Why it was rejected, or failed"),
  created_at: instant(),
  expires_at: described(instant(), "Until when it can be decided, in UTC"),
};
export const refundApproval = z.object(refundApprovalShape);

export const refundAsked = reply({
  approval_id: described(z.string(), "ID of the refund approval that a second person decides"),
});
