// What an invoice still costs after the provider reduced it by the organization's credit and by credit notes.
import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { secretKey } from "../../../sandbox/fakes/stripe/wire/keys.ts";
import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { remindInvoice, writeOffInvoice } from "../../../worker/contract/v1/admin/invoices.ts";
import { getInvoice } from "../../../worker/contract/v1/client/invoices.ts";
import { getReceivables } from "../../../worker/contract/v1/client/receivables.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { readPdf } from "../../support/pdf-text.ts";
import { sandbox } from "../../support/sandbox.ts";
import { type Buyer, shop } from "../../support/store.ts";
import { accountBuyer, buyOnAccount, invoiceOf, priced, transfer } from "../../v1/store/account/account.ts";
import { readWords } from "./words.ts";

async function createCreditNote(invoice: string, amount: number): Promise<void> {
  const { hostname: host, port } = new URL(sandbox.url);
  const stripe = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
  await stripe.creditNotes.create({ invoice, amount });
}

async function readPdfRows({ client }: Buyer, invoiceId: string): Promise<string> {
  const answer = await client.fetch(hrefOf(pages.invoicePdf, { invoice_id: invoiceId }));
  return (await readPdf(await answer.arrayBuffer())).pages.flat().join(" ");
}

test("an open invoice asks for what credit, a credit note and a transfer leave, on every screen alike", async () => {
  const buyer = await accountBuyer({ credit_limit: 1_000_00 });
  await shop.control("/customers", { customer: buyer.customer, balance: -100_00 });
  const { order_id } = await buyOnAccount(buyer, [await priced(400_00)]);
  const invoice = await invoiceOf(order_id ?? "");
  const open = { params: { invoice_id: invoice.id } };
  const page = hrefOf(pages.invoice, open.params);
  expect((await buyer.client.call(getInvoice, open)).reply()).toMatchObject({
    amount: invoice.amount,
    applied_balance: 100_00,
    credited_amount: 0,
  });
  expect(await readWords(buyer.client, page)).toContain(
    `From your credit $100.00 Paid $0.00 Remaining ${formatMoney(invoice.amount - 100_00)}`,
  );

  await createCreditNote(invoice.stripe_invoice_id, 30_00);
  await transfer(invoice, 50_00);
  const remainingCents = invoice.amount - 180_00;
  const remaining = formatMoney(remainingCents);
  const totals = `Credit note $30.00 From your credit $100.00 Paid $50.00 Remaining ${remaining}`;
  const words = await readWords(buyer.client, page);
  expect(words).toContain(totals);
  expect(words).toContain(`Pay ${remaining}`);
  expect(await readPdfRows(buyer, invoice.id)).toContain(totals);
  expect(await readWords(buyer.client, hrefOf(pages.payInvoices, {}, { id: invoice.id }))).toContain(
    `To pay ${remaining}`,
  );
  expect(await readWords(buyer.client, hrefOf(pages.order, { order_id: order_id ?? "" }))).toContain(
    `${remaining} of its invoice of ${formatMoney(invoice.amount)} is due`,
  );
  expect((await buyer.client.call(getReceivables)).reply()).toMatchObject({
    total: remainingCents,
    available: 1_000_00 - remainingCents,
    invoices: [{ remaining: remainingCents }],
  });

  const lastPart = { invoice: invoice.stripe_invoice_id, action: "paid_in_part", amount: remainingCents };
  await shop.control("/invoices", lastPart);
  await shop.settled();
  expect((await buyer.client.call(getInvoice, open)).reply()).toMatchObject({
    payment_status: "paid",
    applied_balance: 0,
    credited_amount: 30_00,
  });
  expect(await readWords(buyer.client, page)).toContain(
    `Credit note $30.00 Paid ${formatMoney(invoice.amount - 30_00)} Remaining $0.00`,
  );
});

test("an order on account whose invoice collects an earlier debt names both in its notice", async () => {
  const buyer = await accountBuyer({ credit_limit: 1_000_00 });
  await shop.control("/customers", { customer: buyer.customer, balance: 20_00 });
  const { order_id } = await buyOnAccount(buyer, [await priced(400_00)]);
  const { amount } = await invoiceOf(order_id ?? "");
  const words = await readWords(buyer.client, hrefOf(pages.order, { order_id: order_id ?? "" }));
  const remaining = formatMoney(amount + 20_00);
  expect(words).toContain(`Pay ${remaining}`);
  expect(words).toContain(
    `on account: ${remaining} for its invoice of ${formatMoney(amount)} and your earlier balance is due on`,
  );
});

test("an invoice that is written off still holds the credit, and a reminder names what is left", async () => {
  const buyer = await accountBuyer({ credit_limit: 1_000_00 });
  await shop.control("/customers", { customer: buyer.customer, balance: -100_00 });
  const { order_id } = await buyOnAccount(buyer, [await priced(400_00)]);
  const invoice = await invoiceOf(order_id ?? "");
  const params = { invoice_id: invoice.id };
  const { client: admin } = await signedInAdmin();
  (await admin.call(remindInvoice, { params })).reply();
  const { text } = await sandbox.waitForMail(buyer.user.email, "Reminder");
  expect(text).toContain(formatMoney(invoice.amount - 100_00));
  (await admin.call(writeOffInvoice, { params })).reply();
  expect((await buyer.client.call(getInvoice, { params })).reply()).toMatchObject({
    closed_as: "written_off",
    applied_balance: 100_00,
  });
});

test("a payment that collects an earlier debt counts only its own part as paid", async () => {
  const buyer = await shop.buyer();
  await shop.control("/customers", { customer: buyer.customer, balance: 20_00 });
  await shop.fillCart(buyer, [await priced(400_00)]);
  const { order_id } = (await shop.checkout(buyer)).reply();
  await shop.settled();
  const { id, amount } = await invoiceOf(order_id ?? "");
  expect(await readWords(buyer.client, hrefOf(pages.invoice, { invoice_id: id }))).toContain(
    `Total ${formatMoney(amount)} Paid ${formatMoney(amount)} Remaining $0.00`,
  );
});
