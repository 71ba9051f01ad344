import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SmsReport } from "../../gateways/sms/index.ts";
import type { Ctx } from "../context.ts";
import { maybeOne } from "../sql.ts";
import { isSending } from "./sending-key.ts";

/**
 * Records the delivery status of a text message that the provider queued. A message that was not delivered is given up
 * with the carrier's reason, because a late retry is worth less than its price. Every other status proves that the
 * provider has the message, so it is not sent again after a lost answer. Statuses arrive in any order: a status of
 * another sending, or after a delivery, has no effect.
 */
export async function recordTextStatus(ctx: Ctx, key: string | undefined, report: SmsReport): Promise<void> {
  const isTargetMessage = isSending("o", key);
  if (!isTargetMessage) return;
  const { reason, is_delivered } = report;
  const updatedMessage = await maybeOne(
    ctx,
    () => z.object({ id: z.string(), type: z.string(), attempts: z.int(), has_failed: z.boolean() }),
    reason === null
      ? sql`
        update outbox o set
          sent_at = coalesce(o.sent_at, now()),
          last_error = null,
          last_status = null,
          reported_at = case when ${is_delivered} then now() end,
          payload = case when ${is_delivered} then '{}' else o.payload end
        where ${isTargetMessage} and o.channel = 'phone' and o.failed_at is null and o.reported_at is null
        returning o.id::text, o.type, o.attempts, false as has_failed`
      : sql`
        update outbox o set
          sent_at = null,
          failed_at = now(),
          returned_at = now(),
          last_error = ${reason},
          last_status = null
        where ${isTargetMessage} and o.channel = 'phone' and o.failed_at is null and o.reported_at is null
        returning o.id::text, o.type, o.attempts, true as has_failed`,
  );
  if (!updatedMessage?.has_failed) return;
  const { id, type, attempts } = updatedMessage;
  ctx.log({ level: "warn", event: "outbox", outbox_id: id, type, attempts, mails: 1, reason, is_final: true });
}
