import { type SQL, sql } from "drizzle-orm";
import { unauthorized } from "../../contract/errors.ts";
import { audited } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { withdrawnTexts } from "./withdraw.ts";

type Webhook = { body: string; url: string; signature: string };

/** The people whose verified number it is, for the audit log. */
const owners = (number: string): SQL => sql`owners as (
    select u.id, u.org_id from user_phones p join users u on u.id = p.user_id where p.number = ${number}
  )`;

/**
 * Takes a text message to the shop's number: STOP and its like end text messages to the sender's number, START and its like
 * bring them back. Taken again it changes nothing. Throws SECURITY_CHECK_FAILED for what the provider did not sign.
 */
export async function receiveTextMessage(ctx: Ctx, webhook: Webhook): Promise<void> {
  const message = await ctx.gateways.sms?.readMessage(webhook);
  if (message === undefined) throw unauthorized("SECURITY_CHECK_FAILED");
  if (message.wish === "stop") await stopTextMessages(ctx, message.from);
  if (message.wish === "start") await startTextMessages(ctx, message.from);
}

/** Parts of a statement that end text messages to a number and withdraw what waits for it. */
export const stopTextMessagesParts = (ctx: Ctx, number: string): SQL => sql`
    opted as (
      insert into phone_opt_outs (number) values (${number}) on conflict do nothing returning number
    ),
    ${withdrawnTexts(sql`o.recipient = ${number}`)},
    ${owners(number)},
    ${audited(ctx, "stopTextMessages", "user", "owners", { where: sql`exists (select 1 from opted)` })}`;

/** Sends nothing to a number any more, and withdraws what waits for it. */
export async function stopTextMessages(ctx: Ctx, number: string): Promise<void> {
  await ctx.db.execute(sql`with ${stopTextMessagesParts(ctx, number)} select 1`);
}

/** Sends to a number again. */
async function startTextMessages(ctx: Ctx, number: string): Promise<void> {
  await ctx.db.execute(sql`
    with opted as (delete from phone_opt_outs where number = ${number} returning number),
    ${owners(number)},
    ${audited(ctx, "receiveTextMessage", "user", "owners", { where: sql`exists (select 1 from opted)` })}
    select 1`);
}
