import type { DeliveryDates } from "../../../contract/entities/shipping-rate.ts";
import { dayAt, instantAt } from "../../days.ts";

/** Days on which the shop and the carriers work: Monday to Friday without the holidays, in the shop's time zone. */
export type WorkCalendar = { time_zone: string; holidays: readonly string[] };

type Purchase = {
  /** Unix time in milliseconds. */
  paid_at: number;
  /** A bank debit settles after up to 4 working days, and nothing is made before. */
  is_bank_debit?: boolean;
  /** Working days of the slowest line that ships; null if nothing ships or a lead time is unknown. */
  lead_days: number | null;
  /** Working days that the carrier takes; null without an estimate. */
  days_min?: number | null;
  days_max?: number | null;
};

/** Payments at or after this time, in the shop's time zone, count from the next working day. */
const cutOffTime = "14:00";
const bankDays = 4;
const dayMs = 86_400_000;

const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
const isWorkingDay = (day: string, { holidays }: WorkCalendar): boolean =>
  new Date(day).getUTCDay() % 6 !== 0 && !holidays.includes(day);

function nextWorkingDay(day: string, calendar: WorkCalendar): string {
  let workingDay = day;
  while (!isWorkingDay(workingDay, calendar)) workingDay = dayAfter(workingDay);
  return workingDay;
}

function addWorkingDays(from: string, days: number, calendar: WorkCalendar): string {
  let day = from;
  for (let left = days; left > 0; left -= 1) day = nextWorkingDay(dayAfter(day), calendar);
  return day;
}

function leadStartDay({ paid_at, is_bank_debit = false }: Purchase, calendar: WorkCalendar): string {
  const today = dayAt(paid_at, calendar.time_zone);
  const isLate = paid_at >= (instantAt(today, cutOffTime, calendar.time_zone) ?? Infinity);
  const first = nextWorkingDay(isLate ? dayAfter(today) : today, calendar);
  return is_bank_debit ? addWorkingDays(first, bankDays, calendar) : first;
}

/** Null if nothing ships or a lead time is unknown. */
export function estimateDeliveryDates(purchase: Purchase, calendar: WorkCalendar): DeliveryDates | null {
  const { lead_days, days_min = null, days_max = null } = purchase;
  if (lead_days === null) return null;
  const ships_by = addWorkingDays(leadStartDay(purchase, calendar), lead_days, calendar);
  const isEstimated = days_min !== null && days_max !== null;
  return {
    ships_by,
    arrives_from: isEstimated ? addWorkingDays(ships_by, days_min, calendar) : null,
    arrives_by: isEstimated ? addWorkingDays(ships_by, days_max, calendar) : null,
  };
}

type Line = { type: "hardware" | "software"; lead_days: number | null };

/** Longest lead time of the hardware lines, which ship together; null if there are none or a lead time is unknown. */
export function slowestLeadDays(lines: readonly Line[]): number | null {
  const leadDays = lines.filter(({ type }) => type === "hardware").map(({ lead_days }) => lead_days);
  return leadDays.length === 0 || leadDays.includes(null) ? null : Math.max(...leadDays.map(Number));
}
