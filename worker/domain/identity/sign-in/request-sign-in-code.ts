import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/session.ts";
import { TooManyRequests } from "../../../contract/errors.ts";
import {
  audited,
  type Budget,
  consume,
  inFixedTime,
  isRightPassword,
  keyedHash,
  runOneAtATime,
  tryConsume,
} from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { maybeOne } from "../../sql.ts";
import { codesPerHour, signInCodeLife } from "./lifetimes.ts";

const hourS = 3600;
/**
 * Counts requests in the whole shop. No bot check guards them, so their password hashes must stay a small part of an
 * isolate's capacity.
 */
const shopBudget: Budget = { name: "sign-in-code:everybody", max: 60, window_s: 60 };

/**
 * Mails a code that replaces the bot check for one sign-in, if an active user sends the right password. A missing
 * account, a wrong password and an exhausted budget run the same statements and the same hash, and get the same reply
 * (T12). @throws TooManyRequests per address and for the whole shop
 */
export async function requestSignInCode(
  ctx: Ctx,
  input: InputOf<typeof contract.requestSignInCode>["body"],
): Promise<void> {
  const { address, account } = codesPerHour;
  await consume(ctx, [{ name: `sign-in-code:address:${ctx.network}`, max: address, window_s: hourS }, shopBudget]);
  const name = `sign-in-code:account:${await keyedHash(ctx.settings.CODE_PEPPER, input.username)}`;
  const isAllowed = await tryConsume(ctx, [{ name, max: account, window_s: hourS }]);
  const person = await maybeOne(
    ctx,
    () => z.object({ id: z.string(), password_hash: z.nullable(z.string()) }),
    sql`
    select id, password_hash from users
    where lower(email) = ${input.username} and is_active and agreed_at is not null`,
  );
  const isRight = await runOneAtATime("strangers", () => isRightPassword(input.password, person?.password_hash));
  if (isRight === undefined) throw new TooManyRequests(5);
  await inFixedTime(() => issueCode(ctx, isAllowed && isRight ? person : undefined));
}

/** Mails a code; without a user, the same statement runs and changes nothing. */
async function issueCode(ctx: Ctx, person: { id: string; password_hash: string | null } | undefined): Promise<void> {
  const mail = notificationParts(
    {
      type: "signInCode",
      recipient: sql`allowed.email`,
      user_id: sql`allowed.id`,
      payload: sql`jsonb_build_object(
        'first_name', allowed.first_name, 'last_name', allowed.last_name, 'expires_in_minutes', 10)`,
      code_id: sql`code.id`,
    },
    sql`code join allowed on allowed.id = code.user_id`,
  );
  await ctx.db.execute(sql`
    with allowed as (
      select * from users where id = ${person?.id ?? null}::uuid and password_hash = ${person?.password_hash ?? null}
    ), code as (
      insert into sign_in_codes (user_id, expires_at, created_at)
      select id, now() + ${signInCodeLife}::interval, clock_timestamp() from allowed returning id, user_id
    ),
    ${mail},
    ${audited(ctx, "requestSignInCode", "user", "code", { subject_id: sql`code.user_id`, org_id: null })}
    select 1`);
  ctx.wakeWorkers();
}
