import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createMissing } from "../wire/failure.ts";
import { listPage } from "../wire/listing.ts";
import { expand, paging, params, text } from "../wire/params.ts";

const listShape = params<Stripe.InvoicePaymentListParams>()({
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal("payment_intent"), payment_intent: text }).optional(),
  status: z.enum(["open", "paid", "canceled"]).optional(),
  ...paging,
});

export function invoicePaymentEndpoints(): Endpoint[] {
  return [
    defineEndpoint("GET", "/v1/invoice_payments", listShape, ({ world, input, path }) => {
      const { invoice, payment, status } = input;
      const rows = payment
        ? world.invoicePayments.by("payment_intent", payment.payment_intent)
        : invoice
          ? world.invoicePayments.by("invoice", invoice)
          : [...world.invoicePayments.all()];
      return listPage(
        path,
        rows.filter((row) => !status || row.status === status),
        input,
      );
    }),
    defineEndpoint("GET", "/v1/invoice_payments/:id", z.strictObject({ expand }), ({ world, id }) => {
      const invoicePayment = world.invoicePayments.find(id);
      if (!invoicePayment) throw createMissing("invoice_payment", id);
      return invoicePayment;
    }),
  ];
}
