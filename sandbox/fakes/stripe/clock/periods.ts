import type Stripe from "stripe";
import { daySeconds } from "./clock.ts";

/** Counts periods from the anchor, so that their ends return to the 31st after a shorter month. */
export function nextPeriodEnd(
  anchor: number,
  { interval, interval_count }: Stripe.Price.Recurring,
  after: number,
): number {
  for (let periods = 1; ; periods += 1) {
    const end = addInterval(anchor, interval, periods * interval_count);
    if (end > after) return end;
  }
}

function addInterval(anchor: number, interval: string, count: number): number {
  if (interval === "day") return anchor + count * daySeconds;
  if (interval === "week") return anchor + count * 7 * daySeconds;
  return addMonths(anchor, interval === "year" ? 12 * count : count);
}

function addMonths(anchor: number, months: number): number {
  const anchorDate = new Date(anchor * 1000);
  const firstOfMonth = Date.UTC(anchorDate.getUTCFullYear(), anchorDate.getUTCMonth() + months, 1);
  const target = new Date(firstOfMonth);
  const daysInMonth = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(anchorDate.getUTCDate(), daysInMonth);
  return firstOfMonth / 1000 + (day - 1) * daySeconds + (anchor % daySeconds);
}
