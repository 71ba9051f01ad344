import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { percentOf, taxOn } from "../../../../sandbox/fakes/stripe/products/tax-rates.ts";
import { formatMoney } from "../../../../islands/lib/money.ts";
import { getAdminOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { setCartProduct } from "../../../../worker/contract/v1/store/cart.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { address, shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";

const taxed = (cents: number) => cents + taxOn(cents, percentOf(address.country, address.state));

const post = (client: Client, path: string, fields: Record<string, string>) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

/** A paid order of two pieces of one product. */
async function bought() {
  const [buyer, product] = [await shop.buyer(), await shop.createProduct({ price_levels: { "Base Price": 80_00 } })];
  await shop.fillCart(buyer, [product]);
  (await buyer.client.call(setCartProduct, { params: { id: product.id }, body: { quantity: 2 } })).reply();
  const order_id = (await shop.checkout(buyer)).reply().order_id ?? "";
  const { client } = await signedInAdmin();
  const read = async () => (await client.call(getAdminOrder, { params: { order_id } })).reply();
  const line_id = (await read()).lines[0]?.id ?? "";
  return { client, buyer, product, read, order_id, path: `/admin/orders/${order_id}`, field: `quantity.${line_id}` };
}

test("lines that have not shipped are canceled once, after the sum was shown", async () => {
  const { client, buyer, product, read, path, field } = await bought();
  const sum = taxed(80_00);
  const look = (quantity: string) => readWords(client, `${path}/cancel-lines?${field}=${quantity}`);
  expect(await readWords(client, path)).toContain("Cancel lines");
  const empty = await readWords(client, `${path}/cancel-lines`);
  for (const text of ["Not shipped", "What has not shipped can be canceled"]) expect(empty).toContain(text);
  expect(empty).not.toContain("Cancel 1 piece");
  const page = await look("1");
  for (const text of [
    "Cancel 1 piece of",
    `${formatMoney(sum)} go back to Visa ending in 4242.`,
    "Yes, cancel 1 piece",
  ])
    expect(page).toContain(text);
  for (const [quantity, told] of [
    ["3", `Only 2 of ${product.name} have not shipped.`],
    ["1x", "“1x” is not a number of pieces."],
  ] as const) {
    const mistaken = await look(quantity);
    expect(mistaken).toContain(told);
    expect(mistaken).not.toContain("Yes, cancel 1 piece");
  }
  const form = { key: randomUUID(), [field]: "1", sum: String(sum) };
  const changed = await post(client, `${path}/cancel-lines`, { ...form, sum: String(sum - 1) });
  const html = await changed.text();
  expect([changed.status, html]).toEqual([422, expect.stringContaining(`The sum is ${formatMoney(sum)} now.`)]);
  expect(html).toMatch(new RegExp(`name="${field}"[^>]*value="1"`));
  const nothing = await post(client, `${path}/cancel-lines`, { ...form, [field]: "", sum: "0" });
  expect([nothing.status, await nothing.text()]).toEqual([
    422,
    expect.stringContaining("Enter how many of a line to cancel."),
  ]);
  for (let times = 0; times < 3; times += 1)
    expect((await post(client, `${path}/cancel-lines`, form)).headers.get("location")).toBe(path);
  const words = await readWords(client, path);
  for (const text of ["The lines are canceled and the buyer is notified.", "1 of 2 canceled", "Cancel lines"])
    expect(words).toContain(text);
  for (const text of [`Canceled 1 × ${product.name}`, `Refund of ${formatMoney(sum)}`])
    expect((words.split(" Timeline ")[1] ?? "").split(text)).toHaveLength(2);
  expect((await read()).lines[0]?.owed_quantity).toBe(1);
  const refunds = await query(
    "select amount_cents::int as cents from payment_ledger where kind = 'refund' and org_id = $1",
    [buyer.org_id],
  );
  expect(refunds).toEqual([{ cents: -sum }]);
  const { client: other } = await signedIn({ roles: ["org", "buyer", "user"] });
  expect((await other.fetch(`${path}/cancel-lines`)).status).toBe(404);
  expect((await client.fetch(`/admin/orders/${randomUUID()}/cancel-lines`)).status).toBe(404);
});

test("support asks to cancel lines; nothing changes before somebody else agrees", async () => {
  const { read, path, field, order_id } = await bought();
  const { client: support } = await signedInAdmin("support");
  const asking = await readWords(support, `${path}/cancel-lines?${field}=2`);
  for (const text of ["Ask to cancel 2 pieces", "must approve the refund of", "within seven days"])
    expect(asking).toContain(text);
  const { total } = await read();
  const form = { key: randomUUID(), [field]: "2", sum: String(total) };
  expect(asking).toContain(`Goes back ${formatMoney(total)}`);
  for (let times = 0; times < 2; times += 1)
    expect((await post(support, `${path}/cancel-lines`, form)).status).toBe(303);
  const words = await readWords(support, path);
  for (const text of ["Nothing is refunded yet", `to cancel and refund ${formatMoney(total)}`])
    expect(words).toContain(text);
  expect((await read()).lines[0]?.canceled_quantity).toBe(0);
  expect(await query("select 1 from refund_approvals where order_id = $1", [order_id])).toHaveLength(1);
});

test("who may not refund reads why, and nothing can be canceled of what has left", async () => {
  const { client, path, field } = await bought();
  const { client: warehouse } = await signedInAdmin("warehouse");
  expect(await readWords(warehouse, path)).not.toContain("Cancel lines");
  const refused = await readWords(warehouse, `${path}/cancel-lines?${field}=1`);
  expect(refused).toContain("Ask an owner to cancel them.");
  expect(refused).not.toContain("Yes, cancel");
  expect((await (await signedInAdmin("finance")).client.fetch(`${path}/cancel-lines`)).status).not.toBe(200);
  const sent = await post(client, `${path}/ship?by=number`, { "packages.0.tracking_id": `1Z${randomUUID()}` });
  expect(sent.status).toBe(303);
  expect(await readWords(client, path)).not.toMatch(/Cancel (this|lines|what)/);
  expect(await readWords(client, `${path}/cancel-lines`)).toContain("Nothing of this order has still to ship");
});

test("canceling all lines cancels the order with its shipping, and a second click changes nothing", async () => {
  const { client, buyer, read, path, field } = await bought();
  const { total } = await read();
  const all = await readWords(client, `${path}/cancel-lines?all=true`);
  for (const text of [`Goes back ${formatMoney(total)}`, "so it is canceled, and its shipping goes back, too"])
    expect(all).toContain(text);
  const form = { key: randomUUID(), [field]: "2", sum: String(total) };
  for (let times = 0; times < 2; times += 1)
    expect((await post(client, `${path}/cancel-lines`, form)).headers.get("location")).toBe(path);
  expect((await read()).status).toBe("canceled");
  expect(
    await query("select amount_cents::int as cents from payment_ledger where kind = 'refund' and org_id = $1", [
      buyer.org_id,
    ]),
  ).toEqual([{ cents: -total }]);
});
