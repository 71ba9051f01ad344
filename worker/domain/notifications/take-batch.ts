import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { verificationScopes } from "../../../db/enums.ts";
import { mailTypeNames } from "../../contract/notification-types.ts";
import type { Ctx } from "../context.ts";
import { isFree, newLease } from "../platform/index.ts";
import { type RowOf, many } from "../sql.ts";
import { mailTexts, textsAtFirstAttempt } from "./mail-texts/changed-texts.ts";
import { sendingKey } from "./sending-key.ts";

/** Messages per request; the provider accepts 100. */
const batchMax = 20;
const holdMax = "10 seconds";

const waitingMail = () =>
  z.object({
    id: z.string(),
    type: z.enum(mailTypeNames),
    recipient: z.string(),
    user_id: z.nullable(z.string()),
    payload: z.record(z.string(), z.unknown()),
    attempts: z.int(),
    /** Id of the batch's first message; null for a message that is sent alone. */
    batch_id: z.nullable(z.string()),
    sending_key: z.string(),
    code_id: z.nullable(z.string()),
    scope: z.nullable(z.enum(verificationScopes)),
    link_minutes: z.nullable(z.int()),
    texts: mailTexts,
    wait_ms: z.int(),
  });
export type WaitingMail = RowOf<typeof waitingMail>;

/**
 * Claims the messages of one request and a slot in the provider's rate limit; `wait_ms` is the wait before sending.
 * Mails with a code or a link come first, because their readers wait for them. Untried messages are batched; a retry
 * sends the same batch in the same order, because its idempotency key covers all of it. Nothing is claimed while the
 * provider may not be called for longer than `holdMax` (see `postpone`).
 */
export async function claimBatch(ctx: Ctx): Promise<{ mails: WaitingMail[]; wait_ms: number }> {
  const requestInterval = sql`${Math.ceil(1100 / ctx.settings.EMAIL_REQUESTS_PER_SECOND)} * interval '1 millisecond'`;
  const mails = await many(
    ctx,
    waitingMail,
    sql`
    with head as (
      select id, batch_id, attempts = 0 and ${isYoung} as is_fresh
      from outbox
      where
        ${isDue}
        and (batch_id is null or batch_id = id or not exists (
          select 1 from outbox leader
          where leader.id = outbox.batch_id and leader.sent_at is null and leader.failed_at is null
        ))
        and not exists (select 1 from timers where name = 'email' and at > now() + interval '${sql.raw(holdMax)}')
      order by code_id is null, next_at, id limit 1 for update skip locked
    ),
    fresh as (
      select id from outbox
      where
        (select is_fresh and batch_id is null from head)
        and ${isDue} and attempts = 0 and batch_id is null and ${isYoung} and id <> (select id from head)
      order by code_id is null, next_at, id limit ${batchMax - 1} for update skip locked
    ),
    chosen as (
      select id from head union select id from fresh union
      select o.id from outbox o join head on o.batch_id = head.batch_id where o.sent_at is null and o.failed_at is null
    ),
    place as (
      insert into timers as t (name, at) select 'email', now() + ${requestInterval} from head
      on conflict (name) do update set at = greatest(t.at, now()) + ${requestInterval}
      returning greatest(0, ceil(extract(epoch from at - ${requestInterval} - now()) * 1000))::int as wait_ms
    ),
    claimed as (
      update outbox set
        lease_until = ${newLease},
        attempts = attempts + 1,
        texts = ${textsAtFirstAttempt("outbox")},
        batch_id = coalesce(batch_id, (select id from head where exists (select 1 from fresh))),
        -- A retry must be identical, or the provider refuses it as another message under a used key.
        link_minutes = coalesce(
          link_minutes,
          (select extract(epoch from c.expires_at - now()) / 60 from verification_codes c where c.id = code_id)::int
        )
      where id in (select id from chosen)
      returning *
    )
    select
      c.id, c.type, c.recipient, c.user_id, c.payload, c.attempts, c.batch_id, c.code_id,
      ${sendingKey("c")} as sending_key,
      code.scope,
      c.link_minutes,
      c.texts,
      (select wait_ms from place) as wait_ms
    from claimed c left join verification_codes code on code.id = c.code_id order by c.id`,
  );
  return { mails, wait_ms: mails[0]?.wait_ms ?? 0 };
}

const isDue = sql`
  channel = 'email' and sent_at is null and failed_at is null and next_at <= now() and ${isFree("outbox")}`;
/** A batch is given up as a whole, so only messages of similar age are batched. */
const isYoung = sql`coalesce(greatest(resent_at, returned_at), created_at) > now() - interval '1 hour'`;
