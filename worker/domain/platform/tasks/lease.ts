import { type SQL, sql } from "drizzle-orm";

/** The time after which a silent worker counts as dead (T22), by the database's clock. */
const length = sql`interval '60 seconds'`;

/** Value of `lease_until` that takes or renews a lease. */
export const held = sql`now() + ${length}`;
/** Value of `lease_until` that releases a lease. */
export const released = sql`now()`;
/** Whether the lease of row `t` has expired. */
export const isFree = sql`t.lease_until <= now()`;
/** The fencing token for a new lease of row `t`; only its holder may write. */
export const nextFencingToken = sql`t.fence + 1`;

/** Condition that the lease is still held: a new holder would have increased the fencing token. */
export const isHeldBy = (name: string, fence: number): SQL => sql`name = ${name} and fence = ${fence}`;
