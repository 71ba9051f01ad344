import * as z from "zod/mini";
import { paymentStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { invoice, invoiceDocumentShape, paidAtOnceMax } from "../../entities/invoice.ts";
import { freeText, idempotencyKey } from "../../fields.ts";
import { cents } from "../../entities/money.ts";
import { day, describe, flag, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { method: "GET", access: "see_billing", status: 200, tag: "Invoices" } as const;

const params = z.object({ invoice_id: uuid() });

/** Whole cents of a query parameter, which arrives as text. */
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

export const payInvoices = endpoint({
  ...callDefaults,
  method: "POST",
  not_impersonated: true,
  path: "/v1/client/invoices/pay",
  body: z.object({
    invoice_ids: describe(
      z.array(uuid()).check(z.minLength(1, "Select at least one invoice."), z.maxLength(paidAtOnceMax)),
      `At most ${paidAtOnceMax}; each is charged by itself`,
    ),
    stripe_payment_method_id: freeText(255, "Payment method of the organization").check(
      z.minLength(1, "Choose a payment method."),
    ),
    key: z.optional(describe(idempotencyKey(), "Idempotency key: repeating it makes no second attempt")),
  }),
  reply: reply({
    results: describe(
      z.array(
        z.object({
          invoice_id: z.string(),
          outcome: describe(
            z.enum(["paid", "processing", "action", "declined", "refused", "pending"]),
            "processing: a bank debit takes some days; action: the bank asks the buyer to confirm at action_url; pending: the payment provider has not answered yet, and is asked again",
          ),
          message: describe(z.nullable(z.string()), "Why it is not paid"),
          action_url: describe(z.nullable(z.string()), "Page of the payment provider on which the buyer confirms"),
        }),
      ),
      "One for each invoice, in the order of the request",
    ),
  }),
  errors: ["INVOICE_NOT_FOUND", "PAYMENT_METHOD_NOT_FOUND", "PAYMENT_METHOD_EXPIRED"],
  summary: "Pay unpaid invoices with a saved payment method, each with its own result",
  description: "One charge for each invoice, in order. One that is declined does not stop the others.",
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
    url: describe(z.string().check(z.maxLength(1024)), "URL of the document, at most 1,024 characters"),
  }),
  errors: ["INVOICE_NOT_FOUND", "FILE_NOT_FOUND"],
  summary: "Read the document URL of an invoice",
});
