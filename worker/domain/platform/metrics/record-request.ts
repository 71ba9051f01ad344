import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { bucketColumns, bucketIndex } from "./latency.ts";

export type RecordedRequest = { route: string; status: number; ms: number };

const pauseMs = 5000;
/** Milliseconds after which an unfinished write counts as lost with its request. */
const lostAfterMs = 40_000;
/** Maximum rows in memory while the database is down; further rows are dropped. */
const rowsMax = 5000;

const numbers = ["requests", "ms", "database_ms", "statements", ...bucketColumns] as const;
type RequestNumbers = Record<(typeof numbers)[number], number>;
type Row = RequestNumbers & { minute_s: number; route: string; status: number };

let rows = new Map<string, Row>();
let writeStartedAt: number | undefined;

/**
 * Counts a request in this isolate's memory. At most every five seconds, one statement adds the counts to
 * `request_minutes`, after the response to a request that has used the database or failed. The count of a page without
 * statements waits for the next write, so that the page does not wake an idle database.
 */
export function recordRequest(ctx: Ctx, request: RecordedRequest): void {
  addRow(toRow(ctx, request));
  const isWorthwhile = ctx.usage.statements > 0 || request.status >= 500;
  const isWriting = writeStartedAt !== undefined && Date.now() - writeStartedAt < lostAfterMs;
  if (!isWorthwhile || isWriting) return;
  writeStartedAt = Date.now();
  ctx.defer(writeAfterPause(ctx));
}

function toRow({ usage }: Ctx, { route, status, ms }: RecordedRequest): Row {
  const requestNumbers: RequestNumbers = {
    requests: 1,
    ms,
    database_ms: usage.database_ms,
    statements: usage.statements,
    up_to_50: 0,
    up_to_100: 0,
    up_to_250: 0,
    up_to_500: 0,
    up_to_1000: 0,
    up_to_2500: 0,
    slower: 0,
  };
  requestNumbers[bucketColumns[bucketIndex(ms)] ?? "slower"] = 1;
  return { minute_s: Math.floor(Date.now() / 60_000) * 60, route, status: Math.floor(status / 100), ...requestNumbers };
}

function addRow(row: Row): void {
  const key = `${row.minute_s} ${row.status} ${row.route}`;
  const sum = rows.get(key);
  if (sum) for (const name of numbers) sum[name] += row[name];
  else if (rows.size < rowsMax) rows.set(key, row);
}

async function writeAfterPause(ctx: Ctx): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const pendingRows = [...rows.values()];
  rows = new Map();
  try {
    await writeRows(ctx, pendingRows);
  } catch {
    // The counts of an outage must not be lost.
    for (const row of pendingRows) addRow(row);
  } finally {
    writeStartedAt = undefined;
  }
}

const columns = sql.raw(numbers.join(", "));
const definitions = sql.raw(numbers.map((name) => `${name} bigint`).join(", "));
const sumAssignments = sql.raw(numbers.map((name) => `${name} = m.${name} + excluded.${name}`).join(", "));

/** Locks rows in the order of their key, so that isolates cannot deadlock. */
const writeRows = (ctx: Ctx, pendingRows: readonly Row[]) =>
  ctx.db.execute(sql`
    insert into request_minutes as m (minute, route, status, ${columns})
    select to_timestamp(r.minute_s), r.route, r.status, ${columns}
    from jsonb_to_recordset(${JSON.stringify(pendingRows)}::jsonb)
      as r (minute_s bigint, route text, status smallint, ${definitions})
    order by 1, 2, 3
    on conflict (minute, route, status) do update set ${sumAssignments}`);

/** Adds the counts of minutes older than 25 hours to the totals, which have the minute 1 January 1970. */
export async function mergeOldRequests(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const sums = sql.raw(numbers.map((name) => `sum(${name})`).join(", "));
  const { rowCount } = await ctx.db.execute(sql`
    with old as (
      delete from request_minutes where minute > 'epoch' and minute < now() - interval '25 hours' returning *
    )
    insert into request_minutes as m (minute, route, status, ${columns})
    select 'epoch', route, status, ${sums} from old group by route, status order by route, status
    on conflict (minute, route, status) do update set ${sumAssignments}`);
  return { found: rowCount, processed: rowCount };
}
