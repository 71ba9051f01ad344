// Created on first use: loading Intl's tables takes a fifth of the worker's start time.
let dollarFormat: Intl.NumberFormat | undefined;

/** Negative amounts have a minus sign, not a hyphen: `−$5.00`. */
export const formatMoney = (cents: number): string =>
  (dollarFormat ??= new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }))
    .format(cents / 100)
    .replace("-", "−");
