type Dates = { ships_by: string | null; arrives_from: string | null; arrives_by: string | null };
type CarrierDays = { days_min: number | null; days_max: number | null };

const toDayAndMonth = (day: string): [day: string, month: string] => {
  const date = new Date(day);
  return [String(date.getUTCDate()), date.toLocaleString("en-US", { month: "short", timeZone: "UTC" })];
};

/** "7 Dec", of an ISO day. */
export const dayText = (day: string): string => toDayAndMonth(day).join(" ");

/** "8 to 10 Dec" or "30 Nov to 2 Dec"; undefined without an estimate. */
export function arrivalDays({
  arrives_from: from,
  arrives_by: by,
}: Pick<Dates, "arrives_from" | "arrives_by">): string | undefined {
  if (from === null || by === null) return undefined;
  if (from === by) return dayText(by);
  const [[firstDay, firstMonth], [, lastMonth]] = [toDayAndMonth(from), toDayAndMonth(by)];
  return `${firstMonth === lastMonth ? firstDay : dayText(from)} to ${dayText(by)}`;
}

/** Without a lead time only the carrier's days are known. */
export function deliveryText(
  dates: Dates | null,
  { days_min: least, days_max: most }: CarrierDays,
): string | undefined {
  const days = dates && arrivalDays(dates);
  if (days) return `Arrives ${days}`;
  if (dates?.ships_by) return `Ships by ${dayText(dates.ships_by)}`;
  if (least === null || most === null) return undefined;
  const count = least === most ? `${most} ${most === 1 ? "day" : "days"}` : `${least} to ${most} days`;
  return `${count} on the way after it ships`;
}
