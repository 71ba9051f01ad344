import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { adminSubscription, subscription } from "../../contract/entities/subscription.ts";
import { notFound } from "../../contract/errors.ts";
import { isUuid } from "../../contract/fields.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { callerId } from "../caller.ts";
import type { Ctx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import {
  type AdminSubscription,
  adminSubscriptionColumns,
  type Subscription,
  subscriptionColumns,
} from "./subscription-rows.ts";
import { required, rowsOf } from "../sql.ts";

type Filter = { status?: string | undefined; org_id?: string | undefined; product_id?: string | undefined };
const product = sql`join products p on p.id = s.product_id`;
const list = {
  from: sql`subscriptions s`,
  join: product,
  text: sql`p.name`,
  searchIn: (matches: SQL) => sql`s.product_id in (select p.id from products p where ${matches})`,
  alias: "s",
};

/** The organization's subscriptions. */
export const listSubscriptions = (ctx: Ctx, query: ListQuery & Filter): Promise<Page<Subscription>> =>
  readPage(ctx, query, {
    shape: () => subscription,
    columns: subscriptionColumns,
    ...list,
    where: [sql`s.org_id = ${callerId(ctx, "org_id")}`, query.status && sql`s.status = ${query.status}`],
  });

const dueMax = 100;

/**
 * The organization's subscriptions that need somebody, the next first: overdue, or ending or renewing within 30 days. Reads in
 * the round trip of the session.
 */
export const listDueSubscriptions = async (ctx: Ctx): Promise<Subscription[]> => {
  const rows = await rowsOf(
    ctx,
    () => z.object({ found: subscription }),
    sql`
    select to_json(shown) as found from (
      select ${subscriptionColumns} from subscriptions s ${product}
      where s.org_id = ${callerId(ctx, "org_id")}
        and (
          s.status in ('past_due', 'unpaid')
          or s.status in ('active', 'trialing')
            and coalesce(s.cancel_at, s.current_period_end) between now() and now() + interval '30 days'
        )
      order by coalesce(s.cancel_at, s.current_period_end), s.id
      limit ${dueMax}
    ) shown`,
  );
  return rows.map(({ found }) => found);
};

export const listAdminSubscriptions = (ctx: Ctx, query: ListQuery & Filter): Promise<Page<AdminSubscription>> =>
  readPage(ctx, query, {
    shape: () => adminSubscription,
    columns: adminSubscriptionColumns,
    ...list,
    where: [
      query.org_id && sql`s.org_id = ${query.org_id}`,
      query.product_id && sql`s.product_id = ${query.product_id}`,
      query.status && sql`s.status = ${query.status}`,
    ],
  });

/** Throws SUBSCRIPTION_NOT_FOUND, also for another organization's and for an id that is none (O-057). */
export async function getSubscription(ctx: Ctx, id: string): Promise<Subscription> {
  const refusal = () => notFound("SUBSCRIPTION_NOT_FOUND");
  if (!isUuid(id)) throw refusal();
  const { found } = await required(
    ctx,
    () => z.object({ found: subscription }),
    sql`
    select to_json(shown) as found from (
      select ${subscriptionColumns} from subscriptions s ${product}
      where s.id = ${id} and s.org_id = ${callerId(ctx, "org_id")}
    ) shown`,
    refusal,
  );
  return found;
}

/** Throws SUBSCRIPTION_NOT_FOUND. */
export async function getAdminSubscription(ctx: Ctx, id: string): Promise<AdminSubscription> {
  const refusal = () => notFound("SUBSCRIPTION_NOT_FOUND");
  if (!isUuid(id)) throw refusal();
  const { found } = await required(
    ctx,
    () => z.object({ found: adminSubscription }),
    sql`
    select to_json(shown) as found from (
      select ${adminSubscriptionColumns} from subscriptions s ${product} where s.id = ${id}
    ) shown`,
    refusal,
  );
  return found;
}
