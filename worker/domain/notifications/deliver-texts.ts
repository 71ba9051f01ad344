import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { mailTypeNames } from "../../contract/notification-types.ts";
import { GatewayError, toRenderError } from "../../gateways/gateway-error.ts";
import type { Ctx } from "../context.ts";
import { claimDue } from "../platform/index.ts";
import { type RowOf, many } from "../sql.ts";
import { mailTexts, textsAtFirstAttempt } from "./mail-texts/changed-texts.ts";
import { withPageUrl } from "./place.ts";
import { stopTextMessages } from "./receive-text-message.ts";
import { postpone, recordSent, releaseUntried } from "./record-delivery.ts";
import { sendingKey } from "./sending-key.ts";

/** Messages per claim; if a run is interrupted, its unsent messages wait until the lease of the claim ends. */
const claimMax = 10;
const failuresMax = 3;

const waitingText = () =>
  z.object({
    id: z.string(),
    type: z.enum(mailTypeNames),
    recipient: z.string(),
    payload: z.record(z.string(), z.unknown()),
    attempts: z.int(),
    texts: mailTexts,
    sending_key: z.string(),
  });

/**
 * Sends due text messages of the outbox one by one: the provider queues them and applies its own rate limit
 * (https://www.twilio.com/docs/messaging/guides/scaling-queueing-latency). Claims nothing during a pause (`postpone`);
 * a pause that begins during a claim releases the messages not tried yet.
 */
export async function deliverTexts(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const counts = { found: 0, processed: 0 };
  let failures = 0;
  while (failures < failuresMax) {
    const texts = await claimTexts(ctx);
    if (texts.length === 0) break;
    counts.found += texts.length;
    for (const [place, text] of texts.entries()) {
      const outcome = await send(ctx, text);
      failures = outcome === "sent" ? 0 : failures + 1;
      if (outcome === "sent") counts.processed += 1;
      if (outcome === "paused") {
        await releaseUntried(ctx, texts.slice(place + 1));
        return counts;
      }
    }
  }
  return counts;
}

const claimTexts = (ctx: Ctx): Promise<RowOf<typeof waitingText>[]> =>
  many(
    ctx,
    waitingText,
    claimDue({
      table: "outbox",
      isOpen: sql`channel = 'phone' and sent_at is null and failed_at is null
        and not exists (select 1 from timers where name = 'phone' and at > now())`,
      tries: "attempts",
      // The lease covers the whole claim, whose messages are sent one after the other.
      lease: sql`now() + interval '120 seconds'`,
      limit: claimMax,
      returning: sql`id, type, recipient, payload, attempts,
        ${textsAtFirstAttempt("r")} as texts, ${sendingKey("r")} as sending_key`,
    }),
  );

/** A message that is dropped because its recipient answered STOP counts as sent. */
async function send(ctx: Ctx, text: RowOf<typeof waitingText>): Promise<"sent" | "failed" | "paused"> {
  const { sms } = ctx.gateways;
  try {
    if (!sms) throw new GatewayError("sms", "not set up", { retryable: false });
    await sms.send({
      to: text.recipient,
      body: await renderText(ctx, text),
      idempotency_key: `outbox-${text.id}`,
      status_url: `${ctx.settings.PUBLIC_URL}/v1/callbacks/sms?sending=${text.sending_key}`,
    });
    await recordSent(ctx, [text], true);
    return "sent";
  } catch (cause) {
    if (!(cause instanceof GatewayError)) throw cause;
    if (cause.is_opted_out) {
      await stopTextMessages(ctx, text.recipient);
      return "sent";
    }
    return (await postpone(ctx, "phone", [text], cause)) ? "paused" : "failed";
  }
}

/** @throws GatewayError */
async function renderText(ctx: Ctx, { type, payload, texts }: RowOf<typeof waitingText>): Promise<string> {
  try {
    return await ctx.gateways.notificationTexts.byPhone(type, withPageUrl(ctx, type, payload), texts);
  } catch (cause) {
    throw toRenderError("sms", type, cause);
  }
}
