import { statusOfProviderMessage } from "../../../worker/contract/errcodes.ts";
import { explain, type MessagesByErrcode } from "../../../worker/contract/messages.ts";
import type { Refusal } from "../../../worker/http/form.ts";

/** Messages that differ from those for customers. */
const messages: MessagesByErrcode = {
  DUPLICATE_ORG_SUBSCRIPTION: "This organization has a live subscription to this plan already.",
  PRODUCT_NOT_FOUND: "This plan no longer exists. Choose another one.",
  ORG_NOT_FOUND: "This organization no longer exists. Choose another one.",
  PRODUCT_BASE_PRICE_NOT_FOUND: "This plan has no base price yet, so it cannot be granted.",
  PRODUCT_PRICE_LEVEL_NOT_FOUND: "This plan has no price at the level of this organization, so it cannot be granted.",
  ILLEGAL_SUBSCRIPTION_UPDATE: "It cannot end before it starts, and a past start cannot be moved.",
};

export const explainRefusal = (refused: Refusal): { message: string } => ({
  message:
    refused.message === statusOfProviderMessage
      ? statusOfProviderMessage
      : ((refused.errcode && messages[refused.errcode]) ?? explain(refused.status, refused)),
});
