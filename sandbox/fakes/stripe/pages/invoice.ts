import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { SandboxEnv } from "../../service.ts";
import { authenticateIntent, createDeclinedFailure } from "../payments/attempt.ts";
import { getCustomer } from "../customers/customers.ts";
import { isPayable } from "../invoices/close-invoice.ts";
import { collectPayment, applyOutcome, findIntent } from "../invoices/invoice-payment.ts";
import { getInvoice, requirePayable } from "../invoices/invoices.ts";
import { createMethod } from "../customers/payment-methods.ts";
import { type World, idOf } from "../state.ts";
import { renderAuthentication } from "./authentication.ts";
import { renderMethodChoice, readMethod, listSavedMethods } from "./choose-method.ts";
import { type Content, formatMoney, renderPage } from "./layout.ts";
import { catchMessage } from "./tell.ts";

const allowedTypes = ["card", "us_bank_account"];

export function invoicePages(world: World, publicUrl: string): Hono<SandboxEnv> {
  const show = (c: Context<SandboxEnv>, error?: string) => {
    const invoice = getInvoice(world, c.req.param("id") ?? "");
    return c.html(renderInvoice(world, invoice, publicUrl, error), error ? 402 : 200);
  };
  const respond = (c: Context<SandboxEnv>, failed: string | undefined) =>
    failed === undefined ? c.redirect(`/stripe/invoices/${c.req.param("id")}`, 303) : show(c, failed);
  return new Hono<SandboxEnv>()
    .get("/invoices/:id", (c) => show(c))
    .post("/invoices/:id", async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const invoice = getInvoice(world, c.req.param("id"));
      return respond(
        c,
        catchMessage(() => payInvoice(world, invoice, form)),
      );
    })
    .post("/invoices/:id/authenticate", async (c) => {
      const isProven = new URLSearchParams(await c.req.text()).get("answer") === "complete";
      const invoice = getInvoice(world, c.req.param("id"));
      return respond(
        c,
        catchMessage(() => authenticateInvoice(world, invoice, isProven)),
      );
    });
}

function payInvoice(world: World, invoice: Stripe.Invoice, form: URLSearchParams): void {
  requirePayable(world, invoice);
  const method = readMethod(world, getCustomer(world, idOf(invoice.customer) ?? ""), form, createMethod);
  requireTaken(world, invoice, collectPayment(world, invoice, method, "buyer"));
}

function authenticateInvoice(world: World, invoice: Stripe.Invoice, isProven: boolean): void {
  const intent = findIntent(world, invoice);
  if (intent?.status !== "requires_action") return;
  const outcome = authenticateIntent(world, intent, isProven);
  applyOutcome(world, invoice, outcome, false);
  requireTaken(world, invoice, outcome);
}

function requireTaken(world: World, invoice: Stripe.Invoice, outcome: string): void {
  const intent = findIntent(world, invoice);
  if (outcome === "declined" && intent) throw createDeclinedFailure(intent);
}

function renderInvoice(world: World, invoice: Stripe.Invoice, publicUrl: string, error: string | undefined): Content {
  const credit = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  const content = html`<p class="amount">${formatMoney(invoice.amount_due)}</p>
    <table>
      <tbody>
        ${invoice.lines.data.map(
          (line) =>
            html`<tr>
              <td>${line.description ?? "Item"}</td>
              <td>${formatMoney(line.amount)}</td>
            </tr>`,
        )}
        ${
          credit === 0
            ? ""
            : html`<tr>
                <td>Applied balance</td>
                <td>${formatMoney(-credit)}</td>
              </tr>`
        }
      </tbody>
    </table>
    ${renderNextStep(world, invoice)}`;
  const back = { href: publicUrl, text: "Back to the store" };
  return renderPage({ title: `Invoice ${invoice.number ?? "(draft)"}`, content, error, back });
}

function renderNextStep(world: World, invoice: Stripe.Invoice): Content {
  const intent = findIntent(world, invoice);
  const action = `/stripe/invoices/${invoice.id}`;
  if (!isPayable(invoice)) return html`<p role="status">This invoice is ${invoice.status}.</p>`;
  if (intent?.status === "processing") {
    return html`<p role="status">Your bank has been asked. The payment takes about 4 business days.</p>`;
  }
  if (intent?.status === "requires_action") return renderAuthentication(`${action}/authenticate`, invoice.amount_due);
  return html`<form method="post" action="${action}">
    ${renderMethodChoice(listSavedMethods(world, idOf(invoice.customer) ?? ""), allowedTypes)}
    <button class="main">Pay ${formatMoney(invoice.amount_due)}</button>
  </form>`;
}
