import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { getCart } from "../../../../worker/contract/v1/store/cart.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";

test("an open cart is read by administrators alone: whose it is, what is in it, what was shown and what it costs now", async () => {
  const [{ client, user }, buyer] = [await signedInAdmin(), await shop.buyer()];
  const [soldProduct, unsoldProduct] = [await shop.createProduct(), await shop.createProduct()];
  await shop.fillCart(buyer, [soldProduct]);
  const cart = (await buyer.client.call(getCart)).reply();
  await query(
    `update carts set products = products || jsonb_build_object($2::text, 3), po_number = 'PO-77',
       seen_prices = jsonb_build_object($3::text, 12345) where id = $1`,
    [cart.id, unsoldProduct.id, soldProduct.id],
  );
  await query("update products set is_published = false where id = $1", [unsoldProduct.id]);
  const fetchVersion = () => query("select version, updated_at::text from carts where id = $1", [cart.id]);
  const versionBefore = await fetchVersion();
  const path = `/admin/carts/${cart.id}`;
  const pageText = await readWords(client, path);
  for (const text of [
    `Cart ${cart.cart_no}`,
    "Open",
    soldProduct.name,
    unsoldProduct.name,
    "$123.45",
    "Not sold now",
    "PO-77",
  ])
    expect(pageText).toContain(text);
  expect(await fetchVersion(), "reading changes nothing").toEqual(versionBefore);
  const answer = await client.fetch(`/admin/search?q=${cart.cart_no}`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, path]);
  for (const id of [randomUUID(), user.id, "x"]) expect((await client.fetch(`/admin/carts/${id}`)).status).toBe(404);
  for (const { client: other } of [buyer, await signedIn({ roles: ["org", "buyer", "user"] })])
    expect((await other.fetch(path)).status).toBe(404);
});
