/** For a payment by card and balance of which only the card's part could be refunded. */
export const refundInPart =
  "Only what the card had paid was given back: the payment provider refused to give the rest back to the balance.";
