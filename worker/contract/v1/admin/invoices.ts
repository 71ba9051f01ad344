import * as z from "zod/mini";
import { paymentStatuses } from "../../../../db/enums.ts";
import { done, endpoint, reply } from "../../endpoint.ts";
import { adminInvoice } from "../../entities/invoice.ts";
import { described, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const shared = { access: "admin", status: 200, tag: "Admin: invoices" } as const;
const params = z.object({ invoice_id: uuid() });

export const listAdminInvoices = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/invoices",
  query: z.object({
    org_id: z.optional(uuid("Invalid Organization Id.")),
    payment_status: z.optional(z.enum(paymentStatuses)),
    ...listQuery(["created_at", "updated_at", "amount", "payment_status"]),
  }),
  reply: listReply(adminInvoice),
  errors: [],
  summary: "List invoices",
});

export const getAdminInvoiceUrl = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/invoices/{invoice_id}/download",
  params,
  reply: reply({ url: described(z.string().check(z.maxLength(1024)), "The document, at most 1,024 characters") }),
  errors: ["INVOICE_NOT_FOUND", "FILE_NOT_FOUND"],
  summary: "Where an invoice's document is",
});

export const flagInvoiceSync = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/invoices/{invoice_id}/sync-needed",
  params,
  body: z.optional(z.object({ is_net_suite_sync_needed: z.optional(z.boolean()) })),
  reply: done,
  errors: ["INVOICE_NOT_FOUND"],
  summary: "Flag an invoice for the accounting export; false clears the flag",
});
