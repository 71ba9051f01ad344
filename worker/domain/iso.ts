import { type SQL, sql } from "drizzle-orm";

/** A timestamptz column as ISO text in UTC; raw statements skip the column types. The name is ours, never input. */
export const iso = (column: string): SQL =>
  sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
