import { expect, test } from "vitest";
import { listPaymentMethods } from "../../../worker/contract/v1/client/billing.ts";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { type Buyer, cards, shop } from "../../support/store.ts";

const fetchMethods = async ({ client }: Buyer) => (await client.call(listPaymentMethods)).reply().data;
/** The method that the checkout proposes for a cart without one. */
async function fetchProposal({ client }: Buyer): Promise<unknown> {
  const html = await (await client.fetch(pages.checkout)).text();
  const [, props = "{}"] = /<script[^>]*type="application\/json"[^>]*>(\{"cart".*?)<\/script>/s.exec(html) ?? [];
  const { proposal } = JSON.parse(props.replaceAll("\\u003c", "<")) as {
    proposal: { stripe_payment_method?: { stripe_payment_method_id: string } } | null;
  };
  return proposal?.stripe_payment_method?.stripe_payment_method_id;
}

async function fillNextCart(buyer: Buyer): Promise<void> {
  await shop.fillCart(buyer, [await shop.createProduct()]);
  await shop.query("update carts set stripe_payment_method_id = null where user_id = $1 and not is_complete", [
    buyer.user.id,
  ]);
}

test("a card that was only ever declined is never proposed; the one that paid last is, though others are newer", async () => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()], cards.good);
  const goodMethodId = (await buyer.client.call(getCart)).reply().stripe_payment_method.stripe_payment_method_id;
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  const startedAt = Date.now();
  await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
  const badMethodId = (await buyer.client.call(getCart)).reply().stripe_payment_method.stripe_payment_method_id;
  expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");

  const methods = await fetchMethods(buyer);
  const findMethod = (id: string | null) => methods.find((each) => each.id === id);
  expect([findMethod(goodMethodId)?.declined_at, findMethod(badMethodId)?.last_paid_at]).toEqual([null, null]);
  expect(Date.parse(findMethod(goodMethodId)?.last_paid_at ?? "")).toBeLessThan(startedAt);
  expect(Date.parse(findMethod(badMethodId)?.declined_at ?? "")).toBeGreaterThanOrEqual(startedAt);

  await fillNextCart(buyer);
  expect(await fetchProposal(buyer)).toBe(goodMethodId);
  const page = await (await buyer.client.fetch(pages.checkout)).text();
  expect(page).toMatch(/Declined \d{1,2} [A-Z][a-z]{2}, \d\d:\d\d/);
});

test("a newer card is not proposed before the one that paid, but before none", async () => {
  const buyer = await shop.buyer();
  await fillNextCart(buyer);
  const untriedMethodId = (await fetchMethods(buyer))[0]?.id;
  expect(await fetchProposal(buyer)).toBe(untriedMethodId);
  // A card that has paid is proposed.
  await shop.choose(buyer, cards.good);
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  const [row] = await shop.query<{ payment_method_id: string }>(
    "select payment_method_id from checkout_attempts where user_id = $1",
    [buyer.user.id],
  );
  await fillNextCart(buyer);
  // The provider lists the newest first.
  const newestMethod = (await fetchMethods(buyer))[0];
  expect(newestMethod).toMatchObject({ declined_at: null, last_paid_at: null });
  expect(newestMethod?.id).not.toBe(row?.payment_method_id);
  expect(await fetchProposal(buyer)).toBe(row?.payment_method_id);
});

test("another organization's payments say nothing about a method", async () => {
  const [one, other] = await Promise.all([shop.buyer(), shop.buyer()]);
  await shop.fillCart(one, [await shop.createProduct()], cards.declines);
  expect((await shop.checkout(one)).errcode).toBe("PAYMENT_FAILED");
  await shop.addMethod(other.customer, cards.good);
  expect(await fetchMethods(other)).toMatchObject([{ declined_at: null, last_paid_at: null }]);
});
