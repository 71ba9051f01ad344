import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, changesOf, isUnsubscribeToken } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { withdrawOptional } from "../withdraw.ts";
import { one } from "../../sql.ts";

export type Link = { user_id: string; token: string };
export type Subscriber = { email: string; is_subscribed: boolean };

const subscriber = () => z.object({ email: z.string(), is_subscribed: z.boolean() });
const isSubscribed = sql`coalesce((u.notification_settings ->> 'is_subscribed')::boolean, true) as is_subscribed`;

export async function findSubscriber(ctx: Ctx, { user_id, token }: Link): Promise<Subscriber> {
  if (!(await isUnsubscribeToken(ctx.settings, user_id, token))) throw notFound("USR_NOT_FOUND");
  return one(ctx, subscriber, sql`select u.email, ${isSubscribed} from users u where u.id = ${user_id}`, () =>
    notFound("USR_NOT_FOUND"),
  );
}

/**
 * Turns reminders and news off without signing in (O-122, RFC 8058): the signed link suffices, so that a mail program
 * can do it. Withdraws queued messages that were not tried yet. Idempotent.
 */
export const unsubscribe = (ctx: Ctx, link: Link): Promise<Subscriber> =>
  setSubscription(ctx, "unsubscribe", link, false);

export const subscribe = (ctx: Ctx, link: Link): Promise<Subscriber> => setSubscription(ctx, "subscribe", link, true);

async function setSubscription(
  ctx: Ctx,
  action: "subscribe" | "unsubscribe",
  link: Link,
  isWanted: boolean,
): Promise<Subscriber> {
  const before = await findSubscriber(ctx, link);
  if (before.is_subscribed === isWanted) return before;
  return one(
    ctx,
    subscriber,
    sql`
    with u as (
      update users set
        notification_settings = notification_settings || jsonb_build_object('is_subscribed', ${isWanted}::boolean),
        updated_at = now()
      where id = ${link.user_id}
      returning *, ${beforeAndAfter}
    ),
    ${isWanted ? sql`` : sql`${withdrawOptional(link.user_id)},`}
    ${audited(ctx, action, "user", "u", { changes: changesOf() })}
    select u.email, ${isSubscribed} from u`,
    () => notFound("USR_NOT_FOUND"),
  );
}
