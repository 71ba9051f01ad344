import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { outboxMessage } from "../../contract/entities/waiting.ts";
import { notFound } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import type { Ctx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { iso, one } from "../sql.ts";

export type OutboxMessage = z.output<typeof outboxMessage>;
type Filter = { state?: string | undefined; channel?: string | undefined };

/** In the words of the partial indexes, so that the sent ones are never read. */
const waits = sql`(o.sent_at is null and o.failed_at is null)`;
const isGivenUp = sql`(o.failed_at is not null)`;

const columns: SQL = sql`
  o.id::text as id,
  o.channel,
  o.type,
  o.recipient,
  case when o.failed_at is null then 'waiting' else 'given-up' end as state,
  o.attempts,
  ${iso("o.created_at")} as created_at,
  case when o.failed_at is null then ${iso("o.next_at")} end as next_at,
  ${iso("o.failed_at")} as failed_at,
  o.last_error`;

/** Mails and text messages that are not sent. */
export const listOutbox = (ctx: Ctx, query: ListQuery & Filter): Promise<Page<OutboxMessage>> =>
  readPage(ctx, query, {
    shape: () => outboxMessage,
    columns,
    from: sql`outbox o`,
    where: [
      query.state === "waiting" ? waits : query.state === "given-up" ? isGivenUp : sql`(${waits} or ${isGivenUp})`,
      query.channel && sql`o.channel = ${query.channel}`,
    ],
    text: sql`(o.recipient || ' ' || o.type)`,
    alias: "o",
  });

/** A message that is not sent. Throws MESSAGE_NOT_FOUND. */
export const getOutboxMessage = (ctx: Ctx, id: string): Promise<OutboxMessage> =>
  one(
    ctx,
    () => outboxMessage,
    sql`select ${columns} from outbox o where o.id = ${id}::bigint and o.sent_at is null`,
    () => notFound("MESSAGE_NOT_FOUND"),
  );
