import type { ReadCtx } from "../../../worker/domain/context.ts";

/** Day in the viewer's time zone as a date field expects it: the Swedish format is ISO 8601. */
export const todayIn = (ctx: ReadCtx): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: ctx.time_zone() }).format(ctx.started_at);
