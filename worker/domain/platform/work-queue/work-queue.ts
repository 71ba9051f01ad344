import { type SQL, sql } from "drizzle-orm";

/** The time after which a silent worker counts as dead (T22), by the database's clock. */
export const leaseMs = 60_000;

export const newLease = sql.raw(`now() + ${leaseMs} * interval '1 millisecond'`);
/** Lease of work that may call the payment provider several times. */
export const longLease = sql.raw("now() + interval '5 minutes'");
export const expiredLease = sql`now()`;
export const isFree = (row: string): SQL => sql.raw(`${row}.lease_until <= now()`);
export const claimableAt = sql`greatest(next_at, lease_until)`;

/** The fencing token for a new lease of row `t`; only its holder may write. */
export const nextFencingToken = sql`t.fence + 1`;
/** Condition that the lease is still held: a new holder would have increased the fencing token. */
export const isHeldBy = (name: string, fencingToken: number): SQL => sql`name = ${name} and fence = ${fencingToken}`;

type DueRows = {
  table: string;
  key?: "id" | "customer_id" | "org_id";
  isOpen: SQL;
  /**
   * Columns whose instants must have passed. Rows are claimed in the order of the first column; the last one takes the
   * lease.
   */
  due?: readonly ["next_at", "lease_until"] | readonly ["next_at"] | readonly ["lease_until"];
  tries?: "tries" | "attempts";
  lease?: SQL;
  limit: number;
  returning: SQL;
};

/**
 * Statement that leases the next due rows of a table and counts the try. Rows that another worker is claiming are
 * skipped, so workers never wait for each other.
 */
export function claimDue({ table, isOpen, returning, limit, tries, ...options }: DueRows): SQL {
  const { key = "id", due = ["next_at", "lease_until"], lease = newLease } = options;
  const isDue = due.map((column) => `${column} <= now()`).join(" and ");
  return sql`
    update ${sql.raw(table)} r
    set ${sql.raw(due.at(-1) ?? "")} = ${lease} ${sql.raw(tries ? `, ${tries} = ${tries} + 1` : "")}
    where ${sql.raw(key)} in (
      select ${sql.raw(key)}
      from ${sql.raw(table)}
      where ${isOpen} and ${sql.raw(isDue)}
      order by ${sql.raw(due[0])}, ${sql.raw(key)}
      limit ${limit} for update skip locked
    ) returning ${returning}`;
}

/** Pause before the next try: `first_s` doubled once for each try so far, up to `max_s`. */
export const backoffDelay = ({
  first_s = 1,
  max_s,
  tries = "tries",
}: {
  first_s?: number;
  max_s: number;
  tries?: string;
}) => sql.raw(`least(${max_s}, ${first_s} * power(2, least(${tries}, 12))) * interval '1 second'`);
