const hourFormats = new Map<string, Intl.DateTimeFormat>();

function hourIn(timeZone: string, now: number): number {
  const clock =
    hourFormats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { hour: "2-digit", hourCycle: "h23", timeZone });
  hourFormats.set(timeZone, clock);
  return Number(clock.format(now));
}

export function greeting(now: number, timeZone: string): string {
  const hour = hourIn(timeZone, now);
  if (hour < 5 || hour >= 18) return "Good evening";
  return hour < 12 ? "Good morning" : "Good afternoon";
}

const dayMs = 86_400_000;

export const daysUntil = (at: string, now: number): number => Math.max(Math.ceil((Date.parse(at) - now) / dayMs), 0);

export function inDays(at: string, now: number): string {
  const days = daysUntil(at, now);
  return days <= 1 ? "within a day" : `in ${days} days`;
}
