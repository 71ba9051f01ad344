import type { InvoiceDocument } from "../../../worker/domain/payments/index.ts";
import { findSender } from "../../../worker/domain/fulfilment/index.ts";
import { invoiceTitle } from "../../../worker/contract/entities/invoice.ts";
import type { ReadCtx } from "../../../worker/domain/context.ts";
import { type Seller, printInvoices } from "../../../worker/pdf/invoice.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { invoiceStatusText } from "../../../worker/ui/parts/status-badges.tsx";
import { movementLabels } from "../orders/payment-history.tsx";

/** The sender of parcels, until the shop's settings name the seller. */
export const sellerOf = (ctx: ReadCtx): Seller => {
  const [name = "CGX", ...address] = findSender(ctx)?.split(", ") ?? [];
  return { name, address: address.length > 0 ? address.join(", ") : null, email: ctx.settings.SUPPORT_EMAIL };
};

export const toPdf = (ctx: ReadCtx, invoices: readonly InvoiceDocument[]): Promise<Uint8Array<ArrayBuffer>> =>
  printInvoices(invoices, {
    seller: sellerOf(ctx),
    date: (at) => dateText(at, ctx.time_zone()),
    status: invoiceStatusText,
    movement: (kind) => movementLabels[kind],
  });

/** Without its ending. */
export const fileNameOf = (invoices: readonly InvoiceDocument[]): string => {
  const [first] = invoices;
  if (!first || invoices.length > 1) return "invoices";
  const title = invoiceTitle(first);
  return title.startsWith("Invoice") ? title : `Invoice ${title}`;
};
