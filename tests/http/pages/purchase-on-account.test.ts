// Purchase on account on the screens of buyers, without script.
import { expect, test } from "vitest";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { shop } from "../../support/store.ts";
import { signedInAdmin } from "../../support/actors.ts";
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
  const placed = await read(buyer.client, hrefOf(pages.checkoutState, { cart_no }));
  expect(placed).toContain("It is on account, and we start now.");
  expect(placed).not.toContain("has not arrived");
  const order = await read(buyer.client, hrefOf(pages.order, { order_id: order_id ?? "" }));
  expect(order).toMatch(/This order is on account: its invoice of \$[\d.,]+ is due on \d+ \w+/);
  expect(order).toContain("Pay it now");
  expect(order).not.toContain("Nothing ships before");
  expect(await read(buyer.client, pages.invoices)).toMatch(/Due on \d+ \w+/);
});

test("the account of an organization without terms says so, and shows no sums", async () => {
  const text = await read((await shop.buyer()).client, pages.account);
  expect(text).toContain("Your organization does not buy on account.");
  expect(text).not.toContain("Not yet due");
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
  const [late, soon] = await shop.query<{ number: string; order_number: string; due_on: string }>(
    `select i.stripe_invoice_no as number, o.order_number, i.due_on::text
    from invoices i join orders o on o.id = i.reference_id where i.org_id = $1 order by i.due_on`,
    [buyer.org_id],
  );
  const lines = [
    `${late?.number},${late?.order_number},,${late?.due_on},40,${invoice.amount / 100},${invoice.amount / 100}`,
    `${soon?.number},${soon?.order_number},,${soon?.due_on},0,${other.amount / 100},${(other.amount - 25_00) / 100}`,
  ];
  const csvOf = async (client: { fetch: (path: string) => Promise<Response> }, path: string) => {
    const response = await client.fetch(path);
    expect(response.headers.get("content-type")).toContain("text/csv");
    return (await response.text()).replaceAll('"', "").split("\r\n").slice(1, -1);
  };
  expect(await csvOf(buyer.client, pages.accountCsv)).toEqual(lines);
  const { client } = await signedInAdmin();
  const named = await csvOf(client, `${pages.receivablesCsv}?org_id=${buyer.org_id}`);
  expect(named.map((line) => line.replace(/^[^,]+,/, ""))).toEqual(lines);
  for (const response of [
    await buyer.client.fetch(pages.accountStatementPdf),
    await client.fetch(`${pages.receivablesStatementPdf}?org_id=${buyer.org_id}`),
  ])
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const stranger = await shop.buyer();
  expect(await csvOf(stranger.client, `${pages.accountCsv}?org_id=${buyer.org_id}`)).toEqual([]);
  expect((await buyer.client.fetch(pages.receivablesCsv)).status).toBe(404);
  expect((await buyer.client.fetch(`${pages.receivablesStatementPdf}?org_id=${buyer.org_id}`)).status).toBe(404);
});
