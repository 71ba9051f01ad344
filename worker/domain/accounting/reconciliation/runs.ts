import { sql } from "drizzle-orm";
import type { TaskStatus } from "../../../../db/enums.ts";
import { type ReconciliationRun, reconciliationRun } from "../../../contract/entities/reconciliation.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { maybeOne, one } from "../../sql.ts";
import { startTask } from "../../platform/index.ts";

export type RunQuery = ListQuery & { status?: TaskStatus | undefined };

const runs = sql`task_runs r`;
const join = sql`left join book_runs b on b.run_id = r.id`;
const from = sql`${runs} ${join}`;
const columns = selectFields(reconciliationRun.shape, "r", {
  open_differences: sql`b.open_differences::int`,
  totals: sql`b.totals`,
});

export const listBookRuns = (ctx: ReadCtx, query: RunQuery): Promise<Page<ReconciliationRun>> =>
  readPage(ctx, query, {
    shape: () => reconciliationRun,
    columns,
    from: runs,
    join,
    where: [sql`r.task = 'books'`, query.status && sql`r.status = ${query.status}`],
    text: sql`r.task`,
    alias: "r",
  });

export const getBookRun = (ctx: ReadCtx, id: string): Promise<ReconciliationRun> =>
  one(
    ctx,
    () => reconciliationRun,
    sql`select ${columns} from ${from} where r.task = 'books' and r.id = ${id}`,
    () => notFound("REFERENCE_NOT_FOUND"),
  );

const newestFirst = sql`order by r.started_at desc, r.id desc limit 1`;

export const findLastCompletedBookRun = (ctx: ReadCtx): Promise<ReconciliationRun | undefined> =>
  maybeOne(
    ctx,
    () => reconciliationRun,
    sql`select ${columns} from ${from} where r.task = 'books' and b.run_id is not null ${newestFirst}`,
  );

export const findNewestBookRun = (ctx: ReadCtx): Promise<ReconciliationRun | undefined> =>
  maybeOne(ctx, () => reconciliationRun, sql`select ${columns} from ${from} where r.task = 'books' ${newestFirst}`);

/** Starts a run, or returns the one in progress (O-089). */
export async function startBookRun(ctx: Ctx): Promise<ReconciliationRun> {
  await startTask(ctx, "books");
  return one(
    ctx,
    () => reconciliationRun,
    sql`select ${columns} from ${from} where r.task = 'books' ${newestFirst}`,
    () => notFound("REFERENCE_NOT_FOUND"),
  );
}
