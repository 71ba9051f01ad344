import { type Context, Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import { getCharge } from "./payments/charges.ts";
import { getCustomer } from "./customers/customers.ts";
import type { Deliveries } from "./callbacks/deliveries.ts";
import { createManualCharge, manualChargeShape } from "./payments/hand-made-charge.ts";
import { advanceDispute, disputeStages } from "./payments/disputes.ts";
import { payOutOfBand } from "./invoices/close-invoice.ts";
import { findIntent } from "./invoices/invoice-payment.ts";
import { payInPart } from "./invoices/part-payment.ts";
import { getInvoice } from "./invoices/invoices.ts";
import { advance, settlePayment } from "./clock/due.ts";
import { addForeignEvents, toEvent } from "./callbacks/event-objects.ts";
import { attachMethod } from "./customers/payment-methods.ts";
import {
  getRefund,
  pendingReasons,
  refundCharge,
  refundEndings,
  createPendingRefund,
  resolveRefund,
} from "./payments/refunds.ts";
import { hideFields } from "./wire/wire.ts";
import type { World } from "./state.ts";

const maxSeconds = 5 * 366 * 86_400;
const methodShape = z.strictObject({
  customer: z.string(),
  number: z.string(),
  exp_month: z.int().min(1).max(12).optional(),
  exp_year: z.int().min(2000).max(9999).optional(),
});
const clockShape = z.strictObject({ advance_seconds: z.int().min(0).max(maxSeconds) });
const deliveriesShape = z.strictObject({
  action: z.enum(["hold", "release", "shuffle", "repeat"]),
  times: z.int().min(1).max(100).default(1),
  drop: z.union([z.boolean(), z.int().min(0)]).default(0),
});
const refundShape = z.union([
  z.strictObject({
    charge: z.string(),
    amount: z.int().min(1).optional(),
    outcome: z.enum(["succeeded", "failed", "pending"]).default("succeeded"),
    pending_reason: z.enum(pendingReasons).default("processing"),
  }),
  z.strictObject({
    refund: z.string(),
    outcome: z.enum(["succeeded", "failed"]),
    told_by: z.enum(refundEndings).optional(),
  }),
  z.strictObject({ all_wait_for: z.enum(pendingReasons).nullable() }),
]);
const disputeShape = z.strictObject({
  charge: z.string(),
  stage: z.enum(disputeStages),
});
const foreignEventsShape = z.strictObject({ count: z.int().min(1).max(10_000) });
const invoiceShape = z.union([
  z.strictObject({ invoice: z.string(), action: z.enum(["paid_out_of_band", "bank_answers"]) }),
  /** `amount` is the bank transfer in cents. */
  z.strictObject({ invoice: z.string(), action: z.literal("paid_in_part"), amount: z.int().min(1) }),
]);

/** Controls for what the provider's API cannot do. */
export function stripeControls(world: World, deliveries: Deliveries): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>()
    .get("/objects.json", (c) => listObjects(world, c))
    .post("/payment-methods", async (c) => {
      const { customer, ...input } = methodShape.parse(await readBody(c));
      return c.json(attachMethod(world, getCustomer(world, customer), input), 201);
    })
    .get("/clock", (c) => c.json(formatTime(world)))
    .post("/clock", async (c) => {
      advance(world, clockShape.parse(await readBody(c)).advance_seconds);
      return c.json(formatTime(world));
    })
    .get("/deliveries", (c) => c.json(deliveries.counts()))
    .post("/deliveries", async (c) =>
      c.json(await controlDeliveries(deliveries, deliveriesShape.parse(await readBody(c)))),
    )
    .post("/foreign-events", async (c) => {
      const { count } = foreignEventsShape.parse(await readBody(c));
      return c.json({ count: addForeignEvents(world, count) }, 201);
    })
    .post("/charges", async (c) => c.json(createManualCharge(world, manualChargeShape.parse(await readBody(c))), 201))
    .post("/refunds", async (c) => c.json(createRefund(world, refundShape.parse(await readBody(c))), 201))
    .post("/disputes", async (c) => {
      const { charge, stage } = disputeShape.parse(await readBody(c));
      return c.json(advanceDispute(world, getCharge(world, charge), stage), 201);
    })
    .post("/invoices", async (c) => {
      const input = invoiceShape.parse(await readBody(c));
      const { action } = input;
      const invoice = getInvoice(world, input.invoice);
      if (action === "paid_in_part") return c.json(payInPart(world, invoice, input.amount));
      if (action === "paid_out_of_band") return c.json(payOutOfBand(world, invoice));
      settlePayment(world, findIntent(world, invoice)?.id ?? "");
      return c.json(invoice);
    });
}

async function readBody(c: Context<SandboxEnv>): Promise<unknown> {
  return c.req.json().catch(() => ({}));
}

function formatTime(world: World) {
  const now = world.clock.now();
  return { now, iso: new Date(now * 1000).toISOString(), advanced_seconds: world.clock.offsetSeconds };
}

async function controlDeliveries(deliveries: Deliveries, input: z.infer<typeof deliveriesShape>) {
  const { action, times } = input;
  const { held } = deliveries.counts();
  const drop = typeof input.drop === "boolean" ? Number(input.drop) * held : Math.min(input.drop, held);
  if (action === "hold") deliveries.hold();
  if (action === "hold") return deliveries.counts();
  if (action === "repeat") return deliveries.repeat(times);
  return deliveries.release({ order: action === "shuffle" ? "shuffled" : "as-made", times, drop });
}

function createRefund(world: World, input: z.infer<typeof refundShape>) {
  if ("all_wait_for" in input) {
    world.refundsWaitFor = input.all_wait_for;
    return input;
  }
  if ("refund" in input) {
    const events = input.told_by && [input.told_by];
    return resolveRefund(world, getRefund(world, input.refund), input.outcome, events);
  }
  const charge = getCharge(world, input.charge);
  if (input.outcome === "pending")
    return createPendingRefund(world, charge, { amount: input.amount }, input.pending_reason);
  const createdRefund = refundCharge(world, charge, { amount: input.amount });
  return input.outcome === "failed" ? resolveRefund(world, createdRefund, "failed") : createdRefund;
}

// Lists objects, newest first; other query parameters filter by field.
function listObjects(world: World, c: Context<SandboxEnv>): Response {
  const tables: Record<string, () => Iterable<object>> = {
    customer: () => world.customers.all(),
    customer_balance_transaction: () => world.creditMoves.all(),
    payment_method: () => world.paymentMethods.all(),
    setup_intent: () => world.setupIntents.all(),
    checkout_session: () => world.checkoutSessions.all(),
    product: () => world.products.all(),
    invoice: () => world.invoices.all(),
    invoiceitem: () => world.invoiceItems.all(),
    invoice_payment: () => world.invoicePayments.all(),
    payment_intent: () => world.paymentIntents.all(),
    charge: () => world.charges.all(),
    refund: () => world.refunds.all(),
    dispute: () => world.disputes.all(),
    balance_transaction: () => world.balanceTransactions.all(),
    subscription: () => world.subscriptions.all(),
    tax_calculation: () => world.taxCalculations.all(),
    tax_transaction: () => world.taxTransactions.all(),
    tax_total: () => world.taxTotals.all(),
    webhook_endpoint: () => world.webhookEndpoints.all(),
    event: () => [...world.events.all()].map(toEvent),
  };
  const { type = "", ...fields } = c.req.query();
  const rows = tables[type]?.();
  if (!rows) return c.json({ message: `Unknown type "${type}": use ${Object.keys(tables).join(", ")}.` }, 400);
  const filters = Object.entries(fields);
  const isMatch = (row: object) => filters.every(([name, value]) => Reflect.get(row, name) === value);
  return c.json([...rows].filter(isMatch).map(hideFields).toReversed());
}
