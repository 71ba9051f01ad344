export const refundInPartMessage =
  "Only what the card had paid was given back: the payment provider refused to give the rest back to the balance.";
