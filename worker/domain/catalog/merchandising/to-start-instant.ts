import type { Ctx } from "../../context.ts";
import { instantAt } from "../../days.ts";

/** A day ("2026-03-08") and time ("09:30") of the viewer's time zone as ISO 8601; undefined if either is invalid. */
export function toStartInstant(ctx: Ctx, day: string, time: string): string | undefined {
  const at = instantAt(day, time, ctx.time_zone());
  return at === undefined ? undefined : new Date(at).toISOString();
}
