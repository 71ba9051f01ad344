import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type AuditCheck, auditCheck } from "../../../../contract/entities/audit-check.ts";
import { GatewayError } from "../../../../gateways/gateway-error.ts";
import type { Ctx, ReadCtx } from "../../../context.ts";
import { iso, many, maybeOne, one } from "../../../sql.ts";
import { audited } from "../audited.ts";
import { type Anchor, type ChainEntry, entryColumns, origin } from "./chain.ts";
import { inChainOrder } from "./in-chain-order.ts";
import { verifyChain } from "./walk.ts";

/** Numbers of anchors to verify: the newest ones, which are hourly, and before them those of midnight UTC. */
const hourlyAnchors = 24;
const dailyAnchors = 60;
const parallelReads = 6;
const batchRows = 2000;

type DatedAnchor = Anchor & { at: string };

/**
 * Verifies every entry's hash, the chain, its head, and recent anchors in the bucket, and records the result as an
 * audit entry. Entries added during the verification are left out. `npm run audit:verify` does the same without
 * trusting the worker.
 */
export async function verifyAudit(ctx: Ctx): Promise<{ check: AuditCheck }> {
  // The anchors are read before the head, because a job may anchor a newer entry between the two reads.
  const anchors = await readAnchors(ctx);
  const head = await readHead(ctx);
  const found = await verifyChain(inChainOrder(readEntries(ctx), head.seq), head, anchors);
  const data = { entries: found.entries, head: found.head, anchors, problems: found.problems };
  await ctx.db.execute(sql`
    with verified as (select 'audit_log' as id), ${audited(ctx, "verifyAudit", "audit_log", "verified", {
      org_id: null,
      data,
    })}
    select`);
  const check = await findAuditCheck(ctx);
  if (!check) throw new Error("the result was not saved");
  return { check };
}

/** The last result of `verifyAudit`; null before the first one. */
export async function findAuditCheck(ctx: ReadCtx): Promise<AuditCheck | null> {
  const row = await maybeOne(
    ctx,
    auditCheckRow,
    sql`
    select ${iso("a.created_at")} as checked_at,
      (a.data -> 'problems') = '[]' as is_whole,
      a.data -> 'entries' as entries, a.data -> 'head' as head, a.data -> 'anchors' as anchors,
      a.data -> 'problems' as problems,
      (
        select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
        from users u where u.id = a.actor_id
      ) as checked_by
    from audit_log a
    where a.action = 'verifyAudit'
    order by a.created_at desc, a.id desc limit 1`,
  );
  return row ?? null;
}
const auditCheckRow = () => auditCheck;

export const getAuditCheck = async (ctx: ReadCtx): Promise<{ check: AuditCheck | null }> => ({
  check: await findAuditCheck(ctx),
});

const readHead = (ctx: Ctx): Promise<Anchor> =>
  one(
    ctx,
    () => z.object({ seq: z.int(), hash: z.string() }),
    sql`select seq::float as seq, hash from audit_head`,
    () => new Error("the audit log has no head"),
  );

const entryRow = () => z.custom<ChainEntry>();

async function* readEntries(ctx: Ctx): AsyncGenerator<ChainEntry> {
  for (let after: string | null = null; ;) {
    const rows: ChainEntry[] = await many(
      ctx,
      entryRow,
      sql`
      select ${sql.raw(entryColumns)} from audit_log
      where ${after === null ? sql`true` : sql`audit_log.id > ${after}::uuid`}
      order by audit_log.id limit ${batchRows}`,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchRows) return;
    after = last.id;
  }
}

/** Anchors from the bucket, newest first; none if the bucket fails, so that the chain alone is verified. */
async function readAnchors(ctx: Ctx): Promise<DatedAnchor[]> {
  const { files } = ctx.gateways;
  try {
    const keys: string[] = [];
    for (let cursor: string | undefined; ;) {
      const listing: Awaited<ReturnType<typeof files.listFiles>> = await files.listFiles("audit/anchors/", cursor);
      keys.push(...listing.files.map(({ key }) => key));
      if (!listing.cursor) break;
      ({ cursor } = listing);
    }
    const newest = keys.toSorted().toReversed();
    const days = newest.slice(hourlyAnchors).filter((key) => key.includes("T00"));
    const selectedKeys = [...newest.slice(0, hourlyAnchors), ...days.slice(0, dailyAnchors)];
    const anchors: DatedAnchor[] = [];
    for (let at = 0; at < selectedKeys.length; at += parallelReads)
      anchors.push(
        ...(await Promise.all(selectedKeys.slice(at, at + parallelReads).map((key) => readAnchor(ctx, key)))).flat(),
      );
    return anchors.toSorted((one_, other) => other.seq - one_.seq);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log({ level: "warn", event: "audit-anchor", reason: error.message });
    return [];
  }
}

const anchorObject = () => z.object({ seq: z.coerce.number(), hash: z.string(), at: z.string() });

async function readAnchor({ gateways }: Ctx, key: string): Promise<DatedAnchor[]> {
  const text = new TextDecoder().decode(await gateways.files.readFile(key));
  const { data } = anchorObject().safeParse(JSON.parse(text));
  return data && data.seq > origin.seq ? [data] : [];
}
