import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { TooManyRequests, unprocessable } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import { audited, claimPart, countParts, refundStatement } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { stopTextMessagesParts } from "../receive-text-message.ts";
import { one } from "../../sql.ts";
import { codeBudgets } from "./code-limits.ts";
import { type Phone, phoneColumns, selectPhone, toPhone } from "./get-phone.ts";
import { parseNumber, type PhoneNumber } from "./parse-number.ts";
import { codeLifeMinutes, codeTriesMax, phoneCode, phoneCodeHash } from "./phone-code.ts";

/** A second request within this many seconds counts as a double click. */
const sameClickS = 20;

/**
 * Texts a code to a number, to be confirmed by `confirmPhone`; the current number remains until then.
 * @throws BadRequest for an invalid number; TooManyRequests; PHONE_OPTED_OUT and PHONE_NUMBER_REFUSED if the provider
 * does not deliver to the number; NOTIFICATION_ERROR if nothing can be sent at the moment
 */
export async function requestPhoneCode(ctx: Ctx, input: string): Promise<Phone> {
  const { sms } = ctx.gateways;
  if (!sms) throw unprocessable("NOTIFICATION_ERROR");
  const phoneNumber = await parseNumber(input, ctx.settings.SMS_FROM);
  const id = crypto.randomUUID();
  // The code is derived from the id, so that a release that does not know code_hash can confirm the code, too.
  const code = await phoneCode(ctx, id);
  const { phone, counted, is_repeated } = await createCode(ctx, phoneNumber, { id, code });
  if (is_repeated) return phone;
  try {
    const body = codeText(code, new URL(ctx.settings.PUBLIC_URL).hostname);
    await sms.send({ to: phoneNumber.number, body, idempotency_key: `phone-code-${id}` });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log({ level: "warn", event: "phone-code", reason: error.message });
    // After a timeout the message may still arrive.
    if (error.timed_out) return phone;
    await deleteUnsentCode(ctx, { id, number: phoneNumber.number, counted, error });
    if (error.is_opted_out) throw unprocessable("PHONE_OPTED_OUT");
    throw unprocessable(error.retryable ? "NOTIFICATION_ERROR" : "PHONE_NUMBER_REFUSED");
  }
  return phone;
}

/**
 * Counts the budgets and creates the code in one statement. A double click and an opted-out number create and count
 * nothing. Of concurrent requests one gets the claim; the others run again and see its code. @throws TooManyRequests;
 * PHONE_OPTED_OUT
 */
async function createCode(
  ctx: Ctx,
  phoneNumber: PhoneNumber,
  { id, code }: { id: string; code: string },
): Promise<{ phone: Phone; counted: string[]; is_repeated: boolean }> {
  const user = requireUser(ctx);
  const { number } = phoneNumber;
  const counting = await countParts(ctx, codeBudgets(user, phoneNumber), {
    where: sql`(select is_claimed and not is_repeated from request)`,
    is_free: sql`(select is_stopped from request)`,
  });
  const columns = sql.raw("id, user_id, number, attempts, created_at, expires_at, used_at");
  const { wait_s, is_claimed, is_repeated, is_stopped, ...row } = await one(
    ctx,
    () =>
      z.object({
        ...phoneColumns(),
        wait_s: z.nullable(z.number()),
        is_claimed: z.boolean(),
        is_repeated: z.boolean(),
        is_stopped: z.boolean(),
      }),
    sql`
    with ${await claimPart(ctx, `phone-code:${user.user_id}:${number}`)},
    request as materialized (
      select
        exists (select 1 from claim) as is_claimed,
        exists (
          select 1 from phone_codes
          where user_id = ${user.user_id} and number = ${number} and used_at is null
            and attempts < ${codeTriesMax} and created_at > now() - ${sameClickS} * interval '1 second'
        ) as is_repeated,
        exists (select 1 from phone_opt_outs where number = ${number}) as is_stopped
    ),
    ${counting.parts},
    code as (
      insert into phone_codes (id, user_id, number, code_hash, expires_at, created_at)
      select ${id}::uuid, ${user.user_id}::uuid, ${number}, ${await phoneCodeHash(ctx, user.user_id, code)},
        now() + ${codeLifeMinutes} * interval '1 minute', clock_timestamp()
      from request where is_claimed and not is_repeated and not is_stopped and ${counting.wait_s} is null
      returning ${columns}
    ),
    ${audited(ctx, "requestPhoneCode", "user", "code", { subject_id: sql`code.user_id`, org_id: user.org_id })}
    select phone.*, request.is_claimed, request.is_repeated, request.is_stopped, ${counting.wait_s} as wait_s
    from request, (${selectPhone(sql`${user.user_id}::uuid`, {
      codes: sql`(select ${columns} from code union all select ${columns} from phone_codes)`,
    })}) phone`,
    () => new Error("a select without tables returned no row"),
  );
  if (!is_claimed) return createCode(ctx, phoneNumber, { id, code });
  if (wait_s !== null) throw new TooManyRequests(wait_s);
  if (is_stopped && !is_repeated) throw unprocessable("PHONE_OPTED_OUT");
  return { phone: toPhone(ctx, row), counted: counting.keys, is_repeated };
}

type UnsentCode = { id: string; number: string; counted: string[]; error: GatewayError };

/**
 * Deletes a code that was not sent, refunds its budgets if the provider did not process it, and records an opt-out that
 * the provider reported.
 */
async function deleteUnsentCode(ctx: Ctx, { id, number, counted, error }: UnsentCode): Promise<void> {
  const costsNothing = error.status === 429 || error.status === null;
  await ctx.db.execute(sql`
    with deleted as (delete from phone_codes where id = ${id})
    ${costsNothing ? sql`, refunded as (${refundStatement(counted)})` : sql``}
    ${error.is_opted_out ? sql`, ${stopTextMessagesParts(ctx, number)}` : sql``}
    select 1`);
}

/** The last line lets phones fill the code in on this host only (https://wicg.github.io/sms-one-time-codes/). */
const codeText = (code: string, host: string): string =>
  [
    `CrunchBox: ${code} is your code to get text messages here. It works for ${codeLifeMinutes} minutes.`,
    "If you did not ask for it, ignore this message. Reply STOP to get none.",
    "",
    `@${host} #${code}`,
  ].join("\n");
