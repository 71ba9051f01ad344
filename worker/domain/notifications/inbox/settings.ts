import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { currentUserId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { one } from "../../sql.ts";

const settings = () => z.object({ email: z.string(), is_subscribed: z.boolean() });
export type NotificationSettings = z.output<ReturnType<typeof settings>>;

export const getNotificationSettings = (ctx: ReadCtx): Promise<NotificationSettings> =>
  one(
    ctx,
    settings,
    sql`
    select u.email, coalesce((u.notification_settings ->> 'is_subscribed')::boolean, true) as is_subscribed
    from users u where u.id = ${currentUserId(ctx)}`,
    () => new Error("the signed-in user vanished"),
  );
