import { expect, test } from "vitest";
import { updateProduct } from "../../../worker/contract/v1/admin/products.ts";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";

const { client: admin } = await signedInAdmin();

/** A plan in the cart of a buyer who is about to pay. */
async function planInCart() {
  const plan = await shop.createPlan();
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [plan]);
  const { updated_at } = (await buyer.client.call(getCart)).reply();
  const pay = () => buyer.client.call(checkoutCart, { body: { updated_at } });
  const change = () =>
    admin.call(updateProduct, { params: { product_id: plan.id }, body: { subscription_term: "year" } });
  const termsOf = async () =>
    (
      await query<{ term: string; intervals: string[] }>(
        `select p.subscription_term as term, array(
           select s.interval from subscriptions s
           where s.product_id = p.id and s.status not in ('canceled', 'incomplete_expired')
         ) as intervals
         from products p where p.id = $1`,
        [plan.id],
      )
    )[0];
  return { pay, change, termsOf };
}

test("of a plan that gets another term while it is paid, every subscription has the term of the plan", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { pay, change, termsOf } = await planInCart();
    const [paid, changed] = await Promise.all([pay(), change()]);
    const terms = await termsOf();
    expect([200, 422]).toContain(paid.status);
    // one of the two is refused, and both at most once
    if (changed.status === 200) expect(terms).toEqual({ term: "year", intervals: terms?.intervals.map(() => "year") });
    else
      expect([changed.errcode, terms]).toEqual(["PRODUCT_HAS_SUBSCRIPTIONS", { term: "month", intervals: ["month"] }]);
  }
});

test("a plan that was bought keeps its term", async () => {
  const { pay, change, termsOf } = await planInCart();
  expect((await pay()).status).toBe(200);
  expect((await change()).errcode).toBe("PRODUCT_HAS_SUBSCRIPTIONS");
  expect(await termsOf()).toEqual({ term: "month", intervals: ["month"] });
});
