import * as z from "zod/mini";
import { paymentStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { invoice } from "../../entities/invoice.ts";
import { described, flag, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { method: "GET", access: "see_billing", status: 200, tag: "Invoices" } as const;

export const listInvoices = endpoint({
  ...callDefaults,
  path: "/v1/client/invoices",
  query: z.object({
    payment_status: z.optional(z.enum(paymentStatuses)),
    is_unpaid: flag(),
    ...listQuery(["created_at", "updated_at", "amount", "payment_status"]),
  }),
  reply: listReply(invoice),
  errors: [],
  summary: "List the organization's invoices",
  description: "is_unpaid: its payment is pending or was declined, and its order or subscription was not canceled.",
});

export const getInvoiceUrl = endpoint({
  ...callDefaults,
  path: "/v1/client/invoices/{invoice_id}/download",
  params: z.object({ invoice_id: uuid() }),
  reply: reply({
    url: described(z.string().check(z.maxLength(1024)), "URL of the document, at most 1,024 characters"),
  }),
  errors: ["INVOICE_NOT_FOUND", "FILE_NOT_FOUND"],
  summary: "Read the document URL of an invoice",
});
