import type { Ctx } from "../context.ts";
import { GatewayError } from "../../gateways/gateway-error.ts";
import { digestEntries } from "../../contract/digest-mail-type.ts";
import { hasUnsubscribeLink } from "../../contract/notification-types.ts";
import {
  approvalUrl,
  recoveryUrl,
  securityEventUrl,
  stopUrl,
  unsubscribeUrl,
  verificationCode,
  verificationUrl,
} from "../platform/index.ts";
import { withPageUrl } from "./place.ts";
import { postpone, recordSent } from "./record-delivery.ts";
import { claimBatch, type WaitingMail } from "./take-batch.ts";

const failuresMax = 3;

const isAboutEvent = (type: string): boolean =>
  ["newSignIn", "passwordChanged", "emailChanged", "signInMethodChanged"].includes(type);

/**
 * Sends due mails of the outbox, several per request where possible. Runs may overlap and together respect the
 * provider's rate limit. The mails of an interrupted run are retried after 60 s in the same requests, under the same
 * idempotency keys (T21, F17, ADR-037).
 */
export async function deliverOutbox(ctx: Ctx): Promise<{ found: number; processed: number }> {
  let count = 0;
  let processed = 0;
  let failures = 0;
  while (failures < failuresMax) {
    const { mails, wait_ms } = await claimBatch(ctx);
    if (mails.length === 0) break;
    count += mails.length;
    if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms));
    const sentCount = await deliver(ctx, mails);
    failures = sentCount === undefined ? failures + 1 : 0;
    processed += sentCount ?? 0;
  }
  return { found: count, processed };
}

async function deliver(ctx: Ctx, mails: WaitingMail[]): Promise<number | undefined> {
  let refusals: (GatewayError | undefined)[];
  try {
    refusals = await send(ctx, mails);
  } catch (cause) {
    const failure =
      cause instanceof GatewayError ? cause : new GatewayError("email", "failed", { retryable: true, cause });
    if (isAcceptedBefore(mails, failure)) {
      ctx.log({ level: "warn", event: "outbox", mails: mails.length, reason: failure.message });
      await recordSent(ctx, mails, ctx.settings.EMAIL_WEBHOOK_SECRET !== "");
      return mails.length;
    }
    await postpone(ctx, "email", mails, failure);
    return failure.retryable ? undefined : 0;
  }
  const acceptedMails = mails.filter((_, place) => refusals[place] === undefined);
  await recordSent(ctx, acceptedMails, ctx.settings.EMAIL_WEBHOOK_SECRET !== "");
  for (const [place, mail] of mails.entries()) {
    const refusal = refusals[place];
    if (refusal) await postpone(ctx, "email", [mail], refusal);
  }
  return acceptedMails.length;
}

/**
 * Whether the provider accepted an earlier try whose answer was lost: it knows the key with another body, because
 * another release prints the messages differently. Under other keys their readers would get them twice.
 */
const isAcceptedBefore = (mails: readonly WaitingMail[], { status, retryable }: GatewayError): boolean =>
  status === 409 && !retryable && mails.every(({ attempts }) => attempts > 1);

/** @throws GatewayError if no message was accepted */
async function send(ctx: Ctx, mails: WaitingMail[]): Promise<(GatewayError | undefined)[]> {
  const { email } = ctx.gateways;
  const contents = await Promise.all(
    mails.map(async (mail) => ({
      to: mail.recipient,
      type: mail.type,
      payload: await completePayload(ctx, mail),
      texts: mail.texts,
      sending_key: mail.sending_key,
    })),
  );
  const [firstContent] = contents;
  const [firstMail] = mails;
  if (!firstMail || !firstContent) return [];
  // The provider remembers a key for a day. Ids repeat in a restored database and in another shop of the same account,
  // so the key also has the time of creation and, for a requeued message, that of the requeue.
  const key = firstMail.sending_key;
  if (firstMail.batch_id !== null) return email.sendBatch(contents, `outbox-batch-${key}`);
  await email.send({ ...firstContent, idempotency_key: `outbox-${key}` });
  return [undefined];
}

async function completePayload(ctx: Ctx, mail: WaitingMail): Promise<Record<string, unknown>> {
  const { PUBLIC_URL, SUPPORT_EMAIL, CODE_PEPPER } = ctx.settings;
  const payload: Record<string, unknown> = {
    support_email: SUPPORT_EMAIL,
    ...withPageUrl(ctx, mail.type, mail.payload),
  };
  if (mail.user_id && hasUnsubscribeLink(mail.type))
    return { ...payload, unsubscribe_url: await unsubscribeUrl(ctx.settings, mail.user_id, typesIn(mail)) };
  const { request_id } = payload;
  if (mail.type === "orderApprovalAsked" && mail.user_id && typeof request_id === "string") {
    const of = { request_id, user_id: mail.user_id, email: mail.recipient };
    return { ...payload, url: await approvalUrl(ctx.settings, of) };
  }
  const { event_id, recovery_id } = payload;
  if (isAboutEvent(mail.type) && mail.user_id && typeof event_id === "string")
    return { ...payload, url: await securityEventUrl(ctx.settings, { event_id, user_id: mail.user_id }) };
  if (mail.type === "recoveryStarted" && typeof recovery_id === "string")
    return { ...payload, url: await recoveryUrl(ctx.settings, "stop", recovery_id) };
  if (mail.type === "recoveryReady" && typeof recovery_id === "string")
    return { ...payload, url: await recoveryUrl(ctx.settings, "finish", recovery_id) };
  if (!mail.code_id || !mail.user_id) return payload;
  // This mail goes to the old address: a code in it would let the holder of that address confirm the change.
  if (mail.type === "emailChangeRequested")
    return { ...payload, url: await stopUrl(ctx.settings, mail.user_id, mail.code_id) };
  const code = await verificationCode(CODE_PEPPER, mail.code_id);
  if (mail.type === "signInCode") return { ...payload, code };
  if (!mail.scope) return payload;
  const minutes = Math.max(1, mail.link_minutes ?? 1);
  return {
    ...payload,
    url: verificationUrl(PUBLIC_URL, mail.scope, mail.user_id, code),
    expires_in_minutes: minutes,
    expires_in_hours: Math.max(1, Math.round(minutes / 60)),
  };
}

/** The types that the unsubscribe link of a mail turns off. */
function typesIn({ type, payload }: WaitingMail): string[] {
  if (type !== "digest") return [type];
  const { data: entries = [] } = digestEntries.safeParse(payload["entries"]);
  return [...new Set(entries.map((entry) => entry.type))].toSorted();
}
