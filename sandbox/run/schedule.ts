const dayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/**
 * Whether a cron expression of Cloudflare (five fields, UTC; days of the week from 1 = Sunday) matches the minute.
 * Throws for an unsupported expression.
 */
export function isDue(cron: string, at: Date): boolean {
  const fields = cron.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 5) throw new Error(`cron expression "${cron}" must have five fields`);
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = fields;
  const isDay = matches(day, at.getUTCDate(), 1, 31);
  const isWeekday = matches(weekday.replace(/[A-Z]{3}/g, toDayNumber), at.getUTCDay() + 1, 1, 7);
  return (
    matches(minute, at.getUTCMinutes(), 0, 59) &&
    matches(hour, at.getUTCHours(), 0, 23) &&
    matches(month, at.getUTCMonth() + 1, 1, 12) &&
    // As in any cron, either day matches if both are given.
    (day !== "*" && weekday !== "*" ? isDay || isWeekday : isDay && isWeekday)
  );
}

/** Calls `run` for each due expression at the start of each minute. Returns a stop function. */
export function everyMinute(crons: string[], run: (cron: string) => Promise<void>): () => void {
  let timer: NodeJS.Timeout;
  const arm = () => {
    timer = setTimeout(tick, 60_000 - (Date.now() % 60_000) + 20);
  };
  const tick = () => {
    const now = new Date();
    for (const cron of crons.filter((one) => isDue(one, now)))
      run(cron).catch((error: unknown) => console.error(`cron "${cron}":`, error));
    arm();
  };
  arm();
  return () => clearTimeout(timer);
}

/**
 * Runs the jobs of a cron expression; resolves when they are done, and throws on failure. Uses HTTP, because
 * Miniflare's own method does not read the worker's log while it waits, which blocks a worker that logs.
 */
export async function runScheduled(url: string, cron: string, at = new Date()): Promise<void> {
  const query = new URLSearchParams({ cron, time: String(at.getTime()) });
  const response = await fetch(`${url}/cdn-cgi/handler/scheduled?${query}`);
  const outcome = await response.text();
  if (!response.ok) throw new Error(`the job ended with "${outcome}": see the worker's log`);
}

function toDayNumber(name: string): string {
  return String(dayNames.indexOf(name) + 1);
}

function matches(field: string, value: number, min: number, max: number): boolean {
  return field.split(",").some((part) => {
    const [, range = "", step = "1"] = /^(\*|\d+(?:-\d+)?)(?:\/(\d+))?$/.exec(part) ?? [];
    if (!range) throw new Error(`cron field "${field}" cannot be read`);
    const [from = min, to = part.includes("/") ? max : from] =
      range === "*" ? [min, max] : range.split("-").map(Number);
    return value >= from && value <= to && (value - from) % Number(step) === 0;
  });
}
