import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { ledgerEntry, ledgerEntryShape } from "../../../contract/entities/ledger.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type * as contract from "../../../contract/v1/admin/ledger.ts";
import type { ReadCtx } from "../../context.ts";
import { isAmong, organizationIdsNamed, type Page, readPage } from "../../listing.ts";
import { selectOf } from "../../select-of.ts";
import { inShopDays, shopDay } from "../../shop-days.ts";
import { ledgerLine, priceLevelOfInvoice } from "./ledger-lines.ts";
import { taxOfEntry } from "./tax-of-entry.ts";
import { centsByLine, productShares } from "./product-shares.ts";

export type LedgerEntryRow = z.output<typeof ledgerEntry>;

const computed = {
  day: sql`${shopDay(sql`l.booked_at`)}::text`,
  line: ledgerLine,
  amount: sql`l.amount_cents::float`,
  part: sql`null::float`,
  tax: sql`${taxOfEntry}::float`,
  state: sql`nullif(i.tax_address ->> 'state', '')`,
  order: sql`(
    select json_build_object('id', o.id, 'order_number', o.order_number)
    from orders o
    where i.reference_type = 'order' and o.id = i.reference_id
  )`,
  subscription: sql`(
    select json_build_object('id', s.id, 'name', p.name)
    from subscriptions s
      join products p on p.id = s.product_id
    where i.reference_type = 'subscription' and s.id = i.reference_id
  )`,
  invoice: sql`json_build_object('id', i.id, 'stripe_invoice_no', i.stripe_invoice_no)`,
  organization: sql`(select json_build_object('id', g.id, 'name', g.name) from organizations g where g.id = l.org_id)`,
};
const columns = selectOf(ledgerEntryShape, "l", computed);

type Query = ListQuery & Omit<InputOf<typeof contract.listLedger>["query"], keyof ListQuery>;

/** The part of the entry `l` that the filter asks for. */
function partOf({ product_id, is_not_by_line }: Query): SQL | undefined {
  if (is_not_by_line && product_id === undefined) return sql`l.amount_cents - ${centsByLine}`;
  if (product_id === undefined) return undefined;
  return sql`(
    select coalesce(sum(share.amount), 0)
    from invoices i
      cross join lateral (${productShares}) share
    where i.id = l.invoice_id and share.product_id = ${product_id}
  )`;
}

/** Searchable by order number, invoice number and organization. */
export const listLedger = (ctx: ReadCtx, query: Query): Promise<Page<LedgerEntryRow>> => {
  const ofInvoice = [
    query.product_id && sql`i.products @> ${JSON.stringify([{ id: query.product_id }])}::jsonb`,
    query.price_level_name !== undefined && sql`coalesce(${priceLevelOfInvoice}, '') = ${query.price_level_name}`,
    query.state !== undefined && sql`coalesce(i.tax_address ->> 'state', '') = ${query.state}`,
  ].filter(Boolean);
  const part = partOf(query);
  return readPage(ctx, query, {
    shape: () => ledgerEntry,
    columns: part ? selectOf(ledgerEntryShape, "l", { ...computed, part: sql`part.cents::float` }) : columns,
    // Without the offset, the condition and the sum would each calculate the part of every entry.
    from: sql`payment_ledger l ${part ? sql`cross join lateral (select ${part} as cents offset 0) part` : sql``}`,
    join: sql`join invoices i on i.id = l.invoice_id`,
    where: [
      ...inShopDays(sql`l.booked_at`, [query.from, query.to]),
      query.line && sql`${ledgerLine} = ${query.line}`,
      query.kind && sql`l.kind = ${query.kind}`,
      query.org_id && sql`l.org_id = ${query.org_id}`,
      ofInvoice.length > 0 &&
        sql`exists (select 1 from invoices i where i.id = l.invoice_id and ${sql.join(ofInvoice, sql` and `)})`,
      part && sql`part.cents <> 0`,
    ],
    text: sql`l.stripe_object_id`,
    searchIn: (_matches, pattern) => sql`(
      ${isAmong(
        sql`l.invoice_id`,
        sql`
        select n.id from invoices n where coalesce(n.stripe_invoice_no, '') ilike ${pattern}
        union
        select n.id
        from orders o
          join invoices n on n.reference_type = 'order' and n.reference_id = o.id
        where o.order_number ilike ${pattern}`,
        pattern,
      )}
      or ${isAmong(sql`l.org_id`, organizationIdsNamed(pattern), pattern)}
    )`,
    alias: "l",
    ...(part && { has_costly_conditions: true }),
    amount: part ? sql`part.cents` : sql`l.amount_cents`,
  });
};
