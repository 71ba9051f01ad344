import * as z from "zod/mini";
import { paymentStatuses } from "../../../../db/enums.ts";
import { done, endpoint, reply } from "../../endpoint.ts";
import { adminInvoice, adminInvoiceShape } from "../../entities/invoice.ts";
import { day, described, flag, onlyTrue, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Admin: invoices" } as const;
const params = z.object({ invoice_id: uuid() });

export const listAdminInvoices = endpoint({
  ...callDefaults,
  access: "invoices:read",
  method: "GET",
  path: "/v1/admin/invoices",
  query: z.object({
    org_id: z.optional(uuid("Invalid Organization Id.")),
    payment_status: z.optional(z.enum(paymentStatuses)),
    is_unpaid: flag(),
    is_net_suite_sync_needed: onlyTrue(),
    from: day("First day, in UTC"),
    to: day("Last day, in UTC"),
    ...listQuery(["created_at", "updated_at", "amount", "payment_status"]),
  }),
  reply: listReply(adminInvoice),
  errors: [],
  summary: "List invoices",
  description:
    "is_unpaid true: its payment is pending or was declined, and its order or subscription was not canceled; false: money has been received. is_net_suite_sync_needed accepts only true.",
});

export const getAdminInvoice = endpoint({
  ...callDefaults,
  access: "invoices:read",
  method: "GET",
  path: "/v1/admin/invoices/{invoice_id}",
  params,
  reply: reply(adminInvoiceShape),
  errors: ["INVOICE_NOT_FOUND"],
  summary: "Read an invoice",
});

export const flagInvoicesSync = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/sync-needed",
  body: z.object({
    invoice_ids: described(z.array(uuid()).check(z.minLength(1), z.maxLength(100)), "At most 100"),
  }),
  reply: done,
  errors: ["INVOICE_NOT_FOUND"],
  summary: "Flag several invoices for the accounting export, all or none",
});

export const getAdminInvoiceUrl = endpoint({
  ...callDefaults,
  access: "invoices:read",
  method: "GET",
  path: "/v1/admin/invoices/{invoice_id}/download",
  params,
  reply: reply({
    url: described(z.string().check(z.maxLength(1024)), "URL of the document, at most 1,024 characters"),
  }),
  errors: ["INVOICE_NOT_FOUND", "FILE_NOT_FOUND"],
  summary: "Read the document URL of an invoice",
});

export const flagInvoiceSync = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/{invoice_id}/sync-needed",
  params,
  body: z.optional(z.object({ is_net_suite_sync_needed: z.optional(z.boolean()) })),
  reply: done,
  errors: ["INVOICE_NOT_FOUND"],
  summary: "Flag an invoice for the accounting export; false clears the flag",
});
