import type { Client } from "pg";
import { z } from "zod";
import { type Anchor, type Entry, origin } from "./chain.ts";

const fetchedMax = 2000;
const headSchema = z.object({ seq: z.coerce.number(), hash: z.string() });

export async function readHead(client: Client): Promise<Anchor> {
  const { rows } = await client.query("select seq::text as seq, hash from audit_head");
  return headSchema.safeParse(rows[0]).data ?? origin;
}

/** Entries older than the chain by id, then the chain; a cursor saves memory and needs a transaction. */
export async function* readEntries(client: Client): AsyncGenerator<Entry> {
  await client.query(`
    declare entries no scroll cursor for
    select seq::text as seq, id::text as id,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
      actor_kind, actor_id::text as actor_id, impersonator_id::text as impersonator_id, action, subject_type, subject_id,
      org_id::text as org_id, data::text as data, request_id, data_hash, previous_hash, hash
    from audit_log order by audit_log.seq nulls first, audit_log.id`);
  for (;;) {
    const { rows } = await client.query<Entry>(`fetch ${fetchedMax} from entries`);
    yield* rows;
    if (rows.length < fetchedMax) return;
  }
}
