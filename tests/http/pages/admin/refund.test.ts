import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { removeQuotes } from "../../../support/csv/read-csv.ts";
import { query } from "../../../support/database.ts";
import { postForm } from "../../../support/forms.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";

test("a form of a refund that is sent twice gives back once, and says why when nothing is left", async () => {
  const [{ client }, product] = [await signedInAdmin(), await shop.createProduct()];
  const buyer = await shop.purchase([product]);
  const path = `/admin/orders/${buyer.bought.order_id}`;
  const [line] = await query<{ id: string }>("select id from order_lines where order_id = $1", [buyer.bought.order_id]);
  const readRefundPage = (asked: string) => readWords(client, `${path}/refund?${asked}`);
  const emptyText = await readRefundPage("");
  for (const text of ["can still be refunded.", "It goes to Visa ending in 4242"]) expect(emptyText).toContain(text);
  expect(emptyText).not.toContain("Refund $108.25");
  expect(await readRefundPage(`quantity.${line?.id}=1`)).toContain("Refund $108.25");
  for (const [asked, told] of [
    [`quantity.${line?.id}=2`, `Only 1 of ${product.name} can still be refunded.`],
    [`quantity.${line?.id}=1x`, "“1x” is not a number of pieces."],
    [`quantity.${line?.id}=1&dollars=12.345`, "“12.345” is not an amount."],
    [`quantity.${line?.id}=1&dollars=5`, "Enter quantities or an amount, not both."],
  ] as const) {
    const mistakeText = await readRefundPage(asked);
    expect(mistakeText, asked).toContain(told);
    expect(mistakeText, asked).not.toContain("Refund $108.25");
  }
  const form = { key: randomUUID(), [`quantity.${line?.id}`]: "1", sum: "10825" };
  const changedAnswer = await postForm(client, `${path}/refund/give`, { ...form, sum: "10824" });
  expect([changedAnswer.status, await changedAnswer.text()]).toEqual([
    422,
    expect.stringContaining("The sum is $108.25 now."),
  ]);
  for (let times = 0; times < 3; times += 1)
    expect((await postForm(client, `${path}/refund/give`, form)).headers.get("location")).toBe(path);
  const pageText = await readWords(client, path);
  for (const text of ["$108.25 goes back.", "1 of 1 refunded", "Refund of $108.25", "given · 1 × "])
    expect(pageText).toContain(text);
  expect(
    await query("select 1 from payment_ledger where kind = 'refund' and org_id = $1", [buyer.org_id]),
  ).toHaveLength(1);
  const lateAnswer = await postForm(client, `${path}/refund/give`, { ...form, key: randomUUID() });
  expect([lateAnswer.status, await lateAnswer.text()]).toEqual([
    422,
    expect.stringContaining(`${product.name} has already been refunded.`),
  ]);
  expect((await postForm(client, `${path}/cancel`, {})).status).toBe(303);
  expect(await readWords(client, path)).toContain("The order is canceled and the buyer is notified.");
  expect(await readWords(client, `${path}/refund`)).toContain("This payment is fully refunded.");
  const { client: other } = await signedIn({ roles: ["org", "buyer", "user"] });
  expect((await other.fetch(`${path}/refund`)).status).toBe(404);
});

test("the timeline of an order names who did what, and on whose behalf", async () => {
  const [admin, buyer] = [await signedInAdmin(), await shop.purchase([await shop.createProduct()])];
  const { order_id } = buyer.bought;
  await query(
    `insert into audit_log (actor_kind, actor_id, impersonator_id, action, subject_type, subject_id, org_id)
     values ('user', $1::uuid, $2::uuid, 'cancelPackage', 'order', $3, $4),
       ('user', $2, null, 'cancelOrder', 'order', $3, $4)`,
    [buyer.user.id, admin.user.id, order_id, buyer.org_id],
  );
  const [names] = await query<{ buyer: string; admin: string }>(
    `select b.first_name || ' ' || b.last_name as buyer, a.first_name || ' ' || a.last_name as admin
     from users b, users a where b.id = $1 and a.id = $2`,
    [buyer.user.id, admin.user.id],
  );
  const pageText = await readWords(admin.client, `/admin/orders/${order_id}`);
  for (const text of ["Label voided", `by ${names?.admin} as ${names?.buyer}`, "Placed", "Paid: $"])
    expect(pageText).toContain(text);
  const buyerText = await readWords(buyer.client, `/portal/orders/${order_id}`);
  for (const text of ["Label voided", names?.admin]) expect(buyerText).not.toContain(text);
});

test("invoices are found by state and organization, flagged for the export together, and one tells its facts", async () => {
  const [{ client }, buyer] = [await signedInAdmin(), await shop.purchase([await shop.createProduct()])];
  await shop.settled();
  const [invoice] = await query<{ id: string; number: string; name: string; order_number: string }>(
    `update invoices i set is_net_suite_sync_needed = false from organizations o, orders r
     where i.org_id = $1 and o.id = i.org_id and r.id = i.reference_id
     returning i.id, i.stripe_invoice_no as number, o.name, r.order_number`,
    [buyer.org_id],
  );
  const { id = "", number = "", name = "", order_number = "" } = invoice ?? {};
  const list = `/admin/invoices?${new URLSearchParams({ search: name })}`;
  const pageText = await readWords(client, list);
  for (const text of ["1 invoice", number, name, order_number, "Paid", "Not exported"])
    expect(pageText).toContain(text);
  expect(await readWords(client, `${list}&payment_status=disputed`)).not.toContain(number);
  expect(await readWords(client, `${list}&is_net_suite_sync_needed=true`)).not.toContain(number);
  const file = await (await client.fetch(`${list}&format=csv`)).text();
  expect(removeQuotes(file).trimEnd().split("\r\n")).toEqual([
    "Invoice,Date,Organization,For,Payment,Next attempt,Accounting,Amount",
    expect.stringMatching(new RegExp(`^${number},.*,${order_number},Paid,,Not exported,`)),
  ]);
  expect((await postForm(client, "/admin/invoices/sync-needed", { id, [`name.${id}`]: number })).status).toBe(303);
  expect(await readWords(client, `${list}&is_net_suite_sync_needed=true`)).toContain(number);
  const page = await readWords(client, `/admin/invoices/${id}`);
  for (const text of [`Invoice ${number}`, order_number, name, "Waits"]) expect(page).toContain(text);
  expect(
    (await postForm(client, `/admin/invoices/${id}/sync-needed`, { is_net_suite_sync_needed: "false" })).status,
  ).toBe(303);
  expect(await readWords(client, `/admin/invoices/${id}`)).toContain("The invoice will not be exported.");
  expect((await client.fetch(`/admin/invoices/${randomUUID()}`)).status).toBe(404);
});
