import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/invoices.ts";
import {
  chargeInvoice,
  markInvoicePaid,
  remindInvoice,
  reviewInvoice,
  voidInvoice,
  writeOffInvoice,
} from "../../../worker/domain/payments/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { invoicePage } from "./invoice.tsx";

const back = (_result: unknown, c: AppContext): string =>
  hrefOf(pages.adminInvoice, { invoice_id: c.req.param("invoice_id") ?? "" });

const reviewForm = formPost(contract.reviewInvoice, {
  path: pages.reviewInvoice,
  back,
  send: (ctx, { params, body }) => reviewInvoice(ctx, params.invoice_id, body),
  done: () => "The payment is reviewed.",
});

const remindForm = formPost(contract.remindInvoice, {
  path: pages.remindInvoice,
  back,
  send: (ctx, { params }) => remindInvoice(ctx, params.invoice_id),
  done: () => "The reminder is sent.",
});

const chargeForm = formPost(contract.chargeInvoice, {
  path: pages.chargeInvoice,
  back,
  send: (ctx, { params, body }) => chargeInvoice(ctx, params.invoice_id, body),
  done: () => "The payment method was charged. A bank debit takes some days.",
});

const markPaidForm = formPost(contract.markInvoicePaid, {
  path: pages.markInvoicePaid,
  page: invoicePage,
  back,
  send: (ctx, { params, body }) => markInvoicePaid(ctx, params.invoice_id, body),
  done: () => "The invoice is noted as paid.",
});

const makeVoidForm = formPost(contract.voidInvoice, {
  path: pages.voidInvoice,
  back,
  send: (ctx, { params }) => voidInvoice(ctx, params.invoice_id),
  done: () => "The invoice is void.",
});

const writeOffForm = formPost(contract.writeOffInvoice, {
  path: pages.writeOffInvoice,
  back,
  send: (ctx, { params }) => writeOffInvoice(ctx, params.invoice_id),
  done: () => "The invoice is written off.",
});

export const invoiceForms: Route[] = [reviewForm, remindForm, chargeForm, markPaidForm, makeVoidForm, writeOffForm];
