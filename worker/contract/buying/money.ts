// Made when first needed: Intl loads its tables then, which would be a fifth of the worker's start.
let dollars: Intl.NumberFormat | undefined;

/** `$1,299.00` from integer US cents, for people: what is below zero has a minus sign and no hyphen, `−$5.00`. */
export const formatMoney = (cents: number): string =>
  (dollars ??= new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }))
    .format(cents / 100)
    .replace("-", "−");
