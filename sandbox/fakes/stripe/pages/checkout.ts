import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { SandboxEnv } from "../../service.ts";
import { createDeclinedFailure } from "../payments/attempt.ts";
import {
  authenticateSession,
  completeFree,
  completeSetup,
  completeUnverified,
  paySession,
} from "../checkout/checkout-completion.ts";
import { getSession } from "../checkout/checkout-sessions.ts";
import { getCustomer } from "../customers/customers.ts";
import { getIntent } from "../payments/payment-intents.ts";
import { attachMethod, createMethod } from "../customers/payment-methods.ts";
import { findTestNumber } from "../customers/test-numbers.ts";
import { type World, idOf } from "../state.ts";
import { renderAuthentication } from "./authentication.ts";
import { renderMethodChoice, readMethod, listSavedMethods } from "./choose-method.ts";
import { type Content, formatMoney, renderPage } from "./layout.ts";
import { catchMessage } from "./tell.ts";

export function checkoutPages(world: World): Hono<SandboxEnv> {
  const show = (c: Context<SandboxEnv>, error?: string) => {
    const session = getSession(world, c.req.param("id") ?? "");
    return c.html(renderSession(world, session, error), error ? 402 : 200);
  };
  return new Hono<SandboxEnv>()
    .get("/checkout/:id", (c) => show(c))
    .post("/checkout/:id", async (c) => {
      const session = getSession(world, c.req.param("id"));
      const form = new URLSearchParams(await c.req.text());
      const errorMessage = catchMessage(() => submit(world, session, form));
      return errorMessage === undefined ? redirectAfterSubmit(c, session) : show(c, errorMessage);
    })
    .post("/checkout/:id/authenticate", async (c) => {
      const session = getSession(world, c.req.param("id"));
      const isProven = new URLSearchParams(await c.req.text()).get("answer") === "complete";
      const errorMessage = catchMessage(() =>
        requirePaid(world, session, authenticateSession(world, session, isProven)),
      );
      return errorMessage === undefined ? redirectAfterSubmit(c, session) : show(c, errorMessage);
    });
}

function submit(world: World, session: Stripe.Checkout.Session, form: URLSearchParams): void {
  const customer = getCustomer(world, idOf(session.customer) ?? "");
  if (session.mode === "setup" && isUnverified(form))
    completeUnverified(world, session, readMethod(world, customer, form, createMethod));
  else if (isFree(session)) completeFree(world, session);
  else if (session.mode === "setup") completeSetup(world, session, readMethod(world, customer, form, attachMethod));
  else requirePaid(world, session, paySession(world, session, readMethod(world, customer, form, createMethod)));
}

const isFree = ({ mode, amount_total: total }: Stripe.Checkout.Session) => mode === "payment" && total === 0;

const isUnverified = (form: URLSearchParams) => findTestNumber(form.get("choice") ?? "")?.isUnverified === true;

function requirePaid(world: World, session: Stripe.Checkout.Session, outcome: string): void {
  if (outcome === "declined") throw createDeclinedFailure(getIntent(world, idOf(session.payment_intent) ?? ""));
}

// A session that is not complete shows its page again, for 3-D Secure.
function redirectAfterSubmit(c: Context<SandboxEnv>, session: Stripe.Checkout.Session): Response {
  if (session.status !== "complete") return c.redirect(`/stripe/checkout/${session.id}`, 303);
  return c.redirect((session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id), 303);
}

function renderSession(world: World, session: Stripe.Checkout.Session, error: string | undefined): Content {
  const title = session.mode === "setup" ? "Add a payment method" : "Pay CGX";
  const back = session.cancel_url ? { href: session.cancel_url, text: "Back to the store" } : undefined;
  if (session.status !== "open") {
    return renderPage({
      title,
      error,
      back,
      content: html`<p>This page has been used or is too old: it is ${session.status}.</p>`,
    });
  }
  const intent = world.paymentIntents.find(idOf(session.payment_intent) ?? "");
  const action = `/stripe/checkout/${session.id}`;
  if (intent?.status === "requires_action") {
    return renderPage({ title, error, back, content: renderAuthentication(`${action}/authenticate`, intent.amount) });
  }
  const listedMethods = session.mode === "payment" ? listSavedMethods(world, idOf(session.customer) ?? "") : [];
  const payLabel = session.mode === "setup" ? "Save" : `Pay ${formatMoney(session.amount_total ?? 0)}`;
  const button = isFree(session) ? "Complete order" : payLabel;
  const content = html`${renderSummary(session)}
    <form method="post" action="${action}">
      ${isFree(session) ? "" : renderMethodChoice(listedMethods, session.payment_method_types)}
      <button class="main">${button}</button>
    </form>`;
  return renderPage({ title, error, back, content });
}

function renderSummary(session: Stripe.Checkout.Session): Content {
  if (session.mode === "setup") {
    return html`<p class="soft">For ${session.customer_details?.email ?? "you"}. Nothing is charged now.</p>`;
  }
  const rows = (session.line_items?.data ?? []).map(
    (line) =>
      html`<tr>
        <td>${line.description} × ${line.quantity}</td>
        <td>${formatMoney(line.amount_total)}</td>
      </tr>`,
  );
  return html`<p class="amount">${formatMoney(session.amount_total ?? 0)}</p>
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}
