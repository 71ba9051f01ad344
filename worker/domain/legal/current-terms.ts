import { type SQL, sql } from "drizzle-orm";

/** The version of the terms of sale that hold now; null when the shop has published none. */
export const currentTerms: SQL = sql`
  (select version from legal_texts where kind = 'terms' order by created_at desc, version desc limit 1)`;
