import { expect, test } from "vitest";
import { listPaymentMethods } from "../../../worker/contract/v1/client/billing.ts";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { type Buyer, cards, shop } from "../../support/store.ts";

const methodsOf = async ({ client }: Buyer) => (await client.call(listPaymentMethods)).reply().data;
/** The method that the checkout proposes for a cart without one. */
async function proposed({ client }: Buyer): Promise<unknown> {
  const html = await (await client.fetch(pages.checkout)).text();
  const [, props = "{}"] = /<script[^>]*type="application\/json"[^>]*>(\{"cart".*?)<\/script>/s.exec(html) ?? [];
  const { proposal } = JSON.parse(props.replaceAll("\\u003c", "<")) as {
    proposal: { stripe_payment_method?: { stripe_payment_method_id: string } } | null;
  };
  return proposal?.stripe_payment_method?.stripe_payment_method_id;
}

/** A cart of the same buyer without a payment method. */
async function nextCart(buyer: Buyer): Promise<void> {
  await shop.fillCart(buyer, [await shop.createProduct()]);
  await shop.query("update carts set stripe_payment_method_id = null where user_id = $1 and not is_complete", [
    buyer.user.id,
  ]);
}

test("a card that was only ever declined is never proposed; the one that paid last is, though others are newer", async () => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()], cards.good);
  const good = (await buyer.client.call(getCart)).reply().stripe_payment_method.stripe_payment_method_id;
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  const started = Date.now();
  await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
  const bad = (await buyer.client.call(getCart)).reply().stripe_payment_method.stripe_payment_method_id;
  expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");

  const known = await methodsOf(buyer);
  const of = (id: string | null) => known.find((each) => each.id === id);
  expect([of(good)?.declined_at, of(bad)?.last_paid_at]).toEqual([null, null]);
  expect(Date.parse(of(good)?.last_paid_at ?? "")).toBeLessThan(started);
  expect(Date.parse(of(bad)?.declined_at ?? "")).toBeGreaterThanOrEqual(started);

  await nextCart(buyer);
  expect(await proposed(buyer)).toBe(good);
  const page = await (await buyer.client.fetch(pages.checkout)).text();
  expect(page).toMatch(/Declined \d{1,2} [A-Z][a-z]{2}, \d\d:\d\d/);
});

test("a newer card is not proposed before the one that paid, but before none", async () => {
  const buyer = await shop.buyer();
  await nextCart(buyer);
  const untried = (await methodsOf(buyer))[0]?.id;
  expect(await proposed(buyer)).toBe(untried);
  // a card that paid after its decline is as good as any
  await shop.choose(buyer, cards.good);
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  const [row] = await shop.query<{ payment_method_id: string }>(
    "select payment_method_id from checkout_attempts where user_id = $1",
    [buyer.user.id],
  );
  await nextCart(buyer);
  expect(await proposed(buyer)).toBe(row?.payment_method_id);
});

test("another organization's payments say nothing about a method", async () => {
  const [one, other] = await Promise.all([shop.buyer(), shop.buyer()]);
  await shop.fillCart(one, [await shop.createProduct()], cards.declines);
  expect((await shop.checkout(one)).errcode).toBe("PAYMENT_FAILED");
  await shop.addMethod(other.customer, cards.good);
  expect(await methodsOf(other)).toMatchObject([{ declined_at: null, last_paid_at: null }]);
});
