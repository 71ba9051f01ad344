import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findPercent, calculateTax } from "../../../../sandbox/fakes/stripe/products/tax-rates.ts";
import { formatMoney } from "../../../../islands/lib/money.ts";
import { getAdminOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { setCartProduct } from "../../../../worker/contract/v1/store/cart.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { postForm } from "../../../support/forms.ts";
import { address, shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";

const withTax = (cents: number) => cents + calculateTax(cents, findPercent(address.country, address.state));

async function buyTwoPieces() {
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
  const { client, buyer, product, read, path, field } = await buyTwoPieces();
  const sum = withTax(80_00);
  const readCancelPage = (quantity: string) => readWords(client, `${path}/cancel-lines?${field}=${quantity}`);
  expect(await readWords(client, path)).toContain("Cancel lines");
  const emptyForm = await readWords(client, `${path}/cancel-lines`);
  for (const text of ["Not shipped", "What has not shipped can be canceled"]) expect(emptyForm).toContain(text);
  expect(emptyForm).not.toContain("Cancel 1 piece");
  const page = await readCancelPage("1");
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
    const mistakeText = await readCancelPage(quantity);
    expect(mistakeText).toContain(told);
    expect(mistakeText).not.toContain("Yes, cancel 1 piece");
  }
  const form = { key: randomUUID(), [field]: "1", sum: String(sum) };
  const changedAnswer = await postForm(client, `${path}/cancel-lines`, { ...form, sum: String(sum - 1) });
  const html = await changedAnswer.text();
  expect([changedAnswer.status, html]).toEqual([422, expect.stringContaining(`The sum is ${formatMoney(sum)} now.`)]);
  expect(html).toMatch(new RegExp(`name="${field}"[^>]*value="1"`));
  const emptyAnswer = await postForm(client, `${path}/cancel-lines`, { ...form, [field]: "", sum: "0" });
  expect([emptyAnswer.status, await emptyAnswer.text()]).toEqual([
    422,
    expect.stringContaining("Enter how many of a line to cancel."),
  ]);
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect((await postForm(client, `${path}/cancel-lines`, form)).headers.get("location")).toBe(path);
  const pageText = await readWords(client, path);
  for (const text of ["The lines are canceled and the buyer is notified.", "1 of 2 canceled", "Cancel lines"])
    expect(pageText).toContain(text);
  for (const text of [`Canceled 1 × ${product.name}`, `Refund of ${formatMoney(sum)}`])
    expect((pageText.split(" Timeline ")[1] ?? "").split(text)).toHaveLength(2);
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
  const { read, path, field, order_id } = await buyTwoPieces();
  const { client: support } = await signedInAdmin("support");
  const askText = await readWords(support, `${path}/cancel-lines?${field}=2`);
  for (const text of ["Ask to cancel 2 pieces", "must approve the refund of", "within seven days"])
    expect(askText).toContain(text);
  const { total } = await read();
  const form = { key: randomUUID(), [field]: "2", sum: String(total) };
  expect(askText).toContain(`Goes back ${formatMoney(total)}`);
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await postForm(support, `${path}/cancel-lines`, form)).status).toBe(303);
  const pageText = await readWords(support, path);
  for (const text of ["Nothing is refunded yet", `to cancel and refund ${formatMoney(total)}`])
    expect(pageText).toContain(text);
  expect((await read()).lines[0]?.canceled_quantity).toBe(0);
  expect(await query("select 1 from refund_approvals where order_id = $1", [order_id])).toHaveLength(1);
});

test("who may not refund reads why, and nothing can be canceled of what has left", async () => {
  const { client, path, field } = await buyTwoPieces();
  const { client: warehouse } = await signedInAdmin("warehouse");
  expect(await readWords(warehouse, path)).not.toContain("Cancel lines");
  const refusalText = await readWords(warehouse, `${path}/cancel-lines?${field}=1`);
  expect(refusalText).toContain("Ask an owner to cancel them.");
  expect(refusalText).not.toContain("Yes, cancel");
  expect((await (await signedInAdmin("finance")).client.fetch(`${path}/cancel-lines`)).status).not.toBe(200);
  const shipAnswer = await postForm(client, `${path}/ship?by=number`, {
    "packages.0.tracking_id": `1Z${randomUUID()}`,
  });
  expect(shipAnswer.status).toBe(303);
  expect(await readWords(client, path)).not.toMatch(/Cancel (this|lines|what)/);
  expect(await readWords(client, `${path}/cancel-lines`)).toContain("Nothing of this order has still to ship");
});

test("canceling all lines cancels the order with its shipping, and a second click changes nothing", async () => {
  const { client, buyer, read, path, field } = await buyTwoPieces();
  const { total } = await read();
  const cancelAllText = await readWords(client, `${path}/cancel-lines?all=true`);
  for (const text of [`Goes back ${formatMoney(total)}`, "so it is canceled, and its shipping goes back, too"])
    expect(cancelAllText).toContain(text);
  const form = { key: randomUUID(), [field]: "2", sum: String(total) };
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await postForm(client, `${path}/cancel-lines`, form)).headers.get("location")).toBe(path);
  expect((await read()).status).toBe("canceled");
  expect(
    await query("select amount_cents::int as cents from payment_ledger where kind = 'refund' and org_id = $1", [
      buyer.org_id,
    ]),
  ).toEqual([{ cents: -total }]);
});
