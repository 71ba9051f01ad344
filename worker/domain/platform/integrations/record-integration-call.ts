import { sql } from "drizzle-orm";
import { integrationNames } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";

type Outcome = { integration: string; is_down: boolean; reason?: string };

/** Time after which an isolate records an unchanged outcome again. */
const repeatAfterMs = 60_000;
/**
 * Failures further apart are separate ones, because requests of other isolates may have succeeded in between; longer
 * than the interval of every job that calls an integration.
 */
const sameFailureWithin = "25 hours";
const lastOutcomes = new Map<string, { is_down: boolean; at: number }>();

/**
 * Records the outcome of a call to an integration. Failures are recorded at most once a minute by each isolate;
 * successes only by jobs and by an isolate that saw a failure, so that requests need no extra statement. Never throws.
 */
export async function recordIntegrationCall(ctx: Ctx, { integration, is_down, reason = "" }: Outcome): Promise<void> {
  const name = integrationNames.find((each) => each === integration);
  const last = lastOutcomes.get(integration);
  const isUnchanged = last?.is_down === is_down && Date.now() - last.at < repeatAfterMs;
  const isRelevant = is_down || last?.is_down === true || ctx.actor.kind === "system";
  if (!name || isUnchanged || !isRelevant) return;
  lastOutcomes.set(integration, { is_down, at: Date.now() });
  const statement = is_down
    ? sql`
      insert into partners as p (name, failing_since, failed_at, reason) values (${name}, now(), now(), ${reason})
      on conflict (name) do update set
        failing_since = case
          when p.failed_at > now() - ${sameFailureWithin}::interval then coalesce(p.failing_since, now()) else now()
        end,
        failed_at = now(), reason = excluded.reason`
    : sql`
      insert into partners (name, answered_at) values (${name}, now())
      on conflict (name) do update set answered_at = now(), failing_since = null, failed_at = null, reason = null`;
  await ctx.db.execute(statement).catch(() => lastOutcomes.delete(integration));
}
