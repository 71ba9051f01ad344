import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { ledgerEntry, ledgerEntryShape } from "../../../contract/entities/ledger.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type * as contract from "../../../contract/v1/admin/ledger.ts";
import type { ReadCtx } from "../../context.ts";
import { isAmong, organizationIdsByName, type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { whereInShopDays, shopDay } from "../../shop-days.ts";
import { ledgerLine, priceLevelOfInvoice } from "./ledger-lines.ts";
import { taxOfEntry } from "./tax-of-entry.ts";

export type LedgerEntryRow = z.output<typeof ledgerEntry>;

const expressions = {
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
const columns = selectFields(ledgerEntryShape, "l", expressions);

type Query = ListQuery & Omit<InputOf<typeof contract.listLedger>["query"], keyof ListQuery>;

function buildPartCondition({ product_id, is_not_by_line }: Query): SQL | undefined {
  if (product_id !== undefined) return sql`part.product_id = ${product_id}`;
  return is_not_by_line ? sql`part.product_id is null` : undefined;
}

/**
 * Undefined selects all invoices. The state is compared first, because it selects fewer invoices than a price level.
 */
function selectInvoiceIds({ state, price_level_name: level }: Query): SQL | undefined {
  if (state === undefined) return level === undefined ? undefined : invoiceIdsAtLevel(level);
  const isAtLevel = level === undefined ? sql`true` : sql`coalesce(${priceLevelOfInvoice}, '') = ${level}`;
  return sql`select i.id from invoices i where coalesce(i.tax_address ->> 'state', '') = ${state} and ${isAtLevel}`;
}

/** Uses one index per reference type; `level` "" selects orders without a recorded level. */
const invoiceIdsAtLevel = (level: string): SQL => sql`
  select i.id
  from orders o
    join invoices i on i.reference_type = 'order' and i.reference_id = o.id
  where o.price_level_name = ${level} ${level === "" ? sql`or o.price_level_name is null` : sql``}
  union all
  select i.id
  from organizations g
    join invoices i on i.reference_type = 'subscription' and i.org_id = g.id
  where coalesce(g.price_level_name, 'Base Price') = ${level}`;

export const listLedger = (ctx: ReadCtx, query: Query): Promise<Page<LedgerEntryRow>> => {
  const partCondition = buildPartCondition(query);
  const selectedInvoiceIds = selectInvoiceIds(query);
  return readPage(ctx, query, {
    shape: () => ledgerEntry,
    columns: partCondition
      ? selectFields(ledgerEntryShape, "l", { ...expressions, part: sql`part.amount_cents::float` })
      : columns,
    from: partCondition
      ? sql`payment_ledger l join ledger_parts part on part.entry_id = l.id and ${partCondition}`
      : sql`payment_ledger l`,
    join: sql`join invoices i on i.id = l.invoice_id`,
    where: [
      ...whereInShopDays(sql`l.booked_at`, [query.from, query.to]),
      query.line && sql`${ledgerLine} = ${query.line}`,
      query.kind && sql`l.kind = ${query.kind}`,
      query.org_id && sql`l.org_id = ${query.org_id}`,
      selectedInvoiceIds && sql`l.invoice_id in (${selectedInvoiceIds})`,
    ],
    text: sql`l.stripe_object_id`,
    searchIn: (_matches, pattern) => {
      // A join with `ledger_parts` reads all entries, so the entries are compared with a hash of the ids, not with each
      // id.
      const isOneOf = (id: SQL, ids: SQL) => (partCondition ? sql`${id} in (${ids})` : isAmong(id, ids, pattern));
      const invoiceIds = sql`
        select n.id from invoices n where coalesce(n.stripe_invoice_no, '') ilike ${pattern}
        union
        select n.id
        from orders o
          join invoices n on n.reference_type = 'order' and n.reference_id = o.id
        where o.order_number ilike ${pattern}`;
      return sql`(
        ${isOneOf(sql`l.invoice_id`, invoiceIds)}
        or ${isOneOf(sql`l.org_id`, organizationIdsByName(pattern))}
      )`;
    },
    alias: "l",
    ...((partCondition || selectedInvoiceIds) && { has_costly_conditions: true }),
    amount: partCondition ? sql`part.amount_cents` : sql`l.amount_cents`,
  });
};
