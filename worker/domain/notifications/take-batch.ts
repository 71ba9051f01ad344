import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { verificationScopes } from "../../../db/enums.ts";
import { mailTypeNames } from "../../contract/notification-types.ts";
import type { Ctx } from "../context.ts";
import { type RowOf, many } from "../sql.ts";

/** Messages of one request; the provider takes 100. */
const batchMax = 20;
/** A run does not hold messages for longer than this before it sends them. */
const holdMax = "10 seconds";

const waitingMail = () =>
  z.object({
    id: z.string(),
    type: z.enum(mailTypeNames),
    recipient: z.string(),
    user_id: z.nullable(z.string()),
    payload: z.record(z.string(), z.unknown()),
    attempts: z.int(),
    /** The first message of the request that this one goes by; null for one that goes alone. */
    batch_id: z.nullable(z.string()),
    /** When an administrator sent it again, in seconds. */
    resent_s: z.nullable(z.int()),
    code_id: z.nullable(z.string()),
    scope: z.nullable(z.enum(verificationScopes)),
    link_minutes: z.nullable(z.int()),
    wait_ms: z.int(),
  });
export type WaitingMail = RowOf<typeof waitingMail>;

/**
 * Takes the messages of one request, and a place for it in the provider's pace: `wait_ms` is how long to wait before sending.
 * Messages that were never tried go together; afterwards those of a request stay together, in their order, because its
 * idempotency key stands for all of them. While the provider wants to be left alone nothing is taken.
 */
export async function takeBatch(ctx: Ctx): Promise<{ mails: WaitingMail[]; wait_ms: number }> {
  const gap = sql`${Math.ceil(1100 / ctx.settings.EMAIL_REQUESTS_PER_SECOND)} * interval '1 millisecond'`;
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
      order by next_at, id limit 1 for update skip locked
    ),
    fresh as (
      select id from outbox
      where
        (select is_fresh and batch_id is null from head)
        and ${isDue} and attempts = 0 and batch_id is null and ${isYoung} and id <> (select id from head)
      order by next_at, id limit ${batchMax - 1} for update skip locked
    ),
    chosen as (
      select id from head union select id from fresh union
      select o.id from outbox o join head on o.batch_id = head.batch_id where o.sent_at is null and o.failed_at is null
    ),
    place as (
      insert into timers as t (name, at) select 'email', now() + ${gap} from head
      on conflict (name) do update set at = greatest(t.at, now()) + ${gap}
      returning greatest(0, ceil(extract(epoch from at - ${gap} - now()) * 1000))::int as wait_ms
    ),
    mine as (
      update outbox set
        lease_until = now() + interval '60 seconds',
        attempts = attempts + 1,
        batch_id = coalesce(batch_id, (select id from head where exists (select 1 from fresh))),
        -- A repetition must say the same, or the provider refuses it as another message under a used key.
        link_minutes = coalesce(
          link_minutes,
          (select extract(epoch from c.expires_at - now()) / 60 from verification_codes c where c.id = code_id)::int
        )
      where id in (select id from chosen)
      returning *
    )
    select
      mine.id, mine.type, mine.recipient, mine.user_id, mine.payload, mine.attempts, mine.batch_id, mine.code_id,
      extract(epoch from mine.resent_at)::int as resent_s,
      code.scope,
      mine.link_minutes,
      (select wait_ms from place) as wait_ms
    from mine left join verification_codes code on code.id = mine.code_id order by mine.id`,
  );
  return { mails, wait_ms: mails[0]?.wait_ms ?? 0 };
}

const isDue = sql`
  channel = 'email' and sent_at is null and failed_at is null and next_at <= now() and lease_until <= now()`;
/** A request is given up as a whole, so only messages of one time go together. */
const isYoung = sql`coalesce(resent_at, created_at) > now() - interval '1 hour'`;
