import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { innerList } from "../wire/listing.ts";
import { amount, expand, mergeMetadata, metadata, params, text } from "../wire/params.ts";
import { type World, idOf } from "../state.ts";
import { findIntent, settleInvoice } from "./invoice-payment.ts";
import { getInvoice } from "./invoices.ts";
import { updateDefaultPayment } from "./part-payment.ts";

const createShape = params<Stripe.CreditNoteCreateParams>()({
  invoice: text,
  amount,
  reason: z.enum(["duplicate", "fraudulent", "order_change", "product_unsatisfactory"]).optional(),
  memo: text.optional(),
  metadata: metadata.optional(),
  expand,
});

/**
 * Credit notes on open invoices, by amount only. Stripe requires a destination for the part that exceeds
 * amount_remaining, which this fake does not support (https://docs.stripe.com/api/credit_notes/create).
 */
export const creditNoteEndpoints = (): Endpoint[] => [
  defineEndpoint("POST", "/v1/credit_notes", createShape, ({ world, input }) =>
    create(world, getInvoice(world, input.invoice, "invoice"), input),
  ),
];

function create(world: World, invoice: Stripe.Invoice, input: z.output<typeof createShape>): Stripe.CreditNote {
  if (invoice.status !== "open")
    throw createInvalidRequest(
      `You can only create credit notes for open or paid invoices. This one is ${invoice.status}.`,
    );
  if (findIntent(world, invoice)?.status === "processing")
    throw createInvalidRequest("You cannot create a credit note while a payment of the invoice is processing.");
  if (input.amount > invoice.amount_remaining)
    throw createInvalidRequest(
      "The sum of credit amount, refund amount and out of band amount must equal the post payment amount of the credit note.",
      { param: "amount" },
    );
  const note = world.creditNotes.save(buildNote(world, invoice, input));
  invoice.pre_payment_credit_notes_amount += note.amount;
  invoice.amount_due -= note.amount;
  invoice.amount_remaining -= note.amount;
  world.invoices.save(invoice);
  world.emit("credit_note.created", note);
  updateDefaultPayment(world, invoice);
  if (invoice.amount_remaining === 0) settleInvoice(world, invoice);
  else world.emit("invoice.updated", invoice);
  return note;
}

function buildNote(world: World, invoice: Stripe.Invoice, input: z.output<typeof createShape>): Stripe.CreditNote {
  const id = randomId("cn");
  const noteNumber = world.creditNotes.by("invoice", invoice.id).length + 1;
  return {
    id,
    object: "credit_note",
    amount: input.amount,
    amount_shipping: 0,
    created: world.clock.now(),
    currency: "usd",
    customer: idOf(invoice.customer) ?? "",
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: world.clock.now(),
    invoice: invoice.id,
    lines: innerList(`/v1/credit_notes/${id}/lines`, []),
    livemode: false,
    memo: input.memo ?? null,
    metadata: mergeMetadata({}, input.metadata),
    number: `${invoice.number}-CN-${String(noteNumber).padStart(2, "0")}`,
    out_of_band_amount: null,
    pdf: `${invoice.hosted_invoice_url}/credit-notes/${id}`,
    post_payment_amount: 0,
    pre_payment_amount: input.amount,
    pretax_credit_amounts: [],
    reason: input.reason ?? null,
    refunds: [],
    shipping_cost: null,
    status: "issued",
    subtotal: input.amount,
    subtotal_excluding_tax: input.amount,
    total: input.amount,
    total_excluding_tax: input.amount,
    total_taxes: [],
    type: "pre_payment",
    voided_at: null,
  };
}
