import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { methodName, type NamedMethod } from "../../../contract/buying/payment-method-name.ts";
import { invoiceDocumentShape } from "../../../contract/entities/invoice.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { sellerAt } from "../../platform/index.ts";
import { selectFields } from "../../select-of.ts";
import { many, uuids } from "../../sql.ts";
import { invoiceBillTo } from "./invoice-bill-to.ts";
import { invoiceMovements } from "./invoice-movements.ts";
import { invoiceExpressions } from "./list-invoices.ts";

const invoiceDocument = z.object(invoiceDocumentShape);
export type InvoiceDocument = z.output<typeof invoiceDocument>;

const columns = selectFields(invoiceDocumentShape, "i", {
  ...invoiceExpressions,
  place_of_sale: sql`i.tax_address`,
  seller: sellerAt(sql`i.created_at`),
  bill_to: invoiceBillTo,
  ship_to: sql`nullif(o.shipping_data -> 'address', 'null')`,
  ordered_by: sql`case when o.id is not null then concat_ws(
    ' ', o.shipping_data -> 'personal_data' ->> 'first_name', o.shipping_data -> 'personal_data' ->> 'last_name'
  ) end`,
  movements: invoiceMovements,
  refunding: sql`(
    select coalesce(sum(refund.amount), 0)::int
    from jsonb_to_recordset(i.refunds) as refund(amount bigint, is_pending boolean)
    where refund.is_pending
  )`,
});

type StoredDocument = Omit<InvoiceDocument, "movements"> & {
  movements: (Omit<InvoiceDocument["movements"][number], "method"> & { method: NamedMethod | null })[];
};

const toDocument = (row: StoredDocument): InvoiceDocument => ({
  ...row,
  movements: row.movements.map(({ method, ...movement }) => ({ ...movement, method: method && methodName(method) })),
});

const readDocuments = async (ctx: ReadCtx, where: SQL): Promise<InvoiceDocument[]> => {
  const rows = await many(
    ctx,
    () => z.object({ invoice: z.custom<StoredDocument>() }),
    sql`
    select to_json(item) as invoice
    from (
      select ${columns}
      from invoices i
        left join orders o on i.reference_type = 'order' and o.id = i.reference_id
        left join subscriptions s on i.reference_type = 'subscription' and s.id = i.reference_id
      where ${where}
      order by i.created_at desc, i.id desc
    ) item`,
  );
  return rows.map(({ invoice }) => toDocument(invoice));
};

export async function getInvoice(ctx: ReadCtx, id: string): Promise<InvoiceDocument> {
  const [found] = await readDocuments(ctx, sql`i.id = ${id} and i.org_id = ${currentOrgId(ctx)}`);
  if (!found) throw notFound("INVOICE_NOT_FOUND");
  return found;
}

/** Newest first, all or none. @throws INVOICE_NOT_FOUND */
export async function getInvoices(ctx: ReadCtx, ids: readonly string[]): Promise<InvoiceDocument[]> {
  const uniqueIds = [...new Set(ids)];
  const found = await readDocuments(ctx, sql`i.id = any(${uuids(uniqueIds)}) and i.org_id = ${currentOrgId(ctx)}`);
  const missingId = uniqueIds.find((id) => !found.some((each) => each.id === id));
  if (missingId !== undefined) throw notFound("INVOICE_NOT_FOUND").about(missingId);
  return found;
}
