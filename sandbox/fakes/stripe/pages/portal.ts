import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { SandboxEnv } from "../../service.ts";
import { hourSeconds } from "../clock/clock.ts";
import { getCustomer, setDefaultMethod } from "../customers/customers.ts";
import { createMissing } from "../wire/failure.ts";
import { detachMethod, requireOwnMethod } from "../customers/payment-methods.ts";
import { type World, idOf } from "../state.ts";
import { formatMethod, listSavedMethods } from "./choose-method.ts";
import { getItem } from "../subscriptions/subscription-shape.ts";
import { type Content, formatMoney, renderPage } from "./layout.ts";
import { catchMessage } from "./tell.ts";

export function portalPages(world: World): Hono<SandboxEnv> {
  const show = (c: Context<SandboxEnv>, error?: string) => {
    const session = getPortalSession(world, c.req.param("id") ?? "");
    return c.html(renderPortal(world, session, error), error ? 400 : 200);
  };
  return new Hono<SandboxEnv>()
    .get("/portal/:id", (c) => show(c))
    .post("/portal/:id", async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const customer = getCustomer(world, getPortalSession(world, c.req.param("id")).customer);
      const errorMessage = catchMessage(() => changeMethods(world, customer, form));
      return errorMessage === undefined
        ? c.redirect(`/stripe/portal/${c.req.param("id")}`, 303)
        : show(c, errorMessage);
    });
}

function getPortalSession(world: World, id: string): Stripe.BillingPortal.Session {
  const session = world.portalSessions.find(id);
  if (!session || session.created < world.clock.now() - hourSeconds) throw createMissing("billing_portal.session", id);
  return session;
}

function changeMethods(world: World, customer: Stripe.Customer, form: URLSearchParams): void {
  const method = requireOwnMethod(world, customer.id, form.get("method") ?? "");
  if (form.get("action") === "remove") detachMethod(world, method);
  else setDefaultMethod(world, customer, method.id);
}

function renderPortal(world: World, session: Stripe.BillingPortal.Session, error: string | undefined): Content {
  const customer = getCustomer(world, session.customer);
  const defaultMethodId = idOf(customer.invoice_settings.default_payment_method);
  const methods = listSavedMethods(world, customer.id);
  const button = (method: Stripe.PaymentMethod, action: string, text: string) =>
    html`<form class="inline" method="post" action="/stripe/portal/${session.id}">
      <input type="hidden" name="method" value="${method.id}" />
      <button name="action" value="${action}" aria-label="${text}: ${formatMethod(method)}">${text}</button>
    </form>`;
  const rows = methods.map(
    (method) =>
      html`<li>
        <span>${formatMethod(method)}${method.id === defaultMethodId ? " (default)" : ""}</span>
        <span>
          ${method.id === defaultMethodId ? "" : button(method, "default", "Make default")}
          ${button(method, "remove", "Remove")}
        </span>
      </li>`,
  );
  const content = html`<p class="soft">${customer.name ?? customer.email ?? customer.id}</p>
    ${
      methods.length === 0
        ? html`<p>No payment methods yet.</p>`
        : html`<ul>
            ${rows}
          </ul>`
    }
    ${renderPlans(world, customer.id)}`;
  const back = session.return_url ? { href: session.return_url, text: "Back to the store" } : undefined;
  return renderPage({ title: "Payment methods", content, error, back });
}

function renderPlans(world: World, customer: string): Content {
  const plans = world.subscriptions.by("customer", customer).filter(({ ended_at }) => ended_at === null);
  const day = (at: number) => new Date(at * 1000).toUTCString().slice(5, 16);
  const rows = plans.map((plan) => {
    const { price, quantity = 1, current_period_end: end } = getItem(plan);
    const product = world.products.find(String(price.product));
    const method = world.paymentMethods.find(idOf(plan.default_payment_method) ?? "");
    return html`<li>
      <span
        >${product?.name ?? "Plan"}: ${formatMoney((price.unit_amount ?? 0) * quantity)} a
        ${price.recurring?.interval}</span
      >
      <span class="soft"
        >${plan.status}, ${plan.cancel_at ? "ends" : "renews"}
        ${day(plan.cancel_at ?? end)}${method ? `, ${formatMethod(method)}` : ""}</span
      >
    </li>`;
  });
  return rows.length === 0
    ? html``
    : html`<h2>Plans</h2>
        <ul>
          ${rows}
        </ul>`;
}
