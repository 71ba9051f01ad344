import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import { audited, consume, refundStatement } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { stopTextMessages } from "../receive-text-message.ts";
import { first } from "../../sql.ts";
import { codeBudgets } from "./code-limits.ts";
import { getPhone, type Phone } from "./get-phone.ts";
import { parseNumber } from "./parse-number.ts";
import { codeLifeMinutes, codeTriesMax, phoneCode } from "./phone-code.ts";

/** A second request within so many seconds is a double click. */
const sameClickS = 20;

/**
 * Sends a code to a number, which proves it when it comes back (`confirmPhone`). The number until then stays. Throws BadRequest
 * for what is no number; TooManyRequests; PHONE_OPTED_OUT and PHONE_NUMBER_REFUSED when the provider does not send there;
 * NOTIFICATION_ERROR when nothing can be sent at the moment.
 */
export async function requestPhoneCode(ctx: Ctx, written: string): Promise<Phone> {
  const { sms } = ctx.gateways;
  const user = requireUser(ctx);
  if (!sms) throw unprocessable("NOTIFICATION_ERROR");
  const parsed = await parseNumber(written, ctx.settings.SMS_FROM);
  const { number } = parsed;
  if (await isJustSent(ctx, number)) return getPhone(ctx);
  const counted = await consume(ctx, codeBudgets(user, parsed));
  const code = await first(
    ctx,
    () => z.object({ id: z.nullable(z.string()), is_opted_out: z.boolean() }),
    sql`
    with opted as (select exists (select 1 from phone_opt_outs where number = ${number}) as is_out),
    code as (
      insert into phone_codes (user_id, number, expires_at, created_at)
      select ${user.user_id}, ${number}, now() + ${codeLifeMinutes} * interval '1 minute', clock_timestamp()
      from opted where not is_out
      returning id, user_id
    ), ${audited(ctx, "requestPhoneCode", "user", "code", { subject_id: sql`code.user_id`, org_id: user.org_id })}
    select (select id from code) as id, (select is_out from opted) as is_opted_out`,
  );
  if (!code?.id) {
    await ctx.db.execute(refundStatement(counted));
    throw unprocessable("PHONE_OPTED_OUT");
  }
  try {
    const body = codeText(await phoneCode(ctx, code.id), new URL(ctx.settings.PUBLIC_URL).hostname);
    await sms.send({ to: number, body, idempotency_key: `phone-code-${code.id}` });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log({ level: "warn", event: "phone-code", reason: error.message });
    // an answer that never came may be a message that does
    if (!error.timed_out) await takeBack(ctx, code.id, error.status === 429 || error.status === null ? counted : []);
    if (error.is_opted_out) {
      await stopTextMessages(ctx, number);
      throw unprocessable("PHONE_OPTED_OUT");
    }
    if (!error.timed_out) throw unprocessable(error.retryable ? "NOTIFICATION_ERROR" : "PHONE_NUMBER_REFUSED");
  }
  return getPhone(ctx);
}

const isJustSent = async (ctx: Ctx, number: string): Promise<boolean> =>
  (await first(
    ctx,
    () => z.object({ id: z.string() }),
    sql`
    select id from phone_codes
    where user_id = ${requireUser(ctx).user_id} and number = ${number} and used_at is null
      and attempts < ${codeTriesMax} and created_at > now() - ${sameClickS} * interval '1 second'`,
  )) !== undefined;

/** A code that was not sent is none; what was not sent costs nothing. */
async function takeBack(ctx: Ctx, id: string, counted: string[]): Promise<void> {
  const refund = counted.length > 0 ? sql`, refunded as (${refundStatement(counted)})` : sql``;
  await ctx.db.execute(sql`with gone as (delete from phone_codes where id = ${id}) ${refund} select 1`);
}

/** Its last line lets phones fill the code in on this host alone (https://wicg.github.io/sms-one-time-codes/). */
const codeText = (code: string, host: string): string =>
  [
    `CrunchBox: ${code} is your code to get text messages here. It works for ${codeLifeMinutes} minutes.`,
    "If you did not ask for it, ignore this message. Reply STOP to get none.",
    "",
    `@${host} #${code}`,
  ].join("\n");
