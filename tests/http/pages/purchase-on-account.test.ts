import { expect, test } from "vitest";
import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { shop } from "../../support/store.ts";
import { impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import { fetchPdf } from "../../support/pdf-text.ts";
import {
  accountBuyer,
  buyOnAccount,
  fillOnAccount,
  invoiceOf,
  priced,
  transfer,
} from "../../v1/store/account/account.ts";

const read = async (client: { fetch: (path: string) => Promise<Response> }, path: string) => {
  const response = await client.fetch(path);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
};

test("the checkout offers the account with what is available, to organizations with terms alone", async () => {
  const buyer = await accountBuyer({ payment_terms_days: 45, credit_limit: 750_00 });
  await shop.fillCart(buyer, [await priced(10_00)]);
  const text = await read(buyer.client, pages.checkout);
  expect(text).toContain("On account, due in 45 days");
  expect(text).toContain("$750.00 available");
  const other = await shop.buyer();
  await shop.fillCart(other, [await priced(10_00)]);
  expect(await read(other.client, pages.checkout)).not.toContain("On account");
});

test("a plan in the cart, or an order above the limit, says why it is not bought on account", async () => {
  const buyer = await accountBuyer({ credit_limit: 100_00 });
  await fillOnAccount(buyer, [await priced(150_00)]);
  expect(await read(buyer.client, pages.checkout)).toContain("$100.00 available");
  await shop.fillCart(buyer, [await shop.createPlan()]);
  expect(await read(buyer.client, pages.checkout)).toContain("Not for plans");
});

test("an order on account is told as such, with the day its invoice is due", async () => {
  const buyer = await accountBuyer();
  const { order_id, cart_no } = await buyOnAccount(buyer, [await shop.createProduct()]);
  const stateText = await read(buyer.client, hrefOf(pages.checkoutState, { cart_no }));
  expect(stateText).toContain("We start right away.");
  expect(stateText).not.toContain("has not arrived");
  const order = await read(buyer.client, hrefOf(pages.order, { order_id: order_id ?? "" }));
  expect(order).toMatch(/This order is on account: its invoice of \$[\d.,]+ is due on \d+ \w+/);
  expect(order).toContain("Pay it now");
  expect(order).not.toContain("Nothing ships until it arrives");
  expect(await read(buyer.client, pages.invoices)).toMatch(/Due on \d+ \w+/);
});

test("its invoice prints the last day to pay it", async () => {
  const buyer = await accountBuyer();
  const { order_id } = await buyOnAccount(buyer, [await priced(100_00)]);
  const { id } = await invoiceOf(order_id ?? "");
  const [row] = await shop.query<{ due: string }>(
    "select to_char(due_on, 'FMDD Mon YYYY') as due from invoices where id = $1",
    [id],
  );
  const { pages: sheets } = await fetchPdf(buyer.client, hrefOf(pages.invoicePdf, { invoice_id: id }));
  expect(sheets.flat()).toContain(`Due: ${row?.due}`);
});

test("an invoice that is overdue says so in the list, at its order and through the API", async () => {
  const buyer = await accountBuyer();
  const order_id = (await buyOnAccount(buyer, [await priced(100_00)])).order_id ?? "";
  const { id } = await invoiceOf(order_id);
  const setDueDaysAgo = (days: number) =>
    shop.query(
      `update invoices set due_on = (now() at time zone time_zone)::date - ${days} from shop_settings where invoices.id = $1`,
      [id],
    );
  const fetchDaysOverdue = async () =>
    (await buyer.client.call(listInvoices, { query: {} })).reply().data[0]?.days_overdue;
  await setDueDaysAgo(0);
  expect(await read(buyer.client, pages.invoices)).toMatch(/Due on \d+ \w+/);
  expect(await fetchDaysOverdue()).toBe(0);
  await setDueDaysAgo(10);
  expect(await read(buyer.client, pages.invoices)).toContain("10 days overdue");
  const order = await read(buyer.client, hrefOf(pages.order, { order_id }));
  expect(order).toMatch(/ was due on \d+ \w+/);
  expect(order).not.toContain("can pay it.");
  const member = await signedIn({ org_id: buyer.user.org_id });
  expect(await read(member.client, hrefOf(pages.order, { order_id }))).toMatch(
    new RegExp(`can pay it. ${buyer.user.first_name} ${buyer.user.last_name} can do it for you.* Ask `),
  );
  expect(await fetchDaysOverdue()).toBe(10);
});

test("after a part was paid, home and order ask for what is left, and home tells what is overdue", async () => {
  const buyer = await accountBuyer();
  const order_id = (await buyOnAccount(buyer, [await priced(100_00)])).order_id ?? "";
  const invoice = await invoiceOf(order_id);
  await transfer(invoice, invoice.amount - 70_00);
  expect(await read(buyer.client, pages.portal)).toContain("1 invoice unpaid $ 70 .00");
  const order = await read(buyer.client, hrefOf(pages.order, { order_id }));
  expect(order).toContain("Pay $70.00");
  expect(await read(buyer.client, pages.invoices)).toMatch(/Partly paid, due on \d+ \w+/);
  expect(order).toContain(`$70.00 of its invoice of ${formatMoney(invoice.amount)} is due on`);
  await shop.query("update invoices set due_on = current_date - 10 where id = $1", [invoice.id]);
  expect(await read(buyer.client, pages.portal)).toContain("1 invoice overdue $ 70 .00");
  await buyOnAccount(buyer, [await priced(50_00)]);
  expect(await read(buyer.client, pages.portal)).toContain("2 invoices unpaid, 1 overdue $");
});

test("who acts for a customer reads at the order and the account why nothing can be paid", async () => {
  const buyer = await accountBuyer();
  const order_id = (await buyOnAccount(buyer, [await priced(100_00)])).order_id ?? "";
  const actingClient = (await impersonating(buyer.user)).client;
  for (const path of [pages.account, hrefOf(pages.order, { order_id })]) {
    const reason = `You cannot pay while you act as ${buyer.user.first_name}.`;
    expect(await read(actingClient, path), path).toContain(reason);
    expect(await read(buyer.client, path), path).not.toContain(reason);
  }
});

test("the account of an organization without terms says so, and shows no sums", async () => {
  const text = await read((await shop.buyer()).client, pages.account);
  expect(text).toContain("Your organization does not buy on account.");
  expect(text).not.toContain("Not yet due");
  expect(text).not.toContain("will be listed here");
  expect(text).toContain("Write to us");
});

test("what is open is a CSV file and a statement to print, of the own organization and in the console", async () => {
  const buyer = await accountBuyer({ credit_limit: 2_000_00 });
  const product = await priced(100_00);
  const invoice = await invoiceOf((await buyOnAccount(buyer, [product])).order_id ?? "");
  const other = await invoiceOf((await buyOnAccount(buyer, [product])).order_id ?? "");
  await shop.query(
    "update invoices set due_on = (now() at time zone time_zone)::date - 40 from shop_settings where invoices.id = $1",
    [invoice.id],
  );
  await transfer(other, 25_00);
  const [overdueRow, dueRow] = await shop.query<{ number: string; order_number: string; due_on: string }>(
    `select i.stripe_invoice_no as number, o.order_number, i.due_on::text
    from invoices i join orders o on o.id = i.reference_id where i.org_id = $1 order by i.due_on`,
    [buyer.org_id],
  );
  const lines = [
    `${overdueRow?.number},${overdueRow?.order_number},,${overdueRow?.due_on},40,${invoice.amount / 100},${invoice.amount / 100}`,
    `${dueRow?.number},${dueRow?.order_number},,${dueRow?.due_on},0,${other.amount / 100},${(other.amount - 25_00) / 100}`,
  ];
  const fetchCsv = async (client: { fetch: (path: string) => Promise<Response> }, path: string) => {
    const response = await client.fetch(path);
    expect(response.headers.get("content-type")).toContain("text/csv");
    return (await response.text()).replaceAll('"', "").split("\r\n").slice(1, -1);
  };
  expect(await fetchCsv(buyer.client, pages.accountCsv)).toEqual(lines);
  const { client } = await signedInAdmin();
  const consoleLines = await fetchCsv(client, `${pages.receivablesCsv}?org_id=${buyer.org_id}`);
  expect(consoleLines.map((line) => line.replace(/^[^,]+,/, ""))).toEqual(lines);
  for (const response of [
    await buyer.client.fetch(pages.accountStatementPdf),
    await client.fetch(`${pages.receivablesStatementPdf}?org_id=${buyer.org_id}`),
  ])
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const stranger = await shop.buyer();
  expect(await fetchCsv(stranger.client, `${pages.accountCsv}?org_id=${buyer.org_id}`)).toEqual([]);
  expect((await buyer.client.fetch(pages.receivablesCsv)).status).toBe(404);
  expect((await buyer.client.fetch(`${pages.receivablesStatementPdf}?org_id=${buyer.org_id}`)).status).toBe(404);
});

test("the printed statement says of which day it is, dates with their year, and the whole PO number", async () => {
  const buyer = await accountBuyer();
  const { order_id } = await buyOnAccount(buyer, [await priced(100_00)]);
  const { id } = await invoiceOf(order_id ?? "");
  const po_number = "PO-2026-4711-RESEARCH";
  await shop.query("update invoices set po_number = $2 where id = $1", [id, po_number]);
  const [days] = await shop.query<{ due: string; today: string }>(
    `select to_char(i.due_on, 'FMDD Mon YYYY') as due,
       to_char(now() at time zone s.time_zone, 'FMDD Mon YYYY') as today
     from invoices i, shop_settings s where i.id = $1`,
    [id],
  );
  const { client } = await signedInAdmin();
  for (const { pages: sheets } of [
    await fetchPdf(buyer.client, pages.accountStatementPdf),
    await fetchPdf(client, `${pages.receivablesStatementPdf}?org_id=${buyer.org_id}`),
  ])
    expect(sheets.flat()).toEqual(expect.arrayContaining([`As of ${days?.today}`, days?.due, po_number]));
});
