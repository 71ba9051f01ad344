import type { AdminRate } from "../../../../worker/domain/fulfilment/index.ts";

export const rateNote =
  "A country with rates of its own uses only those. If all of them are switched off, nothing is shipped there. Every other country uses the rates for everywhere else.";

export function daysText({ days_min, days_max }: Pick<AdminRate, "days_min" | "days_max">): string {
  if (days_min === null || days_max === null) return "Not promised";
  return days_min === days_max ? String(days_min) : `${days_min} to ${days_max}`;
}
