import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { Ctx } from "../../context.ts";
import { nextSequence } from "../invoices/record-payment.ts";
import { type SyncedSubscription, syncSubscriptions } from "../subscriptions/record-subscription.ts";
import { maybeOne, type RowOf, many, texts } from "../../sql.ts";
import { defaultDeadline, type TaskPage, toReason, withRetries } from "../../platform/index.ts";

/**
 * `after` is a cursor in the provider's list, then `own` a cursor in our table; `since` is the fencing token drawn at
 * the start of the run.
 */
const cursorShape = () => z.object({ since: z.int(), after: z.nullable(z.string()), own: z.nullable(z.string()) });
type Cursor = RowOf<typeof cursorShape>;

const linkedSubscription = () => z.object({ id: z.string(), stripe_id: z.string() });
type LinkedSubscription = RowOf<typeof linkedSubscription>;

const nilUuid = "00000000-0000-0000-0000-000000000000";
/** Batch size where each subscription takes its own provider calls. */
const ownMax = 10;

/**
 * One batch of the task that syncs every paid subscription with the provider: first the provider's list of live ones, a
 * hundred at a time, then, one by one, our subscriptions that were not in the list. Ended subscriptions never change
 * again (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses). Idempotent. Rethrows
 * GatewayErrors of the list; those of single subscriptions become failures.
 */
export async function refreshSubscriptions(ctx: Ctx, cursor: unknown): Promise<TaskPage> {
  const position =
    cursor === null ? { since: await nextSequence(ctx), after: null, own: null } : cursorShape().parse(cursor);
  return position.own === null ? syncListed(ctx, position) : syncUnlisted(ctx, position, position.own);
}

async function syncListed(ctx: Ctx, { since, after }: Cursor): Promise<TaskPage> {
  const seq = await nextSequence(ctx);
  const { data, next } = await withRetries(() => ctx.gateways.payments.listSubscriptions(after));
  const linkedRows = await many(
    ctx,
    linkedSubscription,
    sql`select id, stripe_id from subscriptions where stripe_id = any(${texts(data.map(({ id }) => id))})`,
  );
  const ids = new Map(linkedRows.map(({ id, stripe_id }) => [stripe_id, id]));
  const subscriptions = data.flatMap((provider): SyncedSubscription[] => {
    const id = ids.get(provider.id);
    return id === undefined ? [] : [{ id, provider }];
  });
  await syncSubscriptions(ctx, seq, subscriptions);
  const { length } = subscriptions;
  const cursorAfter = { since, after: next, own: next === null ? nilUuid : null };
  return { cursor: cursorAfter, found: length, processed: length, failures: [] };
}

async function syncUnlisted(ctx: Ctx, { since }: Cursor, afterId: string): Promise<TaskPage> {
  const rows = await many(
    ctx,
    linkedSubscription,
    sql`
    select id, stripe_id
    from subscriptions
    where id > ${afterId}
      and stripe_id is not null
      and status not in ('canceled', 'incomplete_expired')
      and applied_seq < ${since}
    order by id
    limit ${ownMax}`,
  );
  const until = defaultDeadline();
  const failures: TaskPage["failures"] = [];
  for (const row of rows)
    await withRetries(() => syncSubscription(ctx, row), until).catch((error: unknown) =>
      failures.push({ record_id: row.id, reason: toReason(error) }),
    );
  const last = rows.length === ownMax ? rows.at(-1) : undefined;
  return {
    cursor: last ? { since, after: null, own: last.id } : null,
    found: rows.length,
    processed: rows.length - failures.length,
    failures,
  };
}

/** @throws GatewayError when the provider does not answer or does not know the subscription */
async function syncSubscription(ctx: Ctx, { id, stripe_id }: LinkedSubscription): Promise<void> {
  const seq = await nextSequence(ctx);
  const provider = await ctx.gateways.payments.getSubscription(stripe_id);
  if (!provider) throw new GatewayError("payments", `there is no subscription ${stripe_id}`, { retryable: false });
  await syncSubscriptions(ctx, seq, [{ id, provider }]);
}

/** False if the id is not one of our subscriptions that the provider charges. */
export async function refreshSubscription(ctx: Ctx, id: string): Promise<boolean> {
  const row = await maybeOne(
    ctx,
    linkedSubscription,
    sql`select id, stripe_id from subscriptions where id = ${id} and stripe_id is not null`,
  );
  if (row) await syncSubscription(ctx, row);
  return row !== undefined;
}
