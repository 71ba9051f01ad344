import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { verificationScopes } from "../../../db/enums.ts";
import { mailTypeNames } from "../../contract/notification-types.ts";
import type { Ctx } from "../context.ts";
import { GatewayError } from "../../gateways/gateway-error.ts";
import { stopUrl, verificationCode, verificationUrl } from "../secrets/index.ts";
import { rowsOf, type RowOf } from "../sql.ts";

const batchSize = 20;
/** Cloudflare allows six connections at once; four leaves room for the database. */
const parallelMax = 4;
/** The provider forgets an idempotency key after a day, so nothing older is tried again. */
const giveUpAfter = "24 hours";

const waitingMail = () =>
  z.object({
    id: z.string(),
    type: z.enum(mailTypeNames),
    recipient: z.string(),
    user_id: z.nullable(z.string()),
    payload: z.record(z.string(), z.unknown()),
    attempts: z.int(),
    code_id: z.nullable(z.string()),
    scope: z.nullable(z.enum(verificationScopes)),
    minutes_left: z.nullable(z.int()),
  });
type Row = RowOf<typeof waitingMail>;
type Outcome = "sent" | "later" | "failed";

/**
 * Sends what waits in the outbox until nothing is due or the provider fails. Any number of callers may run at once;
 * a message that was taken by a killed one is taken again after 60 s, under the same idempotency key (T21, F17).
 */
export async function deliverOutbox(ctx: Ctx): Promise<{ found: number; processed: number }> {
  let found = 0;
  let processed = 0;
  for (;;) {
    const rows = await take(ctx);
    found += rows.length;
    const outcomes: Outcome[] = [];
    for (let start = 0; start < rows.length; start += parallelMax) {
      outcomes.push(...(await Promise.all(rows.slice(start, start + parallelMax).map((row) => deliver(ctx, row)))));
    }
    processed += outcomes.filter((outcome) => outcome === "sent").length;
    if (rows.length < batchSize || outcomes.every((outcome) => outcome === "later")) return { found, processed };
  }
}

async function take(ctx: Ctx): Promise<Row[]> {
  const rows = await rowsOf(
    ctx,
    waitingMail,
    sql`
    with mine as (
      update outbox set lease_until = now() + interval '60 seconds', attempts = attempts + 1
      where id in (
        select id from outbox
        where sent_at is null and failed_at is null and next_at <= now() and lease_until <= now()
        order by next_at limit ${batchSize} for update skip locked
      ) returning *
    )
    select
      mine.id, mine.type, mine.recipient, mine.user_id, mine.payload, mine.attempts, mine.code_id,
      code.scope,
      (extract(epoch from code.expires_at - now()) / 60)::int as minutes_left
    from mine left join verification_codes code on code.id = mine.code_id order by mine.id`,
  );
  return rows;
}

async function deliver(ctx: Ctx, row: Row): Promise<Outcome> {
  try {
    const key = `outbox-${row.id}`;
    await ctx.gateways.email.send({
      to: row.recipient,
      type: row.type,
      payload: await complete(ctx, row),
      idempotency_key: key,
    });
  } catch (error) {
    return postpone(ctx, row, error);
  }
  // The payload has served; a sent row keeps no personal data beyond the address.
  await ctx.db.execute(sql`update outbox set sent_at = now(), payload = '{}', last_error = null where id = ${row.id}`);
  return "sent";
}

async function complete(ctx: Ctx, row: Row): Promise<Record<string, unknown>> {
  const { PUBLIC_URL, SUPPORT_EMAIL, CODE_PEPPER } = ctx.settings;
  const payload = { support_email: SUPPORT_EMAIL, ...row.payload };
  if (!row.code_id || !row.user_id) return payload;
  // Its code opens nothing that the old address may open.
  if (row.type === "emailChangeRequested")
    return { ...payload, url: await stopUrl(ctx.settings, row.user_id, row.code_id) };
  const code = await verificationCode(CODE_PEPPER, row.code_id);
  if (row.type === "signInCode") return { ...payload, code };
  if (!row.scope) return payload;
  const minutes = Math.max(1, row.minutes_left ?? 1);
  return {
    ...payload,
    url: verificationUrl(PUBLIC_URL, row.scope, row.user_id, code),
    expires_in_minutes: minutes,
    expires_in_hours: Math.max(1, Math.round(minutes / 60)),
  };
}

async function postpone(ctx: Ctx, row: Row, error: unknown): Promise<Outcome> {
  const isFinal = error instanceof GatewayError && !error.retryable;
  const reason = error instanceof Error ? error.message : "unknown";
  const waitS = Math.min(60, 2 ** Math.min(row.attempts, 6));
  ctx.log({
    level: "error",
    event: "outbox",
    outbox_id: row.id,
    type: row.type,
    attempts: row.attempts,
    reason,
    is_final: isFinal,
  });
  await ctx.db.execute(sql`
    update outbox
    set
      lease_until = now(),
      next_at = now() + ${waitS} * interval '1 second',
      last_error = ${reason},
      failed_at = case when ${isFinal} or created_at < now() - ${giveUpAfter}::interval then now() end
    where id = ${row.id}`);
  return isFinal ? "failed" : "later";
}
