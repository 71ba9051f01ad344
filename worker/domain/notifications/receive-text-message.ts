import { type SQL, sql } from "drizzle-orm";
import { unauthorized } from "../../contract/errors.ts";
import { audited } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { recordTextStatus } from "./record-text-status.ts";
import { withdrawTextsPart } from "./withdraw.ts";

/** `sending` names the sent message that a delivery status is about. */
type Webhook = { body: string; url: string; signature: string; sending: string | undefined };

const ownersPart = (number: string): SQL => sql`owners as (
    select u.id, u.org_id from user_phones p join users u on u.id = p.user_id where p.number = ${number}
  )`;

/**
 * Handles the provider's webhooks: messages to the shop's number, where STOP and its synonyms opt the sender out and
 * START and its synonyms opt the sender in again, and delivery statuses of sent messages. Idempotent. @throws
 * SECURITY_CHECK_FAILED for an invalid signature
 */
export async function receiveTextMessage(ctx: Ctx, webhook: Webhook): Promise<void> {
  const message = await ctx.gateways.sms?.readWebhook(webhook);
  if (message === undefined) throw unauthorized("SECURITY_CHECK_FAILED");
  if (message.kind === "report") {
    if (message.is_opted_out) await stopTextMessages(ctx, message.to);
    return recordTextStatus(ctx, webhook.sending, message);
  }
  if (message.wish === "stop") await stopTextMessages(ctx, message.from);
  if (message.wish === "start") await startTextMessages(ctx, message.from);
}

export const stopTextMessagesParts = (ctx: Ctx, number: string): SQL => sql`
    opted as (
      insert into phone_opt_outs (number) values (${number}) on conflict do nothing returning number
    ),
    ${withdrawTextsPart(sql`o.recipient = ${number}`)},
    ${ownersPart(number)},
    ${audited(ctx, "stopTextMessages", "user", "owners", { where: sql`exists (select 1 from opted)` })}`;

export async function stopTextMessages(ctx: Ctx, number: string): Promise<void> {
  await ctx.db.execute(sql`with ${stopTextMessagesParts(ctx, number)} select 1`);
}

async function startTextMessages(ctx: Ctx, number: string): Promise<void> {
  await ctx.db.execute(sql`
    with opted as (delete from phone_opt_outs where number = ${number} returning number),
    ${ownersPart(number)},
    ${audited(ctx, "receiveTextMessage", "user", "owners", { where: sql`exists (select 1 from opted)` })}
    select 1`);
}
