import { type SQL, sql } from "drizzle-orm";

/** How long a runner that shows no sign of life is believed to be at work (T22). All by the database's clock. */
const length = sql`interval '60 seconds'`;

/** Takes or renews a lease: as the value of `lease_until`. */
export const held = sql`now() + ${length}`;
/** The same where the work is over or left to the next one. */
export const given = sql`now()`;
/** Whether the lease of row `t` is nobody's. */
export const isFree = sql`t.lease_until <= now()`;
/** The fence of row `t` for who takes its lease: with it, and with no older one, they may write. */
export const nextFencingToken = sql`t.fence + 1`;

/** The row of who holds the lease still: another one has raised the fence. */
export const isHeldBy = (name: string, fence: number): SQL => sql`name = ${name} and fence = ${fence}`;
