import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { outboxMessage } from "../../contract/entities/waiting.ts";
import { notFound } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import type { ReadCtx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { selectFields } from "../select-of.ts";
import { iso, many, one } from "../sql.ts";

export type OutboxMessage = z.output<typeof outboxMessage>;
type Filter = { state?: string | undefined; channel?: string | undefined };

/** Both conditions equal predicates of partial indexes, so that sent messages are never read. */
const isWaiting = sql`(o.sent_at is null and o.failed_at is null)`;
const isGivenUp = sql`(o.failed_at is not null)`;

const columns = selectFields(outboxMessage.shape, "o", {
  id: sql`o.id::text`,
  state: sql`case when o.failed_at is null then 'waiting' else 'given-up' end`,
  next_at: sql`case when o.failed_at is null then ${iso("o.next_at")} end`,
});

export const listOutbox = (ctx: ReadCtx, query: ListQuery & Filter): Promise<Page<OutboxMessage>> =>
  readPage(ctx, query, {
    shape: () => outboxMessage,
    columns,
    from: sql`outbox o`,
    where: [
      query.state === "waiting"
        ? isWaiting
        : query.state === "given-up"
          ? isGivenUp
          : sql`(${isWaiting} or ${isGivenUp})`,
      query.channel && sql`o.channel = ${query.channel}`,
    ],
    text: sql`(o.recipient || ' ' || o.type)`,
    alias: "o",
  });

/**
 * Unsent messages that a request caused, found by their time: one transaction writes a message and the audit entry of
 * its cause, with one timestamp. Messages that another request created in the same millisecond are listed, too.
 */
export const listRequestMessages = (ctx: ReadCtx, requestId: string): Promise<OutboxMessage[]> =>
  many(
    ctx,
    () => outboxMessage,
    sql`
    select ${columns}
    from outbox o
    where o.sent_at is null and o.created_at in (select created_at from audit_log where request_id = ${requestId})
    order by o.id
    limit 50`,
  );

export const getOutboxMessage = (ctx: ReadCtx, id: string): Promise<OutboxMessage> =>
  one(
    ctx,
    () => outboxMessage,
    sql`select ${columns} from outbox o where o.id = ${id}::bigint and o.sent_at is null`,
    () => notFound("MESSAGE_NOT_FOUND"),
  );
