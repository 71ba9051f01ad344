import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listBookRuns } from "../../../worker/contract/v1/admin/books.ts";
import { cancelOrder, refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import type { Actor } from "../../support/actors.ts";
import { type ReconciliationShop, startReconciliationShop } from "../../support/accounting/reconciliation-shop.ts";
import { cards, type Shop } from "../../support/store.ts";
import { createAccountHelpers } from "../store/account/account.ts";

let books: ReconciliationShop;
let shop: Shop;
let admin: Actor;
beforeAll(async () => {
  books = await startReconciliationShop();
  ({ shop, admin } = books);
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => books?.stop());

test("the demo shop reads zero, and what each book comes to is the same", async () => {
  const run = await books.compare();
  expect(run).toMatchObject({ status: "completed", trigger: "manual", open_differences: 0, error: null });
  expect(await books.list()).toEqual([]);
  const [sums] = await shop.query<Record<string, number>>(`
    select
      sum(amount_cents) filter (where kind = 'charge')::int as paid,
      sum(amount_cents) filter (
        where kind = 'charge' and invoice_id in (select id from invoices where payment_status = 'pending')
      )::int as part_paid,
      sum(amount_cents) filter (where kind like 'refund%')::int as refunded,
      sum(amount_cents) filter (where kind like 'dispute%')::int as disputed
    from payment_ledger`);
  expect(run.totals?.map(({ line, ledger, provider }) => [line, ledger, provider])).toEqual(
    ["paid", "refunded", "disputed"].map((line) => [line, sums?.[line], sums?.[line]]),
  );
  // The total of the orders contains only invoices that are paid in full.
  expect(run.totals?.[0]?.orders).toBe((sums?.["paid"] ?? 0) - (sums?.["part_paid"] ?? 0));
  expect(sums?.["part_paid"]).toBeGreaterThan(0);
  expect(sums?.["paid"]).toBeGreaterThan(0);
  expect(sums?.["disputed"]).toBeLessThan(0);
  const { data } = (await admin.client.call(listBookRuns)).reply();
  expect(run).toEqual({ success: true, ...data[0] });
});

test("a shop in which things were bought, refunded, disputed and renewed reads zero", async () => {
  const refundedSale = await books.sell();
  (
    await admin.client.call(refundOrder, { params: { order_id: refundedSale.order_id }, body: { amount: 500 } })
  ).reply();
  const disputedSale = await books.sell();
  await shop.control("/disputes", { charge: disputedSale.charge.id, stage: "funds_withdrawn" });
  const failedSale = await books.sell();
  await shop.control("/refunds", { charge: failedSale.charge.id, amount: 700, outcome: "failed" });
  await shop.purchase([await shop.createPlan()]);
  await shop.purchase([await shop.createProduct()], cards.bank);
  const creditedBuyer = await shop.buyer();
  await shop.control("/customers", { customer: creditedBuyer.customer, balance: -2500 });
  await shop.fillCart(creditedBuyer, [await shop.createProduct()]);
  (await shop.checkout(creditedBuyer)).reply();
  await shop.advance(32);
  await shop.settled();
  const run = await books.compare();
  expect((await books.open()).map(books.aboutOf)).toEqual([]);
  expect(run).toMatchObject({ status: "completed", open_differences: 0 });
  for (const { ledger, provider } of run.totals ?? []) expect(provider).toBe(ledger);
});

test("orders on account read zero: open, paid in part, and canceled after a part was paid", async () => {
  const { accountBuyer, buyOnAccount, invoiceOf, transfer } = createAccountHelpers(shop);
  // Terms of 60 days put the due date after the provider's clock, which the previous test advanced.
  const buyer = await accountBuyer({ credit_limit: 5_000_00, payment_terms_days: 60 });
  const device = await shop.createProduct();
  const buy = async () => (await buyOnAccount(buyer, [device])).order_id ?? "";
  const [openId, partPaidId, canceledId] = [await buy(), await buy(), await buy()];
  for (const id of [partPaidId, canceledId]) await transfer(await invoiceOf(id), 40_00);
  (await admin.client.call(cancelOrder, { params: { order_id: canceledId } })).reply();
  const expectNoDifference = async () => {
    const run = await books.compare();
    expect((await books.open()).map(books.aboutOf)).toEqual([]);
    expect(run).toMatchObject({ status: "completed", open_differences: 0 });
    for (const { ledger, provider } of run.totals ?? []) expect(provider).toBe(ledger);
  };
  await expectNoDifference();
  await shop.advance(6);
  await shop.settled();
  expect(await invoiceOf(canceledId)).toMatchObject({ payment_status: "refunded" });
  expect(await invoiceOf(openId)).toMatchObject({ payment_status: "pending" });
  await expectNoDifference();
});

test("what was planted is found with its cause, and closes itself when it is mended", async () => {
  const [unbookedSale, changedSale, phantomSale, unpaidSale, reorderedSale, unrefundedSale] = [
    await books.sell(),
    await books.sell(),
    await books.sell(),
    await books.sell(),
    await books.sell(),
    await books.sell(),
  ];
  const orphan: { id: string } = JSON.parse(
    await shop.control("/charges", { customer: phantomSale.customer, amount: 1900 }),
  );
  await shop.settled();
  await shop.query("delete from payment_ledger where stripe_object_id = $1", [unbookedSale.charge.id]);
  await shop.query("update payment_ledger set amount_cents = amount_cents + 1 where stripe_object_id = $1", [
    changedSale.charge.id,
  ]);
  await shop.query(
    "insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents) values ($1, $2, 're_nobody', 'refund', -300)",
    [phantomSale.invoice.id, phantomSale.org_id],
  );
  const [gift] = await shop.query<{ id: string }>(
    `insert into invoices (reference_id, reference_type, org_id, amount, payment_status)
     values (gen_random_uuid(), 'order', $1, 4200, 'paid') returning id`,
    [unpaidSale.org_id],
  );
  await shop.query("update orders set total = total + 100 where id = $1", [reorderedSale.order_id]);
  await shop.control("/deliveries", { action: "hold" });
  const refund: { id: string } = JSON.parse(
    await shop.control("/refunds", { charge: unrefundedSale.charge.id, amount: 600 }),
  );

  expect(await books.compare()).toMatchObject({ status: "completed", open_differences: 8 });
  const discrepancies = await books.open();
  const amount = unbookedSale.charge.amount;
  expect(discrepancies.map(books.aboutOf).toSorted()).toEqual(
    [
      `missing_in_ledger charge ${unbookedSale.charge.id} ${amount} 0`,
      `amount_differs charge ${changedSale.charge.id} ${changedSale.charge.amount + 1} ${changedSale.charge.amount}`,
      `amount_differs payment ${changedSale.invoice.id} ${changedSale.invoice.amount} ${changedSale.invoice.amount + 1}`,
      `missing_at_provider refund re_nobody -300 0`,
      `orphan_charge charge ${orphan.id} 0 1900`,
      `missing_in_ledger invoice ${gift?.id} 4200 0`,
      `amount_differs order ${reorderedSale.order_id} ${reorderedSale.invoice.amount + 100} ${reorderedSale.invoice.amount}`,
      `missing_in_ledger refund ${refund.id} -600 0`,
    ].toSorted(),
  );
  const causes = Object.fromEntries(discrepancies.map(({ kind, cause }) => [kind, cause]));
  expect(causes["missing_in_ledger"]).toMatch(/^Missing here: /);
  expect(causes["missing_at_provider"]).toMatch(/^Missing there: /);
  expect(causes["amount_differs"]).toMatch(/^Amount differs: /);
  expect(causes["orphan_charge"]).toMatch(/^Orphan: /);
  expect(discrepancies.find(({ kind }) => kind === "orphan_charge")).toMatchObject({
    org_id: phantomSale.org_id,
    order_id: null,
  });
  expect(discrepancies.find(({ reference_id }) => reference_id === unbookedSale.charge.id)).toMatchObject({
    invoice_id: unbookedSale.invoice.id,
    order_id: unbookedSale.order_id,
  });

  await shop.control("/deliveries", { action: "release" });
  await shop.settled();
  await shop.control("/refunds", { charge: orphan.id });
  await shop.query(
    "insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents) values ($1, $2, $3, 'charge', $4)",
    [unbookedSale.invoice.id, unbookedSale.org_id, unbookedSale.charge.id, amount],
  );
  await shop.query("update payment_ledger set amount_cents = amount_cents - 1 where stripe_object_id = $1", [
    changedSale.charge.id,
  ]);
  await shop.query("delete from payment_ledger where stripe_object_id = 're_nobody'");
  await shop.query("delete from invoices where id = $1", [gift?.id]);
  await shop.query("update orders set total = total - 100 where id = $1", [reorderedSale.order_id]);
  await books.compare();
  expect((await books.open()).map(books.aboutOf)).toEqual([]);
  expect(await books.read(discrepancies[0]?.id ?? "")).toMatchObject({
    closed_by: null,
    closed_at: expect.any(String),
    note: "The records agree again.",
  });
});

test("what a person closed with a note stays closed until its amounts change", async () => {
  const { customer } = await books.sell();
  const orphan: { id: string } = JSON.parse(await shop.control("/charges", { customer, amount: 2100 }));
  await books.compare();
  const [discrepancy] = await books.open();
  const id = discrepancy?.id ?? "";
  expect((await books.close(id, "  ")).status).toBe(400);
  expect((await books.close("00000000-0000-4000-8000-000000000000", "x")).errcode).toBe("REFERENCE_NOT_FOUND");
  const note = "Paid on the phone, booked by hand.";
  const { user } = admin;
  expect((await books.close(id, note)).reply()).toMatchObject({
    note,
    closed_by: `${user.first_name} ${user.last_name}`,
  });
  expect((await books.close(id, "Somebody else’s reason.")).reply().note).toBe(note);
  expect(
    await shop.query("select actor_id, data from audit_log where action = 'closeBookDifference' and subject_id = $1", [
      id,
    ]),
  ).toEqual([
    {
      actor_id: user.id,
      data: {
        note,
        changes: { note: [null, note], closed_by: [null, user.id], closed_at: [null, expect.any(String)] },
      },
    },
  ]);

  expect(await books.compare()).toMatchObject({ open_differences: 0 });
  expect(await books.read(id)).toMatchObject({ closed_at: expect.any(String), note });
  await shop.control("/refunds", { charge: orphan.id, amount: 100 });
  expect(await books.compare()).toMatchObject({ open_differences: 1 });
  expect(await books.read(id)).toMatchObject({ closed_at: null, closed_by: null, expected: 0, found: 2000 });
  expect((await books.list({ kind: "orphan_charge", search: orphan.id })).map((each) => each.id)).toEqual([id]);
  (await books.close(id, note)).reply();
});

test("a provider that does not answer fails the run with its reason, and nothing differs for that", async () => {
  await shop.sandbox.addFault({ service: "stripe", path: "/v1/refunds", kind: "status", value: 500, times: 100 });
  const openBefore = await books.open();
  const failedRun = await books.compare();
  expect(failedRun).toMatchObject({ status: "failed", open_differences: null, totals: null });
  expect(failedRun.error).toContain("payments");
  expect(await books.open()).toEqual(openBefore);
  await shop.sandbox.clearFaults();
  expect(await books.compare()).toMatchObject({ status: "completed", open_differences: 0 });
});

test("a provider that stumbles is asked again", async () => {
  await shop.sandbox.addFault({ service: "stripe", path: "/v1/charges", kind: "cut", times: 2 });
  expect(await books.compare()).toMatchObject({ status: "completed", open_differences: 0 });
});
