/**
 * Messages by decline code (https://docs.stripe.com/declines/codes), also of charges that the provider did not attempt.
 */
const texts: Record<string, string> = {
  authentication_required: "The bank wants the buyer to confirm the payment. Send them the pay link.",
  authentication_not_handled: "The buyer did not confirm the payment at their bank.",
  card_velocity_exceeded: "The card is over its limit.",
  do_not_honor: "The bank declined without a reason.",
  expired_card: "The card has expired.",
  fraudulent: "The bank or the payment provider suspects fraud.",
  generic_decline: "The bank declined without a reason.",
  highest_risk_level: "The payment provider blocked the payment as too risky.",
  incorrect_cvc: "The card’s security code is wrong.",
  insufficient_funds: "The account does not cover the amount.",
  invalid_account: "The card or its account does not exist.",
  lost_card: "The card was reported lost.",
  no_account: "The bank account does not exist.",
  account_closed: "The bank account is closed.",
  debit_not_authorized: "The account holder did not allow the debit.",
  pickup_card: "The bank blocked the card.",
  processing_error: "The bank could not process the payment. Try again.",
  resource_missing: "There is no saved payment method to charge. Send the pay link.",
  restricted_card: "The bank blocked the card.",
  stolen_card: "The card was reported stolen.",
  transaction_not_allowed: "The card does not allow this kind of payment.",
  try_again_later: "The bank could not be reached. Try again later.",
  withdrawal_count_limit_exceeded: "The account is over its limit.",
};

export const declineTexts = Object.values(texts);
export const chargeDeclinedMessage = "The bank declined the payment.";

/** Shown to administrators, and to buyers for codes without a text for buyers. */
export const declineText = (code: string): string => texts[code] ?? chargeDeclinedMessage;

/** Reasons by `failure_reason` (https://docs.stripe.com/refunds). */
const refundTexts: Record<string, string> = {
  charge_for_pending_refund_disputed: "the payment was disputed meanwhile",
  declined: "the bank declined it",
  expired_or_canceled_card: "the card has expired or was canceled",
  insufficient_funds: "the balance at the payment provider did not cover it",
  lost_or_stolen_card: "the card was reported lost or stolen",
  merchant_request: "it was called off",
};

/** The reason of a failed refund, to follow a colon. */
export const refundFailureText = (code: string | null): string => refundTexts[code ?? ""] ?? "the bank gave no reason";
