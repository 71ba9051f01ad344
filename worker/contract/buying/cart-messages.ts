import type { AnyErrcode } from "../errcodes.ts";
import type { MessagesByErrcode } from "../messages.ts";

export const wrongQuantityMessage = "The quantity must be a whole number from 1 to 10,000.";

export const tooManyPiecesMessage = "A cart holds at most 10,000 of a product.";

export const duplicatePlanMessage = "Your organization already has a subscription to this plan.";

const cartMessages: MessagesByErrcode = {
  PRODUCT_NOT_FOUND: "This product is no longer sold.",
  CART_NOT_FOUND: "Your cart is empty.",
  CART_OUTDATED:
    "Your cart is being paid for right now, so it cannot change. Please wait until the payment is decided.",
  WRONG_SUBSCRIPTION_QUANTITY: "Your cart already holds this plan. One of each is enough for the whole organization.",
  INVALID_SUBSCRIPTION_QTY: "A plan is bought once for the whole organization. Set its quantity to 1.",
  DUPLICATE_ORG_SUBSCRIPTION: duplicatePlanMessage,
  PRODUCT_BASE_PRICE_NOT_FOUND: "This product has no price yet. Please ask support for an offer.",
  PRODUCT_PRICE_LEVEL_NOT_FOUND:
    "This product has no price for your organization yet. Please ask support for an offer.",
};

export const cartMessage = (refused: { errcode?: AnyErrcode | undefined; message: string }): string =>
  (refused.errcode && cartMessages[refused.errcode]) ?? refused.message;

/** Says how many of the `requested` products were added; the others were skipped because their offer has changed. */
export function addedMessage({ added, requested }: { added: number; requested: number }): string {
  const skipped = requested - added;
  const message = added === 1 ? "1 product was added to your cart." : `${added} products were added to your cart.`;
  return skipped === 0
    ? message
    : `${message} ${skipped === 1 ? "1 was" : `${skipped} were`} left out, because the offer has changed.`;
}
