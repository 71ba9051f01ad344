import { type SQL, sql } from "drizzle-orm";
import { iso } from "../../sql.ts";

const newestFirst: SQL = sql`valid_from desc, created_at desc, version desc`;

export const licenseInForce: SQL = sql`(
  select version, html, valid_from, created_at from license_agreements
  where valid_from <= now()
  order by ${newestFirst}
  limit 1
)`;

export const currentTerms: SQL = sql`(
  select version from legal_texts where kind = 'terms' and valid_from <= now() order by ${newestFirst} limit 1
)`;

/** Start of the next version among `versions` (alias n), or null. */
export const nextVersionStart = (versions: SQL): SQL => sql`(
  select ${iso("min(n.valid_from) filter (where n.valid_from > now())")} from ${versions}
) as next_from`;

/** State of each version (alias v), ranked within `partition`. */
export const stateColumn = (partition: SQL): SQL => sql`case
  when v.valid_from > now() then 'scheduled'
  when row_number() over (
    partition by ${partition}, v.valid_from > now() order by v.valid_from desc, v.created_at desc, v.version desc
  ) = 1 then 'in_force'
  else 'former' end`;
