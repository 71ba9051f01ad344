import type { Ctx } from "../../context.ts";
import { instantShown } from "../../days.ts";

/** The instant of a day, as "2026-03-08", and a time, as "09:30", by the reader's clocks; undefined where either is none. */
export function startOf(ctx: Ctx, day: string, time: string): string | undefined {
  const at = instantShown(day, time, ctx.time_zone());
  return at === undefined ? undefined : new Date(at).toISOString();
}
