import { sql } from "drizzle-orm";
import type { GatewayError } from "../../gateways/gateway-error.ts";
import type { Ctx } from "../context.ts";
import { backoffDelay, expiredLease } from "../platform/index.ts";
import { texts } from "../sql.ts";
import { sendingKey } from "./sending-key.ts";

type WaitingMessage = { id: string; type: string; attempts: number };
type SentMessage = WaitingMessage & { sending_key: string };

/**
 * The provider forgets an idempotency key after a day, so messages with an unknown outcome are not retried for longer.
 */
const unclearGiveUpAfter = "24 hours";
/**
 * Messages refused because of our key or domain were certainly not sent, and wait until the key or domain is repaired.
 */
const giveUpAfter = "7 days";
/** Pause after the provider refused our key or domain, in seconds. */
const refusedPauseS = 60;
/** Pause after a 429 without Retry-After, in seconds. */
const tooManyPauseS = 1;

const toInterval = (count: number) => sql`${count} * interval '1 second'`;

const toIdArray = (mails: readonly WaitingMessage[]) => sql`${`{${mails.map(({ id }) => id).join(",")}}`}::bigint[]`;

/**
 * Marks messages as sent and clears their payloads, so that a sent row retains no personal data beyond the address. If
 * the provider reports deliveries (`isReported`), the payload remains until the final report, because the provider may
 * still fail to send the message. A row that the provider has reported as failed in the meantime has another sending
 * key and stays as it is.
 */
export async function recordSent(ctx: Ctx, mails: readonly SentMessage[], isReported: boolean): Promise<void> {
  if (mails.length === 0) return;
  await ctx.db.execute(sql`
    update outbox set sent_at = now(),
      payload = case when ${isReported} and reported_at is null then payload else '{}' end,
      texts = case when ${isReported} and reported_at is null then texts end,
      last_error = null,
      last_status = null
    where
      id = any(${toIdArray(mails)})
      and ${sendingKey("outbox")} = any(${texts(mails.map(({ sending_key }) => sending_key))})`);
}

/**
 * Postpones the messages of a request or gives them up. A batch that is permanently refused as a whole is split: its
 * messages are tried alone. Messages of one request are given up together, when the oldest is too old. Errors about our
 * account, not a message, pause the whole channel for a while; a refused key or domain raises an alarm, a 429 does not.
 * Returns whether sending is paused.
 */
export async function postpone(
  ctx: Ctx,
  channel: "email" | "phone",
  mails: readonly WaitingMessage[],
  error: GatewayError,
): Promise<boolean> {
  const [firstMail] = mails;
  if (!firstMail) return false;
  const { status, retry_after_s } = error;
  const isRefused = status === 401 || status === 403;
  const isSplit = !error.retryable && mails.length > 1;
  const isFinal = !error.retryable && !isSplit;
  const pauseS = isRefused ? refusedPauseS : status === 429 ? (retry_after_s ?? tooManyPauseS) : 0;
  const hasRetryDelay = retry_after_s !== null || isSplit;
  const wait = hasRetryDelay ? toInterval(retry_after_s ?? 0) : backoffDelay({ max_s: 60, tries: "attempts" });
  const { id, type, attempts } = firstMail;
  ctx.log({
    level: status === 429 ? "warn" : "error",
    event: isRefused ? "alarm" : "outbox",
    ...(isRefused ? { name: `${channel}-refused` } : {}),
    outbox_id: id,
    type,
    attempts,
    mails: mails.length,
    reason: error.message,
    is_final: isFinal,
  });
  const ids = toIdArray(mails);
  const requeuedAt = sql`greatest(resent_at, returned_at)`;
  const unclearBefore = sql`case when unclear_at > coalesce(${requeuedAt}, '-infinity') then unclear_at end`;
  const isUnsent = isRefused || status === 429 || isSplit;
  const unclearSince = isUnsent ? unclearBefore : sql`coalesce(${unclearBefore}, now())`;
  await ctx.db.execute(sql`
    with paused as (
      insert into timers as t (name, at) select ${channel}, now() + ${toInterval(pauseS)} where ${pauseS > 0}
      on conflict (name) do update set at = greatest(t.at, excluded.at)
    )
    update outbox
    set
      lease_until = ${expiredLease},
      next_at = now() + greatest(${toInterval(pauseS)}, ${wait}),
      batch_id = case when ${isSplit} then null else batch_id end,
      last_error = ${error.message},
      last_status = ${status},
      unclear_at = ${unclearSince},
      failed_at = case
        when
          ${isFinal}
          or exists (
            select 1 from outbox o
            where o.id = any(${ids}) and (
              coalesce(${requeuedAt}, created_at) < now() - ${giveUpAfter}::interval
              or ${unclearSince} < now() - ${unclearGiveUpAfter}::interval
            )
          )
          then now()
      end
    where id = any(${ids}) and sent_at is null`);
  return pauseS > 0;
}

export async function releaseUntried(ctx: Ctx, messages: readonly WaitingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await ctx.db.execute(sql`
    update outbox set lease_until = ${expiredLease}, attempts = attempts - 1
    where id = any(${toIdArray(messages)}) and sent_at is null`);
}
