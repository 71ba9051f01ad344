import { describe, expect, test } from "vitest";
import { updateProduct } from "../../../worker/contract/v1/admin/products.ts";
import { giveSubscription } from "../../../worker/contract/v1/admin/subscriptions.ts";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { hold, query } from "../../support/database.ts";
import { createOrganization } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";

const { client: admin } = await signedInAdmin();

const updatePlan = (product_id: string, body: { subscription_term: "month" | "year" | null; category?: string }) =>
  admin.call(updateProduct, { params: { product_id }, body });
const outcomeOf = (answer: Awaited<ReturnType<typeof updatePlan>>) => answer.errcode ?? answer.status;

async function createPlanInCart() {
  const plan = await shop.createPlan();
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [plan]);
  const { updated_at } = (await buyer.client.call(getCart)).reply();
  const pay = () => buyer.client.call(checkoutCart, { body: { updated_at } });
  const change = () => updatePlan(plan.id, { subscription_term: "year" });
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
    const { pay, change, termsOf } = await createPlanInCart();
    const [payAnswer, changeAnswer] = await Promise.all([pay(), change()]);
    const terms = await termsOf();
    expect([200, 422]).toContain(payAnswer.status);
    // Whichever comes first, every subscription has the plan's term.
    if (changeAnswer.status === 200)
      expect(terms).toEqual({ term: "year", intervals: terms?.intervals.map(() => "year") });
    else
      expect([changeAnswer.errcode, terms]).toEqual([
        "PRODUCT_HAS_SUBSCRIPTIONS",
        { term: "month", intervals: ["month"] },
      ]);
  }
});

test("a plan that was bought keeps its term", async () => {
  const { pay, change, termsOf } = await createPlanInCart();
  expect((await pay()).status).toBe(200);
  expect((await change()).errcode).toBe("PRODUCT_HAS_SUBSCRIPTIONS");
  expect(await termsOf()).toEqual({ term: "month", intervals: ["month"] });
});

describe("the term of a plan", () => {
  const dateInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const give = async (product_id: string, org_id: string, days = 30) =>
    admin.call(giveSubscription, {
      body: { product_id, org_id, start_date: dateInDays(-2), end_date: dateInDays(days) },
    });

  test("cannot change while a subscription is live, and can when it has ended", async () => {
    const plan = await shop.createPlan();
    const org = await createOrganization();
    (await give(plan.id, org.id)).reply();
    for (const subscription_term of ["year", null] as const)
      expect(outcomeOf(await updatePlan(plan.id, { subscription_term }))).toBe("PRODUCT_HAS_SUBSCRIPTIONS");
    expect(outcomeOf(await updatePlan(plan.id, { subscription_term: "month", category: "Plans" }))).toBe(200);
    await query("update subscriptions set cancel_at = now() - interval '1 minute' where org_id = $1", [org.id]);
    expect(outcomeOf(await updatePlan(plan.id, { subscription_term: "year" }))).toBe(200);
    const other = await createOrganization();
    (await give(plan.id, other.id)).reply();
    expect(outcomeOf(await updatePlan(plan.id, { subscription_term: "month" }))).toBe("PRODUCT_HAS_SUBSCRIPTIONS");
    await query("update subscriptions set status = 'canceled' where org_id = $1", [other.id]);
    expect(outcomeOf(await updatePlan(plan.id, { subscription_term: "month" }))).toBe(200);
  });

  test("is that of a subscription whose start waits for the change", async () => {
    const plan = await shop.createPlan();
    const org = await createOrganization();
    const change = await hold("update products set subscription_term = 'year' where id = $1", [plan.id]);
    let isAnswered = false;
    const pendingAnswer = give(plan.id, org.id).finally(() => {
      isAnswered = true;
    });
    const isBlocked = async () =>
      (await change.waiting()).some((statement) => statement.includes("insert into subscriptions"));
    await expect.poll(async () => isAnswered || (await isBlocked()), { interval: 10 }).toBe(true);
    await change.commit();
    (await pendingAnswer).reply();
    const intervals = await query("select interval from subscriptions where product_id = $1", [plan.id]);
    expect(intervals).toEqual([{ interval: "year" }]);
  });

  test("is that of every subscription, however many begin while it changes", async () => {
    for (let round = 0; round < 10; round += 1) {
      const plan = await shop.createPlan();
      const orgs = await Promise.all(Array.from({ length: 4 }, () => createOrganization()));
      const [changeAnswer] = await Promise.all([
        updatePlan(plan.id, { subscription_term: "year" }),
        ...orgs.map((org) => give(plan.id, org.id)),
      ]);
      const [row] = await query<{ term: string; intervals: string[] }>(
        `select p.subscription_term as term, array(select distinct s.interval from subscriptions s where s.product_id = p.id) as intervals
         from products p where p.id = $1`,
        [plan.id],
      );
      expect([outcomeOf(changeAnswer), row?.term]).toEqual(
        changeAnswer.status === 200 ? [200, "year"] : ["PRODUCT_HAS_SUBSCRIPTIONS", "month"],
      );
      expect(row?.intervals).toEqual([row?.term]);
    }
  });
});
