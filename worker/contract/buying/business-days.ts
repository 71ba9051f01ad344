const dayMs = 86_400_000;
const isWorkday = (day: Date) => day.getUTCDay() % 6 !== 0;

/** Business days are Monday to Friday in UTC; holidays are not skipped. */
export function addBusinessDays(from: string, days: number): Date {
  let day = new Date(from);
  for (let left = days; left > 0; left -= isWorkday(day) ? 1 : 0) day = new Date(day.getTime() + dayMs);
  return day;
}
