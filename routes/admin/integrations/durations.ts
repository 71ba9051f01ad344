const units = [
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** Only the two largest units: "1 h 5 min". */
export function durationText(ms: number): string {
  let rest = Math.max(1, Math.round(ms / 1000));
  const parts: string[] = [];
  for (const [unit, seconds] of units) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.slice(0, 2).join(" ");
}

type RunningTask = { started_at: string | null; found: number; expected: number | null };

/** `rate` is in records per second; `left_ms` is the estimated remaining time, null if it cannot be estimated. */
export function estimatePace(
  { started_at, found, expected }: RunningTask,
  now: number,
): { rate: number; left_ms: number | null } {
  const ms = Math.max(1, now - Date.parse(started_at ?? new Date(now).toISOString()));
  const rate = (found / ms) * 1000;
  const left = expected === null || rate === 0 || found > expected ? null : ((expected - found) / rate) * 1000;
  return { rate, left_ms: left };
}
