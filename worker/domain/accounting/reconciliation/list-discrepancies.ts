import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { discrepancyCauses, type DiscrepancyKind } from "../../../../db/enums.ts";
import { type Discrepancy, discrepancyFields } from "../../../contract/entities/reconciliation.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { iso, one, many } from "../../sql.ts";
import { withExplanation } from "./causes.ts";

export type DiscrepancyQuery = ListQuery & {
  kind?: DiscrepancyKind | undefined;
  is_open?: boolean | undefined;
};

const rowShape = { ...discrepancyFields, cause: z.enum(discrepancyCauses) };
const row = () => z.object(rowShape);

const columns = selectFields(rowShape, "d", {
  expected: sql`d.expected::float`,
  found: sql`d.found::float`,
  org_name: sql`(select o.name from organizations o where o.id = d.org_id)`,
  order_id: sql`case
    when d.reference_type in ('order', 'sales_order') and d.kind <> 'orphan_record' then d.reference_id
    else (
      select i.reference_id::text
      from invoices i
      where i.id = d.invoice_id and i.reference_type = 'order'
    )
  end`,
  closed_by: sql`(select u.first_name || ' ' || u.last_name from users u where u.id = d.closed_by)`,
});

export async function listBookDifferences(ctx: ReadCtx, query: DiscrepancyQuery): Promise<Page<Discrepancy>> {
  const page = await readPage(ctx, query, {
    shape: row,
    columns,
    from: sql`book_differences d`,
    where: [
      query.kind && sql`d.kind = ${query.kind}`,
      query.is_open !== undefined && sql`(d.closed_at is null) = ${query.is_open}`,
    ],
    text: sql`d.reference_id`,
    alias: "d",
  });
  return { ...page, data: page.data.map(withExplanation) };
}

export const getBookDifference = async (ctx: ReadCtx, id: string): Promise<Discrepancy> =>
  withExplanation(
    await one(ctx, row, sql`select ${columns} from book_differences d where d.id = ${id}`, () =>
      notFound("REFERENCE_NOT_FOUND"),
    ),
  );

const discrepancyEvent = () =>
  z.object({ at: z.string(), what: z.string(), by: z.nullable(z.string()), note: z.nullable(z.string()) });
export type DiscrepancyEvent = z.output<ReturnType<typeof discrepancyEvent>>;

export const listDifferenceEvents = (ctx: ReadCtx, id: string): Promise<DiscrepancyEvent[]> =>
  many(
    ctx,
    discrepancyEvent,
    sql`
    select ${iso("event.at")} as at, event.what, event.by, event.note
    from (
      select d.first_seen_at as at, 'Found' as what, null as by, null as note from book_differences d where d.id = ${id}
      union all
      select d.opened_again_at, 'Reopened: the amounts changed', null, null
      from book_differences d
      where d.id = ${id} and d.opened_again_at is not null
      union all
      select d.closed_at, 'Closed: the records agree again', null, null
      from book_differences d
      where d.id = ${id} and d.closed_at is not null and d.closed_by is null
      union all
      select a.created_at, 'Closed', u.first_name || ' ' || u.last_name, a.data ->> 'note'
      from audit_log a
        left join users u on u.id = a.actor_id
      where a.subject_type = 'book_difference' and a.subject_id = ${id} and a.action = 'closeBookDifference'
    ) event
    order by event.at desc`,
  );
