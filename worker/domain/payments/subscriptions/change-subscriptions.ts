import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import { type SubscriptionStatus, subscriptionTerms } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/subscriptions.ts";
import { notFound, statusReadOnlyError, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { basePriceLevel, requirePrice } from "../../catalog/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { getAdminSubscription } from "./list-subscriptions.ts";
import type { AdminSubscription } from "./subscription-rows.ts";
import { startNotifications, subscriptionCanceledMails } from "./subscription-mails.ts";
import { maybeOne, exists, idRow } from "../../sql.ts";

const toDuplicateError = (error: unknown) =>
  violatedConstraint(error) === "subscriptions_live_unique" ? unprocessable("DUPLICATE_ORG_SUBSCRIPTION") : error;

export type GrantedSubscription = InputOf<typeof contract.giveSubscription>["body"];
const factsRow = () =>
  z.object({
    is_known_org: z.boolean(),
    term: z.nullable(z.enum(subscriptionTerms)),
    is_known_product: z.boolean(),
    price: z.nullable(z.number()),
    price_level_name: z.string(),
  });

/**
 * The product is locked FOR SHARE until the subscription is visible to the trigger that forbids changing the term of a
 * product with a live subscription.
 */
export async function giveSubscription(ctx: Ctx, input: GrantedSubscription): Promise<AdminSubscription> {
  const facts = await maybeOne(
    ctx,
    factsRow,
    sql`
    with o as (
      select coalesce(price_level_name, ${basePriceLevel}) as level
      from organizations
      where id = ${input.org_id}
    ),
    p as (
      select subscription_term, (price_levels ->> (select level from o))::float as price
      from products
      where id = ${input.product_id}
    )
    select
      exists (select 1 from o) as is_known_org,
      exists (select 1 from p) as is_known_product,
      (select subscription_term from p) as term,
      (select price from p) as price, coalesce((select level from o), '') as price_level_name`,
  );
  if (!facts?.is_known_product || facts.term === null) throw notFound("PRODUCT_NOT_FOUND");
  if (!facts.is_known_org) throw notFound("ORG_NOT_FOUND");
  const price = requirePrice(facts);
  const { user_id } = requireUser(ctx);
  try {
    const createdSubscription = await maybeOne(
      ctx,
      idRow,
      sql`
      with p as materialized (
        select id, subscription_term from products
        where id = ${input.product_id} and subscription_term is not null
        for share
      ), s as (
        insert into subscriptions (
          product_id, org_id, status, amount, interval, start_at, cancel_at, current_period_end,
          created_by, updated_by
        )
        select
          p.id, ${input.org_id}, 'active', ${price}, p.subscription_term,
          ${input.start_date}::timestamptz, ${input.end_date}::timestamptz,
          ${input.end_date}::timestamptz, ${user_id}, ${user_id}
        from p
        returning *, ${beforeAndAfter}
      ), ${startNotifications(ctx, sql`(select * from s where start_at <= now())`)},
      ${audited(ctx, "giveSubscription", "subscription", "s", { changes: diffRows() })}
      select id from s`,
    );
    if (!createdSubscription) throw notFound("PRODUCT_NOT_FOUND");
    ctx.wakeWorkers();
    return await getAdminSubscription(ctx, createdSubscription.id);
  } catch (error) {
    throw toDuplicateError(error);
  }
}

export type SubscriptionChange = InputOf<typeof contract.updateSubscription>["body"];

/**
 * Whether the status follows the payments at the provider, also while the first payment is pending. Webhooks and the
 * hourly job overwrite manual changes of such a status.
 */
export const hasProviderStatus = ({ stripe_id, user_id, status }: AdminSubscription): boolean =>
  stripe_id !== null || (user_id !== null && status === "incomplete");

type SubscriptionState = { start: string; end: string | null; status: SubscriptionStatus };

/** Tries for callers without `updated_at`, whose write a concurrent change can defeat. */
const triesMax = 5;

/**
 * Changes dates or status; a paid subscription is changed at the provider first. A change without effect writes
 * nothing. A stale `updated_at` fails with OBJECT_OUTDATED. Concurrent changes of a subscription that the provider does
 * not know never overwrite each other; of a paid one, a cancellation blocks later changes.
 */
export async function updateSubscription(
  ctx: Ctx,
  id: string,
  { updated_at, ...change }: SubscriptionChange,
): Promise<AdminSubscription> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const current = await getAdminSubscription(ctx, id);
    const target = validateChange(current, change);
    if (target.start === current.start_at && target.end === current.cancel_at && target.status === current.status)
      return current;
    if (updated_at !== undefined && updated_at !== current.updated_at) break;
    const ends = await endAtProvider(ctx, current, target);
    if (await writeChange(ctx, current, change, { ...target, ends })) return getAdminSubscription(ctx, id);
  }
  throw unprocessable("OBJECT_OUTDATED");
}

function validateChange(current: AdminSubscription, change: SubscriptionChange): SubscriptionState {
  if (current.status === "canceled") throw unprocessable("SUBSCRIPTION_ALREADY_CANCELLED");
  const start = change.start_date ? new Date(change.start_date).toISOString() : current.start_at;
  const end = change.end_date ? new Date(change.end_date).toISOString() : current.cancel_at;
  const hasBegun = Date.parse(current.start_at) <= Date.now();
  if (start !== current.start_at && hasBegun) throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
  if (end !== null && Date.parse(end) <= Date.parse(start)) throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
  const status = change.status ?? current.status;
  if (status !== current.status && status !== "canceled" && hasProviderStatus(current)) throw statusReadOnlyError();
  return { start, end, status };
}

/**
 * Writes the requested fields; false if the row changed since it was validated. A paid subscription is already changed
 * at the provider, so only a cancellation in between blocks the write, unless this change cancels too. This change or
 * the webhook mails the buyer of a canceled paid subscription, depending on which records the cancellation first.
 */
async function writeChange(
  ctx: Ctx,
  current: AdminSubscription,
  change: SubscriptionChange,
  { start, status, ends }: SubscriptionState & { ends: SQL },
): Promise<boolean> {
  const { id, updated_at } = current;
  const setsStatus = change.status !== undefined && (status === "canceled" || !hasProviderStatus(current));
  const isEnded = change.end_date !== undefined || status === "canceled";
  try {
    const isWritten = await exists(
      ctx,
      sql`
      with s as (
        update subscriptions
        set
          start_at = ${change.start_date ? sql`${start}::timestamptz` : sql`start_at`},
          cancel_at = ${isEnded ? ends : sql`cancel_at`},
          status = ${setsStatus ? status : sql`status`},
          updated_by = ${requireUser(ctx).user_id},
          updated_at = greatest(now(), updated_at + interval '1 millisecond'),
          applied_seq = greatest(applied_seq, nextval('stripe_seq'))
        where id = ${id} and case
          when stripe_id is null then status <> 'canceled' and updated_at = ${updated_at}::timestamptz
          else status <> 'canceled' or ${status === "canceled"}
        end
        returning id, org_id, ${beforeAndAfter}, false as is_unpaid,
          stripe_id is not null and old.status <> 'canceled' and new.status = 'canceled' as is_canceled
      ), ${audited(ctx, "updateSubscription", "subscription", "s", { data: change, changes: diffRows() })},
      ${subscriptionCanceledMails(ctx, sql`s`)}
      select 1 from s`,
    );
    if (isWritten && status === "canceled") ctx.wakeWorkers();
    return isWritten;
  } catch (error) {
    throw toDuplicateError(error);
  }
}

/** Returns the new end, which the provider decides for a cancellation. */
async function endAtProvider(
  ctx: Ctx,
  current: AdminSubscription,
  { end, status }: { end: string | null; status: SubscriptionStatus },
): Promise<SQL> {
  const { payments } = ctx.gateways;
  const modificationError = () => unprocessable("STRIPE_SUBSCRIPTION_MODIFICATION_ERROR");
  if (status === "canceled") {
    if (!current.stripe_id) return sql`least(now(), ${end}::timestamptz)`;
    const canceled = await payments.cancelSubscription(current.stripe_id);
    if (!canceled) throw modificationError();
    return sql`coalesce(${canceled.cancel_at}::timestamptz, now())`;
  }
  const paidId = end === current.cancel_at ? null : current.stripe_id;
  if (paidId && !(await payments.updateSubscription(paidId, { cancel_at: end }))) throw modificationError();
  return sql`${end}::timestamptz`;
}
