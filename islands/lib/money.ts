const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$1,299.00` from integer US cents. */
export const formatMoney = (cents: number): string => dollars.format(cents / 100);

/** How often a price is paid, for what is bought again and again. */
export const termWords = { month: "per month", year: "per year" } as const;
