import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { TooManyRequests } from "../../../contract/errors.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import { keyedHash } from "../secrets/keyed-hash.ts";

/**
 * Seconds after which a claim expires that is not renewed, for example because its worker died or its download stalls.
 */
const leaseS = 20;
const renewAfterMs = 5000;

const runningMessage =
  "One of your files is still being written, and each user gets one long file at a time. Wait until it is finished.";

export type ExportClaim = { renew(): Promise<void>; release(): Promise<void> };

/**
 * Claims the only long download that a user may have at a time, so that downloads do not slow the shop down. @throws
 * TooManyRequests
 */
export async function claimExport(ctx: Ctx): Promise<ExportClaim> {
  const key = await keyedHash(ctx.settings.CODE_PEPPER, `export:${requireUser(ctx).user_id}`);
  const leaseEnd = sql`now() + ${leaseS} * interval '1 second'`;
  const claim = await maybeOne(
    ctx,
    () => z.object({ n: z.int() }),
    sql`
    insert into rate_counters as c (key, n, resets_at) values (${key}, 1, ${leaseEnd})
    on conflict (key) do update set n = c.n + 1, resets_at = excluded.resets_at where c.resets_at <= now()
    returning n`,
  );
  if (!claim) throw new TooManyRequests(leaseS, runningMessage);
  // A failed update is only logged: the download continues, and its claim expires after `leaseS`.
  const setEnd = (end: typeof leaseEnd): Promise<unknown> =>
    ctx.db
      .execute(sql`update rate_counters set resets_at = ${end} where key = ${key} and n = ${claim.n}`)
      .catch((error: unknown) => ctx.log({ level: "warn", event: "export", error: String(error) }));
  let claimedAt = Date.now();
  return {
    async renew() {
      if (Date.now() - claimedAt < renewAfterMs) return;
      claimedAt = Date.now();
      await setEnd(leaseEnd);
    },
    async release() {
      await setEnd(sql`now()`);
    },
  };
}
