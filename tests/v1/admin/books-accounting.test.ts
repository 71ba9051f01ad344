// Reconciliation with accounting, in a demo shop of its own that takes seconds to start.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ReconciliationRun } from "../../../worker/contract/entities/reconciliation.ts";
import { formatMoney } from "../../../worker/contract/buying/money.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { listAdminInvoices } from "../../../worker/contract/v1/admin/invoices.ts";
import { type ReconciliationShop, startReconciliationShop } from "../../support/accounting/reconciliation-shop.ts";
import { accountingOn, setPreferences } from "../../support/accounting/records.ts";
import type { Shop } from "../../support/store.ts";
import { cancelOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { createAccountHelpers } from "../store/account/account.ts";
import { exportHelpers } from "./net-suite/export-helpers.ts";

let books: ReconciliationShop;
let shop: Shop;
beforeAll(async () => {
  books = await startReconciliationShop();
  shop = books.shop;
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => books?.stop());

/** Paid order invoices that accounting also has, with the ids of their records, newest first. */
const listExportedInvoices = () =>
  shop.query<{ id: string; org_id: string; record: string; amount: number; charge: string; entity: string }>(
    `select i.id, i.org_id, i.net_suite_id::text as record, i.amount::int, l.stripe_object_id as charge,
       o.net_suite_id as entity
     from invoices i join payment_ledger l on l.invoice_id = i.id and l.kind = 'charge' join organizations o on o.id = i.org_id
     where i.net_suite_id is not null and i.payment_status = 'paid' and i.reference_type = 'order'
     order by i.created_at desc`,
  );
const saveRecord = async (type: string, fields: object, id?: string): Promise<{ id: string }> =>
  (await shop.sandbox.post("/net-suite/records", { type, ...(id && { id }), fields })).json();
const deleteRecord = (type: string, id: string) =>
  fetch(`${shop.sandbox.url}/net-suite/records`, { method: "DELETE", body: JSON.stringify({ type, id }) });

const bridgeOf = (run: ReconciliationRun, line: "paid" | "refunded") =>
  Object.fromEntries(
    (run.totals?.find((total) => total.line === line)?.bridge ?? []).map(({ source, reason, amount }) => [
      `${source} ${reason}`,
      amount,
    ]),
  );

/** Expects the reasons listed for each total to explain its whole difference from our ledger. */
function expectBridged({ totals }: ReconciliationRun): void {
  expect(totals).toHaveLength(3);
  for (const { bridge = [], ...total } of totals ?? [])
    for (const source of ["orders", "provider", "accounting"] as const) {
      const own = bridge.filter((row) => row.source === source);
      const sum = own.reduce((cents, { amount }) => cents + amount, 0);
      expect(sum, `${total.line} ${source}`).toBe(total.ledger - (total[source] ?? total.ledger));
      expect(own.map(({ reason }) => reason)).not.toContain("unexplained");
    }
}
const dollars = (cents: number) => (cents / 100).toFixed(2);
const backdateBooking = (charge: string) =>
  shop.query("update payment_ledger set created_at = now() - interval '2 hours' where stripe_object_id = $1", [charge]);

test("the demo shop reads zero in accounting too, where what was refunded whole never came", async () => {
  // Some NetSuite accounts return ids and amounts as numbers.
  await setPreferences(shop.sandbox, { has_numeric_values: true });
  const run = await books.compare();
  await setPreferences(shop.sandbox, { has_numeric_values: false });
  expect((await books.open()).map(books.aboutOf)).toEqual([]);
  expect(run).toMatchObject({ status: "completed", open_differences: 0 });
  const [sums] = await shop.query<{ paid: number; refunded: number }>(`
    select sum(i.amount)::int as paid, (
      select sum(l.amount_cents)::int from payment_ledger l join invoices p on p.id = l.invoice_id
      where p.net_suite_id is not null and l.kind like 'refund%'
    ) as refunded
    from invoices i where i.net_suite_id is not null`);
  expect(run.totals?.map(({ line, accounting }) => [line, accounting])).toEqual([
    ["paid", sums?.paid],
    ["refunded", sums?.refunded],
    ["disputed", null],
  ]);
  expect(sums?.refunded).toBeLessThan(0);
  const [refundedUnexported] = await shop.query<{ paid: number; refunded: number }>(`
    select sum(l.amount_cents) filter (where l.kind not like 'refund%')::int as paid,
      sum(l.amount_cents) filter (where l.kind like 'refund%')::int as refunded
    from payment_ledger l join invoices i on i.id = l.invoice_id
    where i.net_suite_id is null and i.payment_status = 'refunded' and l.kind not like 'dispute%'`);
  expect(refundedUnexported?.paid).toBeGreaterThan(0);
  expect(bridgeOf(run, "paid")).toMatchObject({ "accounting refunded_before_export": refundedUnexported?.paid });
  expect(bridgeOf(run, "refunded")).toMatchObject({
    "accounting refunded_before_export": refundedUnexported?.refunded,
  });
  expectBridged(run);
  const page = await (await books.admin.client.fetch("/admin/integrations/books")).text();
  expect(page).toContain('<a href="/admin/invoices?accounting=refunded_before_export">Refunded before export</a>');
  expect(page).not.toContain("Not explained");
  const { data: listed } = (
    await books.admin.client.call(listAdminInvoices, { query: { accounting: "refunded_before_export", limit: "100" } })
  ).reply();
  expect(listed.reduce((sum, { amount }) => sum + amount, 0)).toBe(refundedUnexported?.paid);
});

test("what accounting lacks, has otherwise or has without us is found with its cause, and closes when it is mended", async () => {
  const [missingInvoice, changedInvoice, refundedInvoice, spareInvoice] = await listExportedInvoices();
  if (!missingInvoice || !changedInvoice || !refundedInvoice || !spareInvoice)
    throw new Error("the demo data has too few invoices");
  const lateSale = await books.sell();
  const freshSale = await books.sell();
  await deleteRecord("invoice", missingInvoice.record);
  await saveRecord("invoice", { total: dollars(changedInvoice.amount + 250) }, changedInvoice.record);
  const orphan = await saveRecord("invoice", { entity: missingInvoice.entity, total: "12.34" });
  const foreign = await saveRecord("customer", { companyName: "Somebody else" });
  await saveRecord("invoice", { entity: foreign.id, total: "56.78" });
  const refund: { id: string } = JSON.parse(
    await shop.control("/refunds", { charge: refundedInvoice.charge, amount: 300 }),
  );
  await shop.settled();
  await backdateBooking(lateSale.charge.id);

  await books.compare();
  const earlyDiscrepancies = (await books.open()).map(books.aboutOf);
  expect(
    earlyDiscrepancies.filter((about) => about.includes(refund.id) || about.includes(freshSale.invoice.id)),
  ).toEqual([]);
  await backdateBooking(refund.id);
  const differingRun = await books.compare();
  expectBridged(differingRun);
  expect(bridgeOf(differingRun, "paid")).toMatchObject({
    "accounting open_discrepancies": missingInvoice.amount - 250,
    "accounting waiting_for_export": lateSale.invoice.amount + freshSale.invoice.amount,
  });
  expect(bridgeOf(differingRun, "refunded")).toMatchObject({ "accounting refunds_waiting_for_export": -300 });
  const discrepancies = await books.open();
  expect(discrepancies.map(books.aboutOf).toSorted()).toEqual(
    [
      `missing_in_accounting invoice ${missingInvoice.id} ${missingInvoice.amount} 0`,
      `missing_in_accounting invoice ${lateSale.invoice.id} ${lateSale.invoice.amount} 0`,
      `amount_differs invoice ${changedInvoice.id} ${changedInvoice.amount} ${changedInvoice.amount + 250}`,
      `orphan_record invoice ${orphan.id} 0 1234`,
      `refund_not_exported refund ${refund.id} 300 0`,
    ].toSorted(),
  );
  const causeOf = (id: string) => discrepancies.find(({ reference_id }) => reference_id === id)?.cause;
  expect(causeOf(missingInvoice.id)).toMatch(/^Missing there: /);
  expect(causeOf(lateSale.invoice.id)).toMatch(/^Not exported yet: /);
  expect(causeOf(changedInvoice.id)).toMatch(/^Amount differs: /);
  expect(causeOf(orphan.id)).toMatch(/^Orphan: /);
  expect(causeOf(refund.id)).toMatch(/^Refunded after export: /);

  await saveRecord("invoice", {
    externalId: `invoice-${missingInvoice.id}`,
    entity: missingInvoice.entity,
    total: dollars(missingInvoice.amount),
  });
  await saveRecord("invoice", {
    externalId: `invoice-${lateSale.invoice.id}`,
    total: dollars(lateSale.invoice.amount),
  });
  await saveRecord("invoice", { total: dollars(changedInvoice.amount) }, changedInvoice.record);
  await deleteRecord("invoice", orphan.id);
  await saveRecord("credit_memo", { externalId: `refund-${refund.id}`, entity: refundedInvoice.entity, total: "3.00" });
  const repayment = { externalId: `repayment-${refund.id}`, entity: refundedInvoice.entity };
  const stray = await saveRecord("customer_payment", { externalId: `payment-${crypto.randomUUID()}`, total: "1.00" });
  await books.compare();
  expect((await books.open()).map(books.aboutOf).toSorted()).toEqual(
    [
      `refund_not_exported customer_refund ${refund.id} 300 0`,
      `orphan_record customer_payment ${stray.id} 0 100`,
    ].toSorted(),
  );
  await deleteRecord("customer_payment", stray.id);
  const { id: given } = await saveRecord("customer_refund", { ...repayment, total: "2.00" });
  await books.compare();
  expect((await books.open()).map(books.aboutOf)).toEqual([`amount_differs customer_refund ${refund.id} 300 200`]);
  await saveRecord("customer_refund", { total: "3.00" }, given);
  await books.compare();
  expect((await books.open()).map(books.aboutOf)).toEqual([]);
});

test("an order on account is in accounting before it is paid, which the lines explain", async () => {
  const account = createAccountHelpers(shop);
  const accounting = accountingOn(shop);
  const { runExport } = exportHelpers(() => ({
    query: shop.query,
    admin: books.admin.client,
    shop,
    accounting,
  }));
  const placeOnAccount = async () => {
    const buyer = await account.accountBuyer();
    const product = await shop.createProduct({ price_levels: { "Base Price": 400_00 } });
    await accounting.knowProduct(product.id);
    await accounting.knowOrganization(buyer.org_id);
    const { order_id } = await account.buyOnAccount(buyer, [product]);
    return account.invoiceOf(order_id ?? "");
  };
  // Exports of sales by earlier tests fail, because accounting does not know their products. These sales are
  // discrepancies from now on, and `before` contains them.
  await runExport();
  // The demo data contains orders on account, so later figures are compared with this first run.
  const demoBridge = bridgeOf(await books.compare(), "paid");
  const [receivedKey, owedKey] = ["orders received_while_unpaid", "accounting owed_on_account"] as const;
  const before = (await books.open()).map(books.aboutOf);
  const partlyPaid = await placeOnAccount();
  await account.transfer(partlyPaid, 150_00);
  await runExport();
  const lateInvoice = await placeOnAccount();
  const run = await books.compare();
  expectBridged(run);
  expect(bridgeOf(run, "paid")).toMatchObject({
    [receivedKey]: (demoBridge[receivedKey] ?? 0) + 150_00,
    [owedKey]: (demoBridge[owedKey] ?? 0) + 150_00 - partlyPaid.amount,
  });
  expect((await books.open()).map(books.aboutOf)).toEqual(before);
  const page = await (await books.admin.client.fetch(pages.reconciliation)).text();
  const [, row = ""] = page.replaceAll(/<[^>]+>/g, " ").split("Owed on account, and in accounting");
  expect(row).toContain(formatMoney((demoBridge[owedKey] ?? 0) + 150_00 - partlyPaid.amount));

  // An invoice missing in accounting after more than an hour is a discrepancy, and so is a partial payment of another
  // amount.
  await shop.query("update invoices set created_at = now() - interval '2 hours' where id = $1", [lateInvoice.id]);
  const [part] = await shop.query<{ id: string }>("select id from payment_ledger where invoice_id = $1", [
    partlyPaid.id,
  ]);
  const [payment] = await accounting.records("customer_payment", `payment-${part?.id}`);
  await saveRecord("customer_payment", { total: "140.00" }, payment?.id);
  expectBridged(await books.compare());
  const newDiscrepancies = (await books.open()).map(books.aboutOf).filter((about) => !before.includes(about));
  expect(newDiscrepancies.toSorted()).toEqual(
    [
      `missing_in_accounting invoice ${lateInvoice.id} ${lateInvoice.amount} 0`,
      `amount_differs customer_payment ${partlyPaid.id} 15000 14000`,
    ].toSorted(),
  );
  await saveRecord("customer_payment", { total: "150.00" }, payment?.id);
  await runExport();

  // Canceling the late order creates a credit memo for its unpaid amount.
  (await books.admin.client.call(cancelOrder, { params: { order_id: await findOrderId(lateInvoice.id) } })).reply();
  await shop.settled();
  await runExport();
  await account.transfer(partlyPaid, partlyPaid.amount - 150_00);
  await runExport();
  const settledRun = await books.compare();
  expectBridged(settledRun);
  expect(bridgeOf(settledRun, "paid")[owedKey]).toBe(demoBridge[owedKey]);
  expect((await books.open()).map(books.aboutOf)).toEqual(before);
});

const findOrderId = async (invoiceId: string): Promise<string> =>
  (await shop.query<{ id: string }>("select reference_id as id from invoices where id = $1", [invoiceId]))[0]?.id ?? "";

test("an accounting system that fails ends the run with its reason; one that stumbles or shifts its pages does not", async () => {
  const before = await books.open();
  await shop.sandbox.addFault({ service: "net-suite", path: "suiteql", kind: "status", value: 500, times: 100 });
  const failedRun = await books.compare();
  expect(failedRun.status).toBe("failed");
  expect(failedRun.error?.toLowerCase()).toContain("suite");
  expect(await books.open()).toEqual(before);
  await shop.sandbox.clearFaults();
  for (const kind of ["cut", "short", "repeat"] as const)
    await shop.sandbox.addFault({ service: "net-suite", path: "suiteql", kind, times: 1 });
  expect(await books.compare()).toMatchObject({ status: "completed", open_differences: before.length });
});
