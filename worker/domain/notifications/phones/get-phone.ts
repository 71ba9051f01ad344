import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { phoneShape } from "../../../contract/people/phone-shape.ts";
import { textableTypes } from "../../../contract/notification-types.ts";
import { callerId } from "../../caller.ts";
import type { Ctx } from "../../context.ts";
import { iso, required } from "../../sql.ts";
import { codeTriesMax } from "./phone-code.ts";

export type Phone = z.output<z.ZodMiniObject<typeof phoneShape>>;
const row = () =>
  z.object({
    number: phoneShape.number,
    verified_at: phoneShape.verified_at,
    is_opted_out: phoneShape.is_opted_out,
    pending: phoneShape.pending,
    types: z.nullable(z.array(z.string())),
  });

/** The number at which the caller gets text messages, and which of them. */
export async function getPhone(ctx: Ctx): Promise<Phone> {
  const { types, ...phone } = await required(
    ctx,
    row,
    sql`
    select p.number, ${iso("p.verified_at")} as verified_at, to_json(p.types) as types,
      exists (select 1 from phone_opt_outs o where o.number = coalesce(p.number, c.number)) as is_opted_out,
      case when c.id is not null then
        json_build_object('number', c.number, 'expires_at', ${iso("c.expires_at")})
      end as pending
    from (select ${callerId(ctx, "user_id")} as id) caller
      left join user_phones p on p.user_id = caller.id
      left join lateral (
        select * from phone_codes c where c.user_id = caller.id order by c.created_at desc limit 1
      ) c on c.used_at is null and c.expires_at > now() and c.attempts < ${codeTriesMax}`,
    () => new Error("a select without a table answered nothing"),
  );
  const { sms } = ctx.gateways;
  return {
    ...phone,
    types: textableTypes.filter((type) => types?.includes(type)),
    is_available: sms !== undefined,
    shop_number: sms ? ctx.settings.SMS_FROM : null,
  };
}
