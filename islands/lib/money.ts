export { formatMoney } from "../../worker/contract/buying/money.ts";

export const termLabels = { month: "per month", year: "per year" } as const;

type Term = { interval: "day" | "week" | "month" | "year"; interval_count: number };

export const termText = ({ interval, interval_count }: Term): string =>
  interval_count === 1 ? `per ${interval}` : `every ${interval_count} ${interval}s`;
