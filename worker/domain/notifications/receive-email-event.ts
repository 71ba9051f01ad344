import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { BadRequest, TooManyRequests, unauthorized } from "../../contract/errors.ts";
import { audited, backoffDelay, beforeAndAfter, diffRows, expiredLease } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { exists, maybeOne, texts } from "../sql.ts";
import { hasLiveLink } from "./live-link.ts";
import { isSending } from "./sending-key.ts";

type Webhook = { body: string; id: string; timestamp: string; signature: string };

/**
 * Handles a delivery event of the email provider. A message that the provider accepted and then could not send is
 * requeued. A bounce marks the user's address; a delivery removes the mark. The time of the newest event is stored, and
 * an older event changes nothing, so that order and repetition do not matter. A mark applies only while the user has
 * that address. @throws SECURITY_CHECK_FAILED for an invalid signature, BadRequest for a signed body that is no event,
 * TooManyRequests for an event that the provider must repeat later
 */
export async function receiveEmailEvent(ctx: Ctx, webhook: Webhook): Promise<void> {
  const event = await ctx.gateways.email.readEvent(webhook);
  if (event === undefined) throw unauthorized("SECURITY_CHECK_FAILED");
  if (event === "nonsense") throw new BadRequest([{ code: "custom", path: [], message: "Malformed event." }]);
  const { at, returned, has_arrived } = event;
  if (event.failed !== null) return requeue(ctx, event.sending_key, event.failed);
  if (!returned && !has_arrived) return;
  const addresses = event.to.map((each) => parseAddress(each));
  const isTargetMessage = isSending("o", event.sending_key) ?? sql`false`;
  await ctx.db.execute(sql`
    with message as (
      update outbox o set
        reported_at = ${at}::timestamptz,
        -- A message without a recorded acceptance may be retried and needs its payload.
        payload = case when o.sent_at is null then o.payload else '{}' end
      where ${isTargetMessage}
    ), u as (
      update users set
        returned_email = case when ${returned !== null} then email end,
        email_returned_at = ${at}::timestamptz,
        email_returned = ${returned}
      where lower(email) = any(${texts(addresses)})
        and case
          when ${has_arrived} then coalesce(email_returned_at <= ${at}::timestamptz, true)
          else coalesce(returned_email <> email, false) or coalesce(email_returned_at < ${at}::timestamptz, true)
        end
      returning *, ${beforeAndAfter}
    ), ${audited(ctx, "receiveEmailEvent", "user", "u", {
      data: { type: event.type },
      changes: diffRows(),
      where: sql`coalesce(u.email_returned, u.before ->> 'email_returned') is not null`,
    })}
    select 1 from u`);
}

/** An accepted message that fails is retried for this long, at growing intervals. */
const failingGiveUpAfter = "7 days";
/** Seconds until the provider first repeats an event (https://resend.com/docs/webhooks/retries-and-replays). */
const repeatAfterS = 5;

/**
 * Requeues a message that the provider accepted and then could not send, for example because of its quota
 * (https://resend.com/docs/webhooks/emails/failed). A message that is a week old, whose link has expired or whose
 * payload was cleared is given up. A repeated event names an earlier sending of the row, and has no effect. A message
 * stays in its batch until the answer to the batch is recorded: a retry without it would have another body and, without
 * the first message, another key, and all other messages would be sent twice. @throws TooManyRequests until then
 */
async function requeue(ctx: Ctx, key: string | undefined, reason: string): Promise<void> {
  const isTargetMessage = isSending("o", key);
  if (!isTargetMessage) return;
  const isUnanswered = await exists(
    ctx,
    sql`
    select 1 from outbox o
    where ${isTargetMessage} and o.batch_id is not null and o.sent_at is null and o.failed_at is null`,
  );
  if (isUnanswered) throw new TooManyRequests(repeatAfterS);
  const lastError = `email: accepted, then not sent: ${reason}`;
  const failedMessage = await maybeOne(
    ctx,
    () => z.object({ id: z.string(), type: z.string(), attempts: z.int(), is_final: z.boolean() }),
    sql`
    update outbox o set
      sent_at = null,
      returned_at = now(),
      batch_id = null,
      link_minutes = null,
      lease_until = ${expiredLease},
      next_at = now() + ${backoffDelay({ first_s: 900, max_s: 21_600, tries: "attempts" })},
      last_error = ${lastError},
      last_status = null,
      failed_at = case
        when
          coalesce(o.resent_at, o.created_at) < now() - ${failingGiveUpAfter}::interval
          or o.sent_at < now() - interval '1 day'
          or not ${hasLiveLink}
          then now()
      end
    where ${isTargetMessage} and o.failed_at is null and o.reported_at is null
    returning o.id::text, o.type, o.attempts, o.failed_at is not null as is_final`,
  );
  if (!failedMessage) return;
  const { id, type, attempts, is_final } = failedMessage;
  ctx.log({ level: "error", event: "outbox", outbox_id: id, type, attempts, mails: 1, reason: lastError, is_final });
}

/** The bare lower-case address of "Ada <ada@acme.test>" or "ada@acme.test". */
const parseAddress = (recipient: string): string =>
  (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
