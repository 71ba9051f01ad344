import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { type Buyer, type Shop, openShop } from "../../support/store.ts";

// An own app, because a new version of a text applies to the whole shop.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const read = async (path: string) => {
  const answer = await createClient({ url: app.worker.url }).fetch(path);
  return { status: answer.status, text: await answer.text() };
};
const publish = (version: string, html: string) =>
  shop.query("insert into legal_texts (kind, version, title, html) values ('terms', $1, 'Terms of sale', $2)", [
    version,
    html,
  ]);
const fetchTermsVersion = async ({ client }: Buyer, order_id: string | null) =>
  (await client.call(getOrder, { params: { order_id: order_id ?? "" } })).reply().terms_version;

test.each(["terms", "returns", "privacy", "imprint"])(
  "%s has a page, which every page of the store leads to",
  async (kind) => {
    const { status, text } = await read(`/store/legal/${kind}`);
    expect(status).toBe(200);
    expect(text).toMatch(/<h1[^>]*>/);
    expect(text).toContain("Version 2026-01");
    expect((await read("/store")).text).toContain(`href="/store/legal/${kind}"`);
    expect(text, "beside its neighbours").toMatch(
      new RegExp(`<nav aria-label="Legal texts">.*href="/store/legal/${kind}" aria-current="page"`, "s"),
    );
  },
);

test("what is accessible and what is not is told to everybody, with the place to write to", async () => {
  const { status, text } = await read("/accessibility");
  expect(status).toBe(200);
  for (const words of ["Accessibility Guidelines 2.2", "levels A and AA", "What is not met, or not known", "mailto:"])
    expect(text).toContain(words);
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "Signing in, requesting an account, setting and recovering a password, changing the email address, passkeys and the checkout need script",
  );
  for (const path of ["/store", "/status"]) expect((await read(path)).text, path).toContain('href="/accessibility"');
});

test("a text that the shop does not have is not found", async () => {
  for (const path of ["/store/legal/cookies", "/store/legal/terms?version=1999-01"])
    expect((await read(path)).status, path).toBe(404);
});

describe("the terms of sale", () => {
  test("that are accepted with a payment are kept with the order, whatever is published later", async () => {
    const { bought, ...buyer } = await shop.purchase([await shop.createProduct()]);
    expect(await fetchTermsVersion(buyer, bought.order_id)).toBe("2026-01");

    await publish("2026-11", "<p>Newer.</p><script>alert(1)</script>");
    const newerPage = await read("/store/legal/terms?fresh=1");
    expect(newerPage.text).toContain("Version 2026-11");
    expect(newerPage.text).not.toContain("alert(1)");
    const olderPage = await read("/store/legal/terms?version=2026-01");
    expect(olderPage.text).toContain("This is an earlier version.");
    expect(await fetchTermsVersion(buyer, bought.order_id)).toBe("2026-01");
  });

  test("are those that the buyer was shown: others are refused before anything is charged", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()]);
    await publish("2026-12", "<p>Newest.</p>");
    const { updated_at } = (await buyer.client.call(getCart)).reply();
    const refusal = await buyer.client.call(checkoutCart, { body: { updated_at, terms_version: "2026-01" } });
    expect([refusal.status, refusal.errcode]).toEqual([422, "CART_OUTDATED"]);
    expect(await shop.charges(buyer.customer)).toEqual([]);
    const bought = await buyer.client.call(checkoutCart, { body: { updated_at, terms_version: "2026-12" } });
    expect(await fetchTermsVersion(buyer, bought.reply().order_id)).toBe("2026-12");
  });
});
