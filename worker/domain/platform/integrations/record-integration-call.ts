import { sql } from "drizzle-orm";
import { integrationNames } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";

type Outcome = { partner: string; is_down: boolean; reason?: string };

/** An isolate writes what it has just written again only after so long. */
const keptMs = 60_000;
const noted = new Map<string, { is_down: boolean; at: number }>();

/**
 * Notes how a call to a partner ended. Failures are noted whoever called; that calls answer is noted by jobs, and by who knows
 * of a failure, so that no request of a person waits or asks the database for it. Never throws.
 */
export async function recordIntegrationCall(ctx: Ctx, { partner, is_down, reason = "" }: Outcome): Promise<void> {
  const name = integrationNames.find((each) => each === partner);
  const last = noted.get(partner);
  const isKnown = last?.is_down === is_down && Date.now() - last.at < keptMs;
  const isAsked = is_down || last?.is_down === true || ctx.actor.kind === "system";
  if (!name || isKnown || !isAsked) return;
  noted.set(partner, { is_down, at: Date.now() });
  const note = is_down
    ? sql`
      insert into partners as p (name, failing_since, reason) values (${name}, now(), ${reason})
      on conflict (name) do update set failing_since = coalesce(p.failing_since, now()), reason = excluded.reason`
    : sql`
      insert into partners (name, answered_at) values (${name}, now())
      on conflict (name) do update set answered_at = now(), failing_since = null, reason = null`;
  // What the database does not take now is noted at the next call.
  await ctx.db.execute(note).catch(() => noted.delete(partner));
}
