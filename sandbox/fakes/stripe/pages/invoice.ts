import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import type { SandboxEnv } from "../../service.ts";
import { authenticate, declinedFailure } from "../payments/attempt.ts";
import { getCustomer } from "../customers/customers.ts";
import { isPayable } from "../invoices/close-invoice.ts";
import { collect, conclude, intentOf } from "../invoices/invoice-payment.ts";
import { getInvoice, requirePayable } from "../invoices/invoices.ts";
import { createMethod } from "../customers/payment-methods.ts";
import { type World, idOf } from "../state.ts";
import { authentication } from "./authentication.ts";
import { chooseMethod, methodFrom, savedMethods } from "./choose-method.ts";
import { type Content, money, page } from "./layout.ts";
import { messageOf } from "./tell.ts";

const allowed = ["card", "us_bank_account"];

export function invoicePages(world: World, publicUrl: string): Hono<SandboxEnv> {
  const show = (c: Context<SandboxEnv>, error?: string) => {
    const invoice = getInvoice(world, c.req.param("id") ?? "");
    return c.html(view(world, invoice, publicUrl, error), error ? 402 : 200);
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
        messageOf(() => pay(world, invoice, form)),
      );
    })
    .post("/invoices/:id/authenticate", async (c) => {
      const isProven = new URLSearchParams(await c.req.text()).get("answer") === "complete";
      const invoice = getInvoice(world, c.req.param("id"));
      return respond(
        c,
        messageOf(() => prove(world, invoice, isProven)),
      );
    });
}

function pay(world: World, invoice: Stripe.Invoice, form: URLSearchParams): void {
  requirePayable(world, invoice);
  const method = methodFrom(world, getCustomer(world, idOf(invoice.customer) ?? ""), form, createMethod);
  requireTaken(world, invoice, collect(world, invoice, method, "buyer"));
}

function prove(world: World, invoice: Stripe.Invoice, isProven: boolean): void {
  const intent = intentOf(world, invoice);
  if (intent?.status !== "requires_action") return;
  const outcome = authenticate(world, intent, isProven);
  conclude(world, invoice, outcome, false);
  requireTaken(world, invoice, outcome);
}

function requireTaken(world: World, invoice: Stripe.Invoice, outcome: string): void {
  const intent = intentOf(world, invoice);
  if (outcome === "declined" && intent) throw declinedFailure(intent);
}

function view(world: World, invoice: Stripe.Invoice, publicUrl: string, error: string | undefined): Content {
  const credit = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  const content = html`<p class="amount">${money(invoice.amount_due)}</p>
    <table>
      <tbody>
        ${invoice.lines.data.map(
          (line) =>
            html`<tr>
              <td>${line.description ?? "Item"}</td>
              <td>${money(line.amount)}</td>
            </tr>`,
        )}
        ${
          credit === 0
            ? ""
            : html`<tr>
                <td>Applied balance</td>
                <td>${money(-credit)}</td>
              </tr>`
        }
      </tbody>
    </table>
    ${nextStep(world, invoice)}`;
  const back = { href: publicUrl, text: "Back to the store" };
  return page({ title: `Invoice ${invoice.number ?? "(draft)"}`, content, error, back });
}

function nextStep(world: World, invoice: Stripe.Invoice): Content {
  const intent = intentOf(world, invoice);
  const action = `/stripe/invoices/${invoice.id}`;
  if (!isPayable(invoice)) return html`<p role="status">This invoice is ${invoice.status}.</p>`;
  if (intent?.status === "processing") {
    return html`<p role="status">Your bank has been asked. The payment takes about 4 business days.</p>`;
  }
  if (intent?.status === "requires_action") return authentication(`${action}/authenticate`, invoice.amount_due);
  return html`<form method="post" action="${action}">
    ${chooseMethod(savedMethods(world, idOf(invoice.customer) ?? ""), allowed)}
    <button class="main">Pay ${money(invoice.amount_due)}</button>
  </form>`;
}
