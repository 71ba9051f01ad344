import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { BookRun } from "../../../worker/contract/entities/books.ts";
import { formatMoney } from "../../../worker/contract/buying/money.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { listAdminInvoices } from "../../../worker/contract/v1/admin/invoices.ts";
import { type BooksShop, startBooksShop } from "../../support/accounting/books-shop.ts";
import { accountingOn, setPreferences } from "../../support/accounting/records.ts";
import type { Shop } from "../../support/store.ts";
import { cancelOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { accountOn } from "../store/account/account.ts";
import { exportsOf } from "./net-suite/exports-of.ts";

let books: BooksShop;
let shop: Shop;
beforeAll(async () => {
  books = await startBooksShop();
  shop = books.shop;
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => books?.stop());

/** Paid invoices that are also in accounting, with their records there, newest first. */
const exported = () =>
  shop.query<{ id: string; org_id: string; record: string; amount: number; charge: string; entity: string }>(
    `select i.id, i.org_id, i.net_suite_id::text as record, i.amount::int, l.stripe_object_id as charge,
       o.net_suite_id as entity
     from invoices i join payment_ledger l on l.invoice_id = i.id and l.kind = 'charge' join organizations o on o.id = i.org_id
     where i.net_suite_id is not null and i.payment_status = 'paid' and i.reference_type = 'order'
     order by i.created_at desc`,
  );
const record = async (type: string, fields: object, id?: string): Promise<{ id: string }> =>
  (await shop.sandbox.post("/net-suite/records", { type, ...(id && { id }), fields })).json();
const remove = (type: string, id: string) =>
  fetch(`${shop.sandbox.url}/net-suite/records`, { method: "DELETE", body: JSON.stringify({ type, id }) });

const bridgeOf = (run: BookRun, line: "paid" | "refunded") =>
  Object.fromEntries(
    (run.totals?.find((total) => total.line === line)?.bridge ?? []).map(({ source, reason, amount }) => [
      `${source} ${reason}`,
      amount,
    ]),
  );

/** Every difference of the run's totals is the sum of its reasons, and none is unexplained. */
function expectBridged({ totals }: BookRun): void {
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
const bookedLongAgo = (charge: string) =>
  shop.query("update payment_ledger set created_at = now() - interval '2 hours' where stripe_object_id = $1", [charge]);

test("the demo shop reads zero in accounting too, where what was refunded whole never came", async () => {
  // Some accounts return ids and amounts as numbers.
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
  const [before] = await shop.query<{ paid: number; refunded: number }>(`
    select sum(l.amount_cents) filter (where l.kind not like 'refund%')::int as paid,
      sum(l.amount_cents) filter (where l.kind like 'refund%')::int as refunded
    from payment_ledger l join invoices i on i.id = l.invoice_id
    where i.net_suite_id is null and i.payment_status = 'refunded' and l.kind not like 'dispute%'`);
  expect(before?.paid).toBeGreaterThan(0);
  expect(bridgeOf(run, "paid")).toMatchObject({ "accounting refunded_before_export": before?.paid });
  expect(bridgeOf(run, "refunded")).toMatchObject({ "accounting refunded_before_export": before?.refunded });
  expectBridged(run);
  const page = await (await books.admin.client.fetch("/admin/integrations/books")).text();
  expect(page).toContain('<a href="/admin/invoices?accounting=refunded_before_export">Refunded before export</a>');
  expect(page).not.toContain("Not explained");
  const { data: listed } = (
    await books.admin.client.call(listAdminInvoices, { query: { accounting: "refunded_before_export", limit: "100" } })
  ).reply();
  expect(listed.reduce((sum, { amount }) => sum + amount, 0)).toBe(before?.paid);
});

test("what accounting lacks, has otherwise or has without us is found with its cause, and closes when it is mended", async () => {
  const [gone, changed, refunded, resold] = await exported();
  if (!gone || !changed || !refunded || !resold) throw new Error("the demo data has too few invoices");
  const late = await books.sold();
  const fresh = await books.sold();
  await remove("invoice", gone.record);
  await record("invoice", { total: dollars(changed.amount + 250) }, changed.record);
  const orphan = await record("invoice", { entity: gone.entity, total: "12.34" });
  const foreign = await record("customer", { companyName: "Somebody else" });
  await record("invoice", { entity: foreign.id, total: "56.78" });
  const refund: { id: string } = JSON.parse(await shop.control("/refunds", { charge: refunded.charge, amount: 300 }));
  await shop.settled();
  await bookedLongAgo(late.charge.id);

  await books.compare();
  const early = (await books.open()).map(books.aboutOf);
  expect(early.filter((about) => about.includes(refund.id) || about.includes(fresh.invoice.id))).toEqual([]);
  await bookedLongAgo(refund.id);
  const differing = await books.compare();
  expectBridged(differing);
  expect(bridgeOf(differing, "paid")).toMatchObject({
    "accounting open_discrepancies": gone.amount - 250,
    "accounting waiting_for_export": late.invoice.amount + fresh.invoice.amount,
  });
  expect(bridgeOf(differing, "refunded")).toMatchObject({ "accounting refunds_waiting_for_export": -300 });
  const discrepancies = await books.open();
  expect(discrepancies.map(books.aboutOf).toSorted()).toEqual(
    [
      `missing_in_accounting invoice ${gone.id} ${gone.amount} 0`,
      `missing_in_accounting invoice ${late.invoice.id} ${late.invoice.amount} 0`,
      `amount_differs invoice ${changed.id} ${changed.amount} ${changed.amount + 250}`,
      `orphan_record invoice ${orphan.id} 0 1234`,
      `refund_not_exported refund ${refund.id} 300 0`,
    ].toSorted(),
  );
  const causeOf = (id: string) => discrepancies.find(({ reference_id }) => reference_id === id)?.cause;
  expect(causeOf(gone.id)).toMatch(/^Missing there: /);
  expect(causeOf(late.invoice.id)).toMatch(/^Not exported yet: /);
  expect(causeOf(changed.id)).toMatch(/^Amount differs: /);
  expect(causeOf(orphan.id)).toMatch(/^Orphan: /);
  expect(causeOf(refund.id)).toMatch(/^Refunded after export: /);

  await record("invoice", { externalId: `invoice-${gone.id}`, entity: gone.entity, total: dollars(gone.amount) });
  await record("invoice", { externalId: `invoice-${late.invoice.id}`, total: dollars(late.invoice.amount) });
  await record("invoice", { total: dollars(changed.amount) }, changed.record);
  await remove("invoice", orphan.id);
  await record("credit_memo", { externalId: `refund-${refund.id}`, entity: refunded.entity, total: "3.00" });
  const repayment = { externalId: `repayment-${refund.id}`, entity: refunded.entity };
  const stray = await record("customer_payment", { externalId: `payment-${crypto.randomUUID()}`, total: "1.00" });
  await books.compare();
  expect((await books.open()).map(books.aboutOf).toSorted()).toEqual(
    [
      `refund_not_exported customer_refund ${refund.id} 300 0`,
      `orphan_record customer_payment ${stray.id} 0 100`,
    ].toSorted(),
  );
  await remove("customer_payment", stray.id);
  const { id: given } = await record("customer_refund", { ...repayment, total: "2.00" });
  await books.compare();
  expect((await books.open()).map(books.aboutOf)).toEqual([`amount_differs customer_refund ${refund.id} 300 200`]);
  await record("customer_refund", { total: "3.00" }, given);
  await books.compare();
  expect((await books.open()).map(books.aboutOf)).toEqual([]);
});

test("an order on account is in accounting before it is paid, which the lines explain", async () => {
  const account = accountOn(shop);
  const accounting = accountingOn(shop);
  const { exported: runExport } = exportsOf(() => ({ query: shop.query, admin: books.admin.client, shop, accounting }));
  const placed = async () => {
    const buyer = await account.accountBuyer();
    const product = await shop.createProduct({ price_levels: { "Base Price": 400_00 } });
    await accounting.knowProduct(product.id);
    await accounting.knowOrganization(buyer.org_id);
    const { order_id } = await account.buyOnAccount(buyer, [product]);
    return account.invoiceOf(order_id ?? "");
  };
  // What earlier tests sold cannot be exported.
  await runExport();
  // The demo has orders on account, too.
  const demo = bridgeOf(await books.compare(), "paid");
  const [received, owed] = ["orders received_while_unpaid", "accounting owed_on_account"] as const;
  const before = (await books.open()).map(books.aboutOf);
  const sold = await placed();
  await account.transfer(sold, 150_00);
  await runExport();
  const late = await placed();
  const run = await books.compare();
  expectBridged(run);
  expect(bridgeOf(run, "paid")).toMatchObject({
    [received]: (demo[received] ?? 0) + 150_00,
    [owed]: (demo[owed] ?? 0) + 150_00 - sold.amount,
  });
  expect((await books.open()).map(books.aboutOf)).toEqual(before);
  const page = await (await books.admin.client.fetch(pages.books)).text();
  const [, row = ""] = page.replaceAll(/<[^>]+>/g, " ").split("Owed on account, and in accounting");
  expect(row).toContain(formatMoney((demo[owed] ?? 0) + 150_00 - sold.amount));

  // One that an export left out becomes a discrepancy; so does a part whose payment differs.
  await shop.query("update invoices set created_at = now() - interval '2 hours' where id = $1", [late.id]);
  const [part] = await shop.query<{ id: string }>("select id from payment_ledger where invoice_id = $1", [sold.id]);
  const [payment] = await accounting.records("customer_payment", `payment-${part?.id}`);
  await record("customer_payment", { total: "140.00" }, payment?.id);
  expectBridged(await books.compare());
  const found = (await books.open()).map(books.aboutOf).filter((about) => !before.includes(about));
  expect(found.toSorted()).toEqual(
    [
      `missing_in_accounting invoice ${late.id} ${late.amount} 0`,
      `amount_differs customer_payment ${sold.id} 15000 14000`,
    ].toSorted(),
  );
  await record("customer_payment", { total: "150.00" }, payment?.id);
  await runExport();

  // A canceled one: the credit memo takes off what nobody paid.
  (await books.admin.client.call(cancelOrder, { params: { order_id: await orderOf(late.id) } })).reply();
  await shop.settled();
  await runExport();
  await account.transfer(sold, sold.amount - 150_00);
  await runExport();
  const settled = await books.compare();
  expectBridged(settled);
  expect(bridgeOf(settled, "paid")[owed]).toBe(demo[owed]);
  expect((await books.open()).map(books.aboutOf)).toEqual(before);
});

const orderOf = async (invoiceId: string): Promise<string> =>
  (await shop.query<{ id: string }>("select reference_id as id from invoices where id = $1", [invoiceId]))[0]?.id ?? "";

test("an accounting system that fails ends the run with its reason; one that stumbles or shifts its pages does not", async () => {
  const before = await books.open();
  await shop.sandbox.addFault({ service: "net-suite", path: "suiteql", kind: "status", value: 500, times: 100 });
  const failed = await books.compare();
  expect(failed.status).toBe("failed");
  expect(failed.error?.toLowerCase()).toContain("suite");
  expect(await books.open()).toEqual(before);
  await shop.sandbox.clearFaults();
  for (const kind of ["cut", "short", "repeat"] as const)
    await shop.sandbox.addFault({ service: "net-suite", path: "suiteql", kind, times: 1 });
  expect(await books.compare()).toMatchObject({ status: "completed", open_differences: before.length });
});
