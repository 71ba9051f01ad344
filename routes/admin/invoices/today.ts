import type { ReadCtx } from "../../../worker/domain/context.ts";

/** The viewer's day as a date field holds it; the Swedish format is that of ISO 8601. */
export const todayIn = (ctx: ReadCtx): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: ctx.time_zone() }).format(ctx.started_at);
