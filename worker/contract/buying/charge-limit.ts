/**
 * Upper limit of a single charge, in US cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
export const chargeMax = 99_999_999;

export const aboveChargeMaxMessage =
  "One payment can be at most $999,999.99. Nothing was charged. Order in parts, or ask support for an invoice.";

/**
 * Lower limit of a single charge, in US cents (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
export const chargeMin = 50;

export const belowChargeMinMessage =
  "A payment by link is at least $0.50. Nothing was charged. Order more, or check out from the cart instead.";
