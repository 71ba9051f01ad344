import { type SQL, sql } from "drizzle-orm";

/**
 * Instant at which an administrator or the provider's report requeued a row of the outbox, in seconds since 1970; null
 * if never.
 */
const requeuedAtS = (row: string): SQL =>
  sql.raw(`extract(epoch from greatest(${row}.resent_at, ${row}.returned_at))::int`);

/**
 * Key of one sending of a row of the outbox, which the provider's reports repeat and its idempotency key contains. The
 * creation time distinguishes rows of different databases, because shops of one account at the provider share its
 * idempotency keys and receive each other's reports, and rows of a restored database, whose ids repeat.
 */
export const sendingKey = (row: string): SQL => {
  const idAndCreation = sql.raw(`${row}.id, (extract(epoch from ${row}.created_at) * 1000)::bigint`);
  return sql`concat_ws('-', ${idAndCreation}, ${requeuedAtS(row)})`;
};

const keyPattern = /^(\d{1,18})-\d{1,15}(?:-\d{1,12})?$/;

/** Condition that row `row` is the message of the sending `key`; undefined for a malformed key. */
export function isSending(row: string, key: string | undefined): SQL | undefined {
  const id = keyPattern.exec(key ?? "")?.[1];
  return id === undefined ? undefined : sql`${sql.raw(row)}.id = ${id}::bigint and ${sendingKey(row)} = ${key}`;
}
