import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notificationChannels, roles } from "../../../../db/enums.ts";
import { audience } from "../../../contract/entities/audience.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { isSendable } from "../../../contract/notification-types.ts";
import type { ReadCtx } from "../../context.ts";
import { idRow, iso, one } from "../../sql.ts";
import type { SendInput } from "./audience.ts";

const draftRow = () =>
  z.object({
    ...idRow().shape,
    type: z.string(),
    payload: z.record(z.string(), z.unknown()),
    user_id: z.nullable(z.string()),
    email: z.nullable(z.string()),
    org_id: z.nullable(z.string()),
    roles: z.nullable(z.array(z.enum(roles))),
    audience: z.nullable(audience),
    channels: z.array(z.enum(notificationChannels)),
    is_sent: z.boolean(),
    updated_at: z.string(),
  });
export type Draft = SendInput & { id: string; email: string | null; is_sent: boolean; updated_at: string };

/**
 * `email` is the address of the draft's single user, null for other audiences. @throws NOTIFICATION_NOT_FOUND,
 * NOTIFICATION_ERROR for a removed type
 */
export async function getDraft(ctx: ReadCtx, id: string): Promise<Draft> {
  const {
    user_id,
    org_id,
    roles: roleNames,
    audience: conditions,
    type,
    ...rest
  } = await one(
    ctx,
    draftRow,
    sql`
    select b.id, b.type, b.payload, b.user_id, b.org_id, to_json(b.roles) as roles, b.audience,
      to_json(b.channels) as channels,
      (select u.email from users u where u.id = b.user_id) as email,
      b.sent_at is not null as is_sent, ${iso("b.updated_at")} as updated_at
    from broadcasts b where b.id = ${id}`,
    () => notFound("NOTIFICATION_NOT_FOUND"),
  );
  if (!isSendable(type)) throw unprocessable("NOTIFICATION_ERROR");
  return {
    ...rest,
    type,
    user_id: user_id ?? undefined,
    org_id: org_id ?? undefined,
    roles: roleNames ?? undefined,
    audience: conditions ?? undefined,
  };
}
