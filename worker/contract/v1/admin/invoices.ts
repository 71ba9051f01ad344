// The file is long because it lists all calls of administrators about invoices.
import * as z from "zod/mini";
import { paymentStatuses } from "../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { accountingStates, adminInvoice, adminInvoiceShape } from "../../entities/invoice.ts";
import { invoiceAges } from "../../entities/invoice-ages.ts";
import {
  calendarDay,
  day,
  describe,
  flag,
  freeText,
  idempotencyKey,
  onlyTrue,
  uuid,
  versionField,
} from "../../fields.ts";
import { listQuery, moneyListReply } from "../../paging.ts";

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
    age: z.optional(
      describe(z.enum(invoiceAges), "Owed invoices by the days since their date, in the shop's time zone"),
    ),
    is_unpaid: flag(),
    is_net_suite_sync_needed: onlyTrue(),
    needs_review: onlyTrue(),
    accounting: z.optional(
      describe(
        z.enum(accountingStates),
        "exported; waiting: paid, and not there yet; refunded_before_export: fully refunded, and never there",
      ),
    ),
    from: day("First day, in the shop's time zone"),
    to: day("Last day, in the shop's time zone"),
    ...listQuery(["created_at", "updated_at", "amount", "payment_status"]),
  }),
  reply: moneyListReply(adminInvoice),
  errors: [],
  summary: "List invoices",
  description:
    "is_unpaid true: its payment is pending or was declined, and its order or subscription was not canceled; the first invoice of a plan that never began does not count; false: money has been received. is_net_suite_sync_needed and needs_review accept only true.",
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
    invoice_ids: describe(z.array(uuid()).check(z.minLength(1), z.maxLength(100)), "At most 100"),
  }),
  reply: emptyReply,
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
    url: describe(z.string().check(z.maxLength(1024)), "URL of the document, at most 1,024 characters"),
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
  reply: emptyReply,
  errors: ["INVOICE_NOT_FOUND"],
  summary: "Flag an invoice for the accounting export; false clears the flag",
});

export const reviewInvoice = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/{invoice_id}/reviewed",
  params,
  body: z.optional(z.object({ updated_at: versionField() })),
  reply: emptyReply,
  errors: ["INVOICE_NOT_FOUND", "OBJECT_OUTDATED"],
  summary: "Mark the payment of an invoice as reviewed",
  description:
    "Clears needs_review. No money moves. With `updated_at` it is refused once money has moved since, or a reason has come.",
});

const invoiceIds = () =>
  describe(z.array(uuid()).check(z.minLength(1), z.maxLength(100)), "At most 100; each is decided by itself");

const reference = () =>
  freeText(140, "What the bank statement or the cheque says, such as its number").check(
    z.minLength(1, "Reference is required."),
  );

const paidOn = () => describe(calendarDay(), "Day on which the money arrived, at most today in the shop's time zone");
const payment = { reference: reference(), paid_on: paidOn() };

const resultsReply = reply({
  results: describe(
    z.array(
      z.object({
        invoice_id: z.string(),
        outcome: describe(
          z.enum(["done", "pending", "refused"]),
          "pending: the payment provider has not answered yet; it is tried again",
        ),
        message: describe(z.nullable(z.string()), "Why it was refused or is pending"),
      }),
    ),
    "One for each invoice, in the order of the request",
  ),
});

export const remindInvoice = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/{invoice_id}/remind",
  params,
  reply: emptyReply,
  errors: [
    "INVOICE_NOT_FOUND",
    "INVOICE_ALREADY_PAID",
    "INVOICE_CLOSED",
    "INVOICE_PAYMENT_UNDER_WAY",
    "INVOICE_REMINDED",
    "INVOICE_WITHOUT_RECIPIENT",
  ],
  summary: "Remind the buyer of an unpaid invoice",
  description: "Sends a mail with the pay link, at most one an hour.",
});

export const remindInvoices = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/remind",
  body: z.object({ invoice_ids: invoiceIds() }),
  reply: resultsReply,
  errors: [],
  summary: "Remind the buyers of several unpaid invoices, each with its own result",
});

export const chargeInvoice = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/{invoice_id}/charge",
  params,
  body: z.optional(
    z.object({ key: z.optional(describe(idempotencyKey(), "Idempotency key: repeating it makes no second attempt")) }),
  ),
  reply: emptyReply,
  errors: [
    "INVOICE_NOT_FOUND",
    "INVOICE_ALREADY_PAID",
    "INVOICE_CLOSED",
    "INVOICE_PAYMENT_UNDER_WAY",
    "CHARGE_DECLINED",
  ],
  summary: "Charge the default payment method for an unpaid invoice now",
  description:
    "The plan's method; for an order the organization's default, else the method it was ordered with. A decline leaves the invoice open; the message says why. A bank debit is under way for some days.",
});

/** Reasons why an invoice cannot be noted as paid, voided or written off. */
const notOpenErrors = [
  "INVOICE_NOT_FOUND",
  "INVOICE_ALREADY_PAID",
  "INVOICE_CHANGED",
  "INVOICE_CLOSED",
  "INVOICE_PAYMENT_UNDER_WAY",
] as const;

export const markInvoicePaid = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/{invoice_id}/paid",
  params,
  body: z.object(payment),
  reply: emptyReply,
  errors: notOpenErrors,
  summary: "Note an invoice as paid by wire or cheque",
  description: "Nothing is charged. Repeating it with the same reference and day changes nothing.",
});

export const markInvoicesPaid = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/paid",
  body: z.object({ invoice_ids: invoiceIds(), ...payment }),
  reply: resultsReply,
  errors: [],
  summary: "Note several invoices as paid by one wire or cheque, each with its own result",
});

export const voidInvoice = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/{invoice_id}/void",
  params,
  reply: emptyReply,
  errors: [...notOpenErrors, "INVOICE_PAID_IN_PART"],
  summary: "Void an unpaid invoice: it was never owed",
  description:
    "It can never be paid again. Items of its order that have not shipped are canceled, and its software is locked; shipped items stay.",
});

export const writeOffInvoice = endpoint({
  ...callDefaults,
  access: "invoices:act",
  method: "POST",
  path: "/v1/admin/invoices/{invoice_id}/write-off",
  params,
  reply: emptyReply,
  errors: notOpenErrors,
  summary: "Write off an unpaid invoice: nobody expects the money any more",
  description:
    "It can still be paid or voided. Items of its order that have not shipped are canceled, and its software is locked if nothing was paid; shipped items stay.",
});
