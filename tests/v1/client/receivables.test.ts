import { expect, test } from "vitest";
import { getAllReceivables } from "../../../worker/contract/v1/admin/receivables.ts";
import { getReceivables } from "../../../worker/contract/v1/client/receivables.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { shop } from "../../support/store.ts";
import { accountBuyer, buyOnAccount, invoiceOf, priced, transfer } from "../store/account/account.ts";

test("open sums stand by age, without what was paid in part, and not at all once paid or canceled", async () => {
  const buyer = await accountBuyer({ credit_limit: 2_000_00 });
  const product = await priced(100_00);
  const noneOverdue = { days_1_30: 0, days_31_60: 0, days_61_90: 0, days_over_90: 0 };
  expect((await buyer.client.call(getReceivables)).reply()).toMatchObject({
    ...noneOverdue,
    current: 0,
    total: 0,
    available: 2_000_00,
    payment_terms_days: 30,
    invoices: [],
  });
  const createdInvoices = [];
  for (let count = 0; count < 7; count += 1)
    createdInvoices.push(await invoiceOf((await buyOnAccount(buyer, [product])).order_id ?? ""));
  // The due day itself is not overdue.
  for (const [at, days] of [0, 1, 30, 31, 61, 91].entries())
    await shop.query(
      "update invoices set due_on = (now() at time zone time_zone)::date - $2::int from shop_settings where invoices.id = $1",
      [createdInvoices[at]?.id, days],
    );
  const [first, , , , , , last] = createdInvoices;
  const amount = first?.amount ?? 0;
  if (!first || !last) throw new Error("no invoices");
  await transfer(first, 25_00);
  await transfer(last, last.amount);
  const sums = {
    current: amount - 25_00,
    days_1_30: 2 * amount,
    days_31_60: amount,
    days_61_90: amount,
    days_over_90: amount,
    total: 6 * amount - 25_00,
  };
  const ownReceivables = (await buyer.client.call(getReceivables)).reply();
  expect(ownReceivables).toMatchObject({ ...sums, available: 2_000_00 - sums.total });
  expect(ownReceivables.invoices.map(({ days_overdue }) => days_overdue)).toEqual([91, 61, 31, 30, 1, 0]);
  expect(ownReceivables.invoices.at(-1)).toMatchObject({ id: first.id, amount, remaining: amount - 25_00 });
  const { client } = await signedInAdmin();
  const allReceivables = (await client.call(getAllReceivables, { query: { org_id: buyer.org_id } })).reply();
  expect(allReceivables).toMatchObject(sums);
  expect(allReceivables.organizations).toMatchObject([{ id: buyer.org_id, ...sums, credit_limit: 2_000_00 }]);
  expect(allReceivables.invoices).toHaveLength(6);
  await shop.query("update orders set status = 'canceled' where org_id = $1", [buyer.org_id]);
  expect((await buyer.client.call(getReceivables)).reply()).toMatchObject({ total: 0, available: 2_000_00 });
});

test("an invoice that somebody paid too much owes nothing, and takes nothing off the others", async () => {
  const buyer = await accountBuyer({ credit_limit: 2_000_00 });
  const product = await priced(100_00);
  const [overpaidOrder, openOrder] = [await buyOnAccount(buyer, [product]), await buyOnAccount(buyer, [product])];
  const [overpaidInvoice, openInvoice] = [
    await invoiceOf(overpaidOrder.order_id ?? ""),
    await invoiceOf(openOrder.order_id ?? ""),
  ];
  await shop.query(
    `insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents)
     select id, org_id, 'py_' || id, 'charge', amount + 5000 from invoices where id = $1`,
    [overpaidInvoice.id],
  );
  const reply = (await buyer.client.call(getReceivables)).reply();
  expect(reply).toMatchObject({ total: openInvoice.amount, available: 2_000_00 - openInvoice.amount });
});

test("both are pages, which lead to paying the invoices", async () => {
  const buyer = await accountBuyer();
  const { order_id } = await buyOnAccount(buyer, [await priced(100_00)]);
  const { id } = await invoiceOf(order_id ?? "");
  const page = await (await buyer.client.fetch(pages.account)).text();
  expect(page).toContain("Not yet due");
  expect(page).toContain(`value="${id}"`);
  const payPage = await buyer.client.fetch(`${pages.payInvoices}?id=${id}`);
  expect([payPage.status, (await payPage.text()).includes(id)]).toEqual([200, true]);
  const { client } = await signedInAdmin();
  const adminPage = await client.fetch(`${pages.receivables}?org_id=${buyer.org_id}`);
  expect([adminPage.status, (await adminPage.text()).includes("owed on account")]).toEqual([200, true]);
});
