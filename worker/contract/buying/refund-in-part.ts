/** Told where a card and the customer's balance had paid together, and only the card's part went back. */
export const refundInPart =
  "Only what the card had paid was given back: the payment provider refused to give the rest back to the balance.";
