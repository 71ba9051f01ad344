import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type ProviderCheck, providerChecks } from "../../../../db/enums.ts";
import { shopReadiness } from "../../../../db/shop-readiness.ts";
import { readinessShape, type ReadinessStep, readinessSteps } from "../../../contract/entities/readiness.ts";
import type { ReadCtx } from "../../context.ts";
import { one } from "../../sql.ts";
import { checkProviders } from "./check-providers.ts";
import { recordChecks } from "./record-checks.ts";
import { readinessFacts, type StepState } from "./states.ts";

const readiness = z.object(readinessShape);
export type Readiness = z.output<typeof readiness>;
/**
 * State of each readiness step: a shop with all steps done can sell and ship. Providers are asked until their steps are
 * done, at most every 30 seconds.
 */
export async function checkReadiness(ctx: ReadCtx): Promise<Readiness> {
  const facts = await one(
    ctx,
    readinessFacts,
    sql`
    select ${sql.raw(shopReadiness)},
      exists (select 1 from outbox where channel = 'email' and sent_at is not null) as has_sent_mail,
      (
        select last_error from outbox
        where channel = 'email' and sent_at is null and last_error is not null
        order by id desc limit 1
      ) as mail_error,
      coalesce((
        select json_object_agg(name, json_build_object(
          'is_done', done_at is not null, 'is_fresh', checked_at > now() - interval '30 seconds', 'note', note))
        from readiness_checks
      ), '{}') as checks`,
    () => new Error("the readiness of the shop returned no row"),
  );
  const openChecks = providerChecks.filter((name) => !facts.checks[name]?.is_done);
  const dueChecks = openChecks.filter((name) => !facts.checks[name]?.is_fresh);
  const answers = dueChecks.length === 0 ? {} : await checkProviders(ctx, dueChecks, facts);
  if (dueChecks.length > 0) await recordChecks(ctx, answers);
  const decideStepState = (name: ReadinessStep): StepState => {
    if (!isProviderCheck(name)) return { is_done: facts[name], note: null };
    return answers[name] ?? facts.checks[name] ?? { is_done: false, note: null };
  };
  const steps = readinessSteps.map((name) => {
    const { is_done, note } = decideStepState(name);
    return { name, is_done, note };
  });
  return { is_ready: steps.every(({ is_done }) => is_done), steps };
}

const isProviderCheck = (name: ReadinessStep): name is ReadinessStep & ProviderCheck =>
  (providerChecks as readonly string[]).includes(name);
