import * as z from "zod/mini";
import { paymentStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { invoice, invoiceDocumentShape } from "../../entities/invoice.ts";
import { cents } from "../../entities/money.ts";
import { day, described, flag, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { method: "GET", access: "see_billing", status: 200, tag: "Invoices" } as const;

const params = z.object({ invoice_id: uuid() });

/** Whole cents, which a query has as text. */
const centsText = (what: string) =>
  z.pipe(
    z.transform((value) => (typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : value)),
    cents(what),
  );

export const listInvoices = endpoint({
  ...callDefaults,
  path: "/v1/client/invoices",
  query: z.object({
    payment_status: z.optional(z.enum(paymentStatuses)),
    is_unpaid: flag(),
    from: day("First day"),
    to: day("Last day"),
    amount_from: z.optional(centsText("Smallest amount")),
    amount_to: z.optional(centsText("Largest amount")),
    ...listQuery(["created_at", "updated_at", "amount", "payment_status"]),
  }),
  reply: listReply(invoice),
  errors: [],
  summary: "List the organization's invoices",
  description:
    "is_unpaid: its payment is pending or was declined, and its order or subscription was not canceled. search finds numbers of invoices and orders, PO numbers, names of products, amounts as 4697.90 or $4,697.90, and dates as 20 Nov 2026.",
});

export const getInvoice = endpoint({
  ...callDefaults,
  path: "/v1/client/invoices/{invoice_id}",
  params,
  reply: reply(invoiceDocumentShape),
  errors: ["INVOICE_NOT_FOUND"],
  summary: "Read an invoice with its payments and refunds",
});

export const downloadInvoice = endpoint({
  ...callDefaults,
  path: "/v1/client/invoices/{invoice_id}/pdf",
  params,
  reply_type: "application/pdf",
  errors: ["INVOICE_NOT_FOUND"],
  summary: "Download an invoice as PDF",
});

export const getInvoiceUrl = endpoint({
  ...callDefaults,
  path: "/v1/client/invoices/{invoice_id}/download",
  params,
  reply: reply({
    url: described(z.string().check(z.maxLength(1024)), "URL of the document, at most 1,024 characters"),
  }),
  errors: ["INVOICE_NOT_FOUND", "FILE_NOT_FOUND"],
  summary: "Read the document URL of an invoice",
});
