import type { Client } from "pg";
import { z } from "zod";
import { type Anchor, type ChainEntry, entryColumns, origin } from "../../worker/domain/platform/audit/chain/chain.ts";

const fetchRowsMax = 2000;
const headSchema = z.object({ seq: z.coerce.number(), hash: z.string() });

export async function readHead(client: Client): Promise<Anchor> {
  const { rows } = await client.query("select seq::text as seq, hash from audit_head");
  return headSchema.safeParse(rows[0]).data ?? origin;
}

/** Yields the entries older than the chain first, by id, then the chain. The cursor needs an open transaction. */
export async function* readEntries(client: Client): AsyncGenerator<ChainEntry> {
  await client.query(`
    declare entries no scroll cursor for
    select ${entryColumns}
    from audit_log order by audit_log.seq nulls first, audit_log.id`);
  for (;;) {
    const { rows } = await client.query<ChainEntry>(`fetch ${fetchRowsMax} from entries`);
    yield* rows;
    if (rows.length < fetchRowsMax) return;
  }
}
