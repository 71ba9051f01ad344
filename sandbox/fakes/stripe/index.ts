import { join } from "node:path";
import { Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import type { Fake, FakeContext } from "../fake.ts";
import type { SandboxEnv } from "../service.ts";
import { accountControls } from "./account/account-controls.ts";
import { stripeProtocol } from "./protocol.ts";
import { accountEndpoints } from "./account/set-up.ts";
import { chargeEndpoints } from "./payments/charges.ts";
import { checkoutSessionEndpoints } from "./checkout/checkout-sessions.ts";
import { stripeControls } from "./controls.ts";
import { creditNoteEndpoints } from "./invoices/credit-notes.ts";
import { creditEndpoints } from "./customers/credit.ts";
import { customerEndpoints } from "./customers/customers.ts";
import { Deliveries } from "./callbacks/deliveries.ts";
import { disputeEndpoints } from "./payments/disputes.ts";
import { runDue } from "./clock/due.ts";
import { testClockEndpoints } from "./clock/test-clocks.ts";
import { testMethodEndpoints } from "./customers/test-methods.ts";
import { eventEndpoints } from "./callbacks/event-objects.ts";
import { StripeFailure } from "./wire/failure.ts";
import { secretKey, webhookSecret } from "./wire/keys.ts";
import { invoiceItemEndpoints } from "./invoices/invoice-items.ts";
import { invoicePaymentEndpoints } from "./invoices/invoice-payments.ts";
import { invoiceEndpoints } from "./invoices/invoices.ts";
import { checkoutPages } from "./pages/checkout.ts";
import { invoicePages } from "./pages/invoice.ts";
import { renderPage } from "./pages/layout.ts";
import { portalPages } from "./pages/portal.ts";
import { verifyPages } from "./pages/verify.ts";
import { paymentIntentEndpoints } from "./payments/payment-intents.ts";
import { paymentMethodEndpoints } from "./customers/payment-methods.ts";
import { portalEndpoints } from "./customers/portal.ts";
import { productEndpoints } from "./products/products.ts";
import { setupIntentEndpoints } from "./customers/setup-intents.ts";
import { refundEndpoints } from "./payments/refunds.ts";
import { scheduleEndpoints } from "./subscriptions/schedules.ts";
import { subscriptionEndpoints } from "./subscriptions/subscriptions.ts";
import { taxEndpoints } from "./products/tax.ts";
import { taxTransactionEndpoints } from "./products/tax-transactions.ts";
import { stripeSection } from "./page.ts";
import { endpointSecrets, ensureFirstEndpoint, webhookEndpointEndpoints } from "./callbacks/webhook-endpoints.ts";
import { World } from "./state.ts";

/** The fake needs no secrets, because all users of the sandbox may use its keys. */
type StripeOptions = Pick<FakeContext, "dataDir" | "publicUrl" | "url" | "calls" | "faults">;

export function createStripe(options: StripeOptions): Fake {
  const { calls, faults } = options;
  const world = new World({
    path: join(options.dataDir, "stripe.jsonl"),
    pageUrl: options.url,
    takeDecline: () => faults.takeDecline(),
  });
  ensureFirstEndpoint(world, options.publicUrl);
  const deliveries = new Deliveries(world, options.publicUrl);
  const runDueTasks = () => runDue(world);
  const pageRoutes = new Hono<SandboxEnv>()
    .use(async (_, next) => {
      runDueTasks();
      await next();
    })
    .route("/", stripeControls(world, deliveries))
    .route("/", accountControls(world))
    .route("/", checkoutPages(world))
    .route("/", invoicePages(world, options.publicUrl))
    .route("/", portalPages(world))
    .route("/", verifyPages(world))
    .onError((error, c) => {
      if (error instanceof z.ZodError) return c.json({ success: false, message: z.prettifyError(error) }, 400);
      if (!(error instanceof StripeFailure)) throw error;
      const isProgram = c.req.header("accept")?.includes("text/html") !== true;
      if (isProgram) return c.json({ success: false, message: error.message }, 400);
      return c.html(
        renderPage({
          title: "Not possible",
          content: html`<p>Go back to the store and try again.</p>`,
          error: error.message,
        }),
        404,
      );
    });
  const routes = new Hono<SandboxEnv>()
    .route("/", stripeProtocol({ world, endpoints: listEndpoints(), calls, faults, runDue: runDueTasks }))
    .route("/stripe", pageRoutes);
  return {
    routes,
    settings: () => ({
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_API_URL: options.url(),
      STRIPE_WEBHOOK_SECRET: [...new Set([webhookSecret, ...endpointSecrets(world)])].join(","),
    }),
    page: stripeSection,
    resume: () => deliveries.resume(),
    stop: () => {
      deliveries.stop();
      world.close();
    },
  };
}

function listEndpoints() {
  return [
    ...customerEndpoints(),
    ...creditEndpoints(),
    ...paymentMethodEndpoints(),
    ...setupIntentEndpoints(),
    ...checkoutSessionEndpoints(),
    ...portalEndpoints(),
    ...productEndpoints(),
    ...invoiceEndpoints(),
    ...invoiceItemEndpoints(),
    ...creditNoteEndpoints(),
    ...invoicePaymentEndpoints(),
    ...paymentIntentEndpoints(),
    ...chargeEndpoints(),
    ...refundEndpoints(),
    ...disputeEndpoints(),
    ...subscriptionEndpoints(),
    ...scheduleEndpoints(),
    ...taxEndpoints(),
    ...taxTransactionEndpoints(),
    ...eventEndpoints(),
    ...webhookEndpointEndpoints(),
    ...accountEndpoints(),
    ...testClockEndpoints(),
    ...testMethodEndpoints(),
  ];
}
