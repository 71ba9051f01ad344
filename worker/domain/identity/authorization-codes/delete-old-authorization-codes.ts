import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";

export async function deleteOldAuthorizationCodes(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const row = await maybeOne(
    ctx,
    () => z.object({ n: z.int() }),
    sql`
    with codes as (delete from hand_off_codes where expires_at < now() - interval '1 day' returning 1),
    tokens as (
      delete from refresh_tokens r using sessions s
      where s.id = r.session_id
        and least(s.revoked_at, s.refresh_expires_at) < now() - interval '1 day'
      returning 1
    )
    select ((select count(*) from codes) + (select count(*) from tokens))::int as n`,
  );
  const n = row?.n ?? 0;
  return { found: n, processed: n };
}
