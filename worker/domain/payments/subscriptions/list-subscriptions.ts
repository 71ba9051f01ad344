import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { adminSubscription, subscription } from "../../../contract/entities/subscription.ts";
import { notFound } from "../../../contract/errors.ts";
import { isUuid } from "../../../contract/fields.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { currentOrgId } from "../../current-user.ts";
import { isSold } from "../../catalog/index.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import {
  type AdminSubscription,
  adminSubscriptionColumns,
  type Subscription,
  ownSubscriptionColumns,
} from "./subscription-rows.ts";
import { whereInShopDays } from "../../shop-days.ts";
import { exists, many, one, type RowOf } from "../../sql.ts";

const isOver = sql`(s.status in ('canceled', 'incomplete_expired') or coalesce(s.cancel_at <= now(), false))`;

type Filter = { status?: string | undefined; org_id?: string | undefined; product_id?: string | undefined };
const joinProduct = sql`join products p on p.id = s.product_id`;
const listSource = {
  from: sql`subscriptions s`,
  join: joinProduct,
  text: sql`p.name`,
  searchIn: (matches: SQL) => sql`s.product_id = any(array(select p.id from products p where ${matches}))`,
  alias: "s",
};

export const listSubscriptions = (
  ctx: ReadCtx,
  query: ListQuery & Filter & { is_ended?: boolean | undefined },
): Promise<Page<Subscription>> =>
  readPage(ctx, query, {
    shape: () => subscription,
    columns: ownSubscriptionColumns(ctx),
    ...listSource,
    isOwn: true,
    where: [
      sql`s.org_id = ${currentOrgId(ctx)}`,
      query.status && sql`s.status = ${query.status}`,
      query.is_ended !== undefined && sql`${isOver} = ${query.is_ended}`,
    ],
  });

const dueMax = 100;

/** Subscriptions that are overdue, or that end or renew within 30 days; the next first. */
export const listDueSubscriptions = async (ctx: ReadCtx): Promise<Subscription[]> => {
  const rows = await many(
    ctx,
    () => z.object({ detail: subscription }),
    sql`
    select to_json(item) as detail from (
      select ${ownSubscriptionColumns(ctx)} from subscriptions s ${joinProduct}
      where s.org_id = ${currentOrgId(ctx)}
        and (
          s.status in ('past_due', 'unpaid')
          or s.status in ('active', 'trialing')
            and coalesce(s.cancel_at, s.current_period_end) between now() and now() + interval '30 days'
        )
      order by coalesce(s.cancel_at, s.current_period_end), s.id
      limit ${dueMax}
    ) item`,
  );
  return rows.map(({ detail }) => detail);
};

type AheadFilter = "renewal-7" | "renewal-30" | "renewal-90" | "end-30";

const isWithin = (instant: SQL, days: number): SQL =>
  sql`${instant} between now() and now() + ${days}::int * interval '1 day'`;
const isRenewing = sql`s.stripe_id is not null and s.status in ('active', 'trialing', 'past_due')
  and (s.cancel_at is null or s.cancel_at > s.current_period_end)`;
const aheadConditions: Record<AheadFilter, SQL> = {
  "renewal-7": sql`(${isRenewing} and ${isWithin(sql`s.current_period_end`, 7)})`,
  "renewal-30": sql`(${isRenewing} and ${isWithin(sql`s.current_period_end`, 30)})`,
  "renewal-90": sql`(${isRenewing} and ${isWithin(sql`s.current_period_end`, 90)})`,
  "end-30": sql`(s.status in ('active', 'trialing', 'past_due') and ${isWithin(sql`s.cancel_at`, 30)})`,
};

export const isRenewedSoon = aheadConditions["renewal-30"];
export const isRenewedIn90Days = aheadConditions["renewal-90"];
export const hasBegun = sql`s.status not in ('incomplete', 'incomplete_expired')`;
export const hasEnded = sql`(${hasBegun} and s.cancel_at <= now())`;

type DayFilters = Partial<Record<"begun_from" | "begun_to" | "ended_from" | "ended_to", string | undefined>>;

export const listAdminSubscriptions = (
  ctx: ReadCtx,
  query: ListQuery & Filter & DayFilters & { is_paid?: boolean | undefined; ahead?: AheadFilter | undefined },
): Promise<Page<AdminSubscription>> =>
  readPage(ctx, query, {
    shape: () => adminSubscription,
    columns: adminSubscriptionColumns,
    ...listSource,
    searchIn: (matches, pattern) => sql`(${listSource.searchIn(matches)}
      or s.org_id = any(array(select o.id from organizations o where o.name ilike ${pattern})))`,
    where: [
      query.is_paid !== undefined && sql`(s.stripe_id is not null) = ${query.is_paid}`,
      query.ahead && aheadConditions[query.ahead],
      (query.begun_from || query.begun_to) && hasBegun,
      ...whereInShopDays(sql`s.start_at`, [query.begun_from, query.begun_to]),
      (query.ended_from || query.ended_to) && hasEnded,
      ...whereInShopDays(sql`s.cancel_at`, [query.ended_from, query.ended_to]),
      query.org_id && sql`s.org_id = ${query.org_id}`,
      query.product_id && sql`s.product_id = ${query.product_id}`,
      query.status && sql`s.status = ${query.status}`,
    ],
  });

/** @throws SUBSCRIPTION_NOT_FOUND also for malformed ids and for other organizations' subscriptions (O-057) */
export async function getSubscription(ctx: ReadCtx, id: string): Promise<Subscription> {
  const refusal = () => notFound("SUBSCRIPTION_NOT_FOUND");
  if (!isUuid(id)) throw refusal();
  const { detail } = await one(
    ctx,
    () => z.object({ detail: subscription }),
    sql`
    select to_json(item) as detail from (
      select ${ownSubscriptionColumns(ctx)} from subscriptions s ${joinProduct}
      where s.id = ${id} and s.org_id = ${currentOrgId(ctx)}
    ) item`,
    refusal,
  );
  return detail;
}

export async function getAdminSubscription(ctx: ReadCtx, id: string): Promise<AdminSubscription> {
  const refusal = () => notFound("SUBSCRIPTION_NOT_FOUND");
  if (!isUuid(id)) throw refusal();
  const { detail } = await one(
    ctx,
    () => z.object({ detail: adminSubscription }),
    sql`
    select to_json(item) as detail from (
      select ${adminSubscriptionColumns} from subscriptions s ${joinProduct} where s.id = ${id}
    ) item`,
    refusal,
  );
  return detail;
}

export const isPlanSold = (ctx: ReadCtx, id: string): Promise<boolean> =>
  exists(
    ctx,
    sql`
    select 1 from subscriptions s ${joinProduct}
    where s.id = ${isUuid(id) ? id : null}::uuid and s.org_id = ${currentOrgId(ctx)} and ${isSold}`,
  );

const planRow = () => z.object({ id: z.string(), name: z.string(), is_sold: z.boolean() });
export const listPlans = (ctx: ReadCtx): Promise<RowOf<typeof planRow>[]> =>
  many(
    ctx,
    planRow,
    sql`
    select p.id, p.name, ${isSold} as is_sold from products p
    where p.subscription_term is not null and not p.is_archived
    order by p.name, p.id`,
  );
