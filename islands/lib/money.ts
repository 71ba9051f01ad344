// Made when first needed: Intl loads its tables then, which would be a fifth of the worker's start.
let dollars: Intl.NumberFormat | undefined;

/** `$1,299.00` from integer US cents. */
export const formatMoney = (cents: number): string =>
  (dollars ??= new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })).format(cents / 100);

/** How often a price is paid, for what is bought again and again. */
export const termWords = { month: "per month", year: "per year" } as const;

type Term = { interval: "day" | "week" | "month" | "year"; interval_count: number };

/** "per month", or "every 3 months". */
export const termText = ({ interval, interval_count }: Term): string =>
  interval_count === 1 ? `per ${interval}` : `every ${interval_count} ${interval}s`;
