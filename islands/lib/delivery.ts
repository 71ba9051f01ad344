import { addBusinessDays } from "../../worker/contract/buying/business-days.ts";

type Days = { days_min: number | null; days_max: number | null };

const print = (day: Date) => `${day.getUTCDate()} ${day.toLocaleString("en-US", { month: "short", timeZone: "UTC" })}`;

/** "Arrives 26 Nov to 1 Dec", counted in business days from `today`. */
export function deliveryText({ days_min: least, days_max: most }: Days, today: string): string | undefined {
  if (least === null || most === null) return undefined;
  const [first, last] = [print(addBusinessDays(today, least)), print(addBusinessDays(today, most))];
  return first === last ? `Arrives ${first}` : `Arrives ${first} to ${last}`;
}
