import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { iso, many, type RowOf } from "../../sql.ts";
import { isRenewed } from "./subscription-rows.ts";

const heldPlan = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    /** Name of the offered product; the plan may be the same software with another term. */
    product_name: z.string(),
    is_same: z.boolean(),
    /** Start of a scheduled switch to the product; null without one. */
    becomes_at: z.nullable(z.string()),
  });
export type HeldPlan = RowOf<typeof heldPlan>;

/** The organization's live plans of the product itself or of another term of the same plan. */
export const listHeldPlans = (ctx: ReadCtx, productId: string): Promise<HeldPlan[]> =>
  listHeldPlansWhere(ctx, sql`p.id = ${productId}`);

export const listHeldPlansOfCart = (ctx: ReadCtx): Promise<HeldPlan[]> =>
  listHeldPlansWhere(
    ctx,
    sql`exists (
      select 1 from carts c
      where c.user_id = ${currentUserId(ctx)} and not c.is_complete and c.products ? p.id::text
    )`,
  );

const listHeldPlansWhere = (ctx: ReadCtx, isWanted: SQL): Promise<HeldPlan[]> =>
  many(
    ctx,
    heldPlan,
    sql`
    select s.id, own.name, p.name as product_name, own.id = p.id as is_same,
      (
        select ${iso("w.begins_at")} from plan_switches w
        where w.subscription_id = s.id and w.product_id = p.id and w.status = 'scheduled' and ${isRenewed}
      ) as becomes_at
    from products p
      join products own on own.id = p.id or own.family = p.family and own.subscription_term is not null
      join subscriptions s on s.product_id = own.id
    where ${isWanted} and p.subscription_term is not null
      and s.org_id = ${currentOrgId(ctx)} and s.status in ('active', 'past_due', 'trialing')
      and (s.cancel_at is null or s.cancel_at > now())
    order by own.id = p.id desc, s.created_at`,
  );
