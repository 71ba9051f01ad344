import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { phoneShape } from "../../../contract/people/phone-shape.ts";
import { textableTypes } from "../../../contract/notification-types.ts";
import { currentUserId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { iso, one } from "../../sql.ts";
import { codeTriesMax } from "./phone-code.ts";

export type Phone = z.output<z.ZodMiniObject<typeof phoneShape>>;
export const phoneColumns = () => ({
  number: phoneShape.number,
  verified_at: phoneShape.verified_at,
  is_opted_out: phoneShape.is_opted_out,
  pending: phoneShape.pending,
  types: z.nullable(z.array(z.string())),
});
type PhoneRow = z.output<z.ZodMiniObject<ReturnType<typeof phoneColumns>>>;

/**
 * A statement that changes phones or codes passes its own CTEs, because its snapshot of the tables predates the change.
 */
export const selectPhone = (
  userId: SQL,
  { phones = sql`user_phones`, codes = sql`phone_codes` }: { phones?: SQL; codes?: SQL } = {},
): SQL => sql`
    select p.number, ${iso("p.verified_at")} as verified_at, to_json(p.types) as types,
      exists (select 1 from phone_opt_outs o where o.number = coalesce(p.number, c.number)) as is_opted_out,
      case when c.id is not null then
        json_build_object('number', c.number, 'expires_at', ${iso("c.expires_at")})
      end as pending
    from (select ${userId} as id) caller
      left join ${phones} p on p.user_id = caller.id
      left join lateral (
        select * from ${codes} c where c.user_id = caller.id order by c.created_at desc limit 1
      ) c on c.used_at is null and c.expires_at > now() and c.attempts < ${codeTriesMax}`;

export function toPhone(ctx: ReadCtx, { number, verified_at, is_opted_out, pending, types }: PhoneRow): Phone {
  const { sms } = ctx.gateways;
  return {
    number,
    verified_at,
    is_opted_out,
    pending,
    types: textableTypes.filter((type) => types?.includes(type)),
    is_available: sms !== undefined,
    shop_number: sms ? ctx.settings.SMS_FROM : null,
  };
}

export async function getPhone(ctx: ReadCtx): Promise<Phone> {
  const row = await one(
    ctx,
    () => z.object(phoneColumns()),
    selectPhone(currentUserId(ctx)),
    () => new Error("a select without tables returned no row"),
  );
  return toPhone(ctx, row);
}
