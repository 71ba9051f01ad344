import type { InvoiceDocument } from "../../../worker/domain/payments/index.ts";
import { invoiceTitle } from "../../../worker/contract/entities/invoice.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { toSeller } from "../../../worker/domain/platform/index.ts";
import { printInvoices } from "../../../worker/pdf/invoice.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { invoiceStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { movementLabels } from "../orders/payment-history.tsx";

export const toPdf = (ctx: ReadCtx, invoices: readonly InvoiceDocument[]): Promise<Uint8Array<ArrayBuffer>> =>
  printInvoices(invoices, {
    seller: (invoice) => toSeller(invoice.seller, ctx.settings.SUPPORT_EMAIL),
    date: (at) => dateText(at, ctx.time_zone()),
    day: (day) => dateText(day, "UTC"),
    status: invoiceStatusText,
    movement: (kind) => movementLabels[kind],
  });

/** Without the extension. */
export const invoiceFileName = (invoices: readonly InvoiceDocument[]): string => {
  const [first] = invoices;
  if (!first || invoices.length > 1) return "invoices";
  const title = invoiceTitle(first);
  return title.startsWith("Invoice") ? title : `Invoice ${title}`;
};
