import fc from "fast-check";
import { expect } from "vitest";
import { updateSubscription } from "../../../worker/contract/v1/admin/subscriptions.ts";
import { inactivateUser, reactivateUser } from "../../../worker/contract/v1/admin/users.ts";
import { addCartProduct, getCart, removeCartProduct, setCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { createClient } from "../../support/client.ts";
import { Step } from "./step.ts";
import { chooseMethod, deliver, findLivePlan, passPeriod, type Real, settle } from "./real.ts";
import * as model from "./state.ts";
import type { Method, State } from "./state.ts";

const product = fc.constantFrom(...model.products);
const quantity = fc.integer({ min: 1, max: 3 });
const isOk = ({ status }: { status: number }) => status === 200;

/** The model has one plan: its monthly term is not bought while its yearly term is active. */
const isSecondPlan = (state: State, name: model.Product) => name === "plan" && state.plan?.term === "year";
const add = fc.tuple(product, quantity).map(
  ([name, count]) =>
    new Step(
      `add ${count} ${name}`,
      async (state, { buyer, ids }) => {
        const body = { quantity: count };
        const answer = await buyer.client.call(addCartProduct, { params: { id: ids[name] }, body });
        expect(isOk(answer)).toBe(model.add(state, name, count));
      },
      (state) => !isSecondPlan(state, name),
    ),
);
const set = fc.tuple(product, quantity).map(
  ([name, count]) =>
    new Step(`set ${name} to ${count}`, async (state, { buyer, ids }) => {
      const answer = await buyer.client.call(setCartProduct, { params: { id: ids[name] }, body: { quantity: count } });
      expect(isOk(answer)).toBe(model.set(state, name, count));
    }),
);
const remove = product.map(
  (name) =>
    new Step(`remove ${name}`, async (state, { buyer, ids }) => {
      const answer = await buyer.client.call(removeCartProduct, { params: { id: ids[name] } });
      expect(isOk(answer)).toBe(model.remove(state, name));
    }),
);
const changeLevel = fc.constantFrom(...model.levels).map(
  (level) =>
    new Step(`level ${level}`, async (state, { app, buyer }) => {
      state.level = level;
      await app.shop.query("update organizations set price_level_name = $1 where id = $2", [level, buyer.org_id]);
    }),
);
const changePrice = fc.tuple(fc.constantFrom(...model.pricedProducts), fc.integer({ min: 1, max: 500_00 })).map(
  ([name, cents]) =>
    new Step(`price of ${name} ${cents}`, async (state, { app, ids }) => {
      state.prices[state.level][name] = cents;
      await app.shop.query(
        "update products set price_levels = price_levels || jsonb_build_object($1::text, $2::int) where id = $3",
        [state.level, cents, ids[name]],
      );
    }),
);

const outcomes = {
  answered: undefined,
  "charged and not answered": { kind: "lost-answer" },
  "cut before the charge": { kind: "cut" },
  "500 before the charge": { kind: "status", value: 500 },
  "500 after the charge": { kind: "status", value: 500, when: "after" },
} as const;
const methods: Method[] = ["good", "declines", "bank", "badBank"];
const moneyCalls = [
  { path: "/pay", text: "payment_method=" },
  { path: "/v1/subscriptions", text: "default_payment_method=" },
];

/** Bank accounts pay only for carts without a plan, and a provider fault is never combined with a declining card. */
const methodFor = (state: State, method: Method, outcome: keyof typeof outcomes): Method =>
  (state.cart.plan !== undefined && method !== "declines") || (outcome !== "answered" && method === "declines")
    ? "good"
    : method;

async function submitInTabs(state: State, real: Real, tabs: number, method: Method, outcome: keyof typeof outcomes) {
  const { shop } = real.app;
  const updated_at = await chooseMethod(real, method, state.open !== null);
  const fault = state.open ? undefined : outcomes[outcome];
  if (fault)
    for (const call of moneyCalls) await shop.sandbox.addFault({ service: "stripe", times: 2, ...call, ...fault });
  const answers = await Promise.all(
    Array.from({ length: tabs }, () => real.buyer.client.call(checkoutCart, { body: { updated_at } })),
  );
  await shop.sandbox.clearFaults();
  await real.app.postponeRetries();
  return answers;
}

const submit = fc
  .record({
    tabs: fc.integer({ min: 1, max: 3 }),
    wanted: fc.constantFrom(...methods, "good", "good"),
    // as: keys of `outcomes`
    outcome: fc.constantFrom("answered", ...(Object.keys(outcomes) as (keyof typeof outcomes)[])),
  })
  .map(
    ({ tabs, wanted, outcome }) =>
      new Step(`submit in ${tabs} tabs by ${wanted}, ${outcome}`, async (state, real) => {
        const method = methodFor(state, wanted, outcome);
        const answers = await submitInTabs(state, real, tabs, method, outcome);
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        const expected = model.submit(state, method, outcome === "answered");
        const successCount = answers.filter(isOk).length;
        // Among several tabs, some may see that the payment is pending or done.
        if (expected === "refused" && method !== "declines") expect(successCount).toBe(0);
        if (expected === "refused") expect(successCount).toBeLessThan(tabs);
        if (expected === "pending") expect(successCount).toBe(tabs);
        if (expected === "bought" || expected === "open") expect(successCount).toBeGreaterThan(0);
      }),
  );

const sweep = fc.constant(
  new Step("sweep", async (state, real) => {
    model.resolve(state);
    await settle(real);
  }),
);
const deliverWebhooks = quantity.map(
  (times) =>
    new Step(`deliver in random order, ${times} times`, async (state, real) => {
      model.resolve(state);
      await deliver(real, times);
    }),
);

const hasNoOpenPayment = (state: State) => state.open === null;
const advance = fc.constant(
  new Step(
    "five days pass",
    async (state, { app }) => {
      model.advance(state);
      await app.shop.advance(5);
    },
    // Runs only if no billing period ends within the five days.
    (state) => hasNoOpenPayment(state) && (state.plan?.days ?? 0) <= (state.plan?.term === "year" ? 355 : 20),
  ),
);
const hasDebit = (state: State) => state.bought.some(({ money }) => money.stage.endsWith("debit"));
const renew = fc.boolean().map(
  (isPaid) =>
    new Step(
      `the plan renews and is ${isPaid ? "paid" : "refused"}`,
      async (state, real) => {
        if (!isPaid) await real.app.shop.sandbox.addFault({ service: "stripe", kind: "decline" });
        await passPeriod(real);
        await real.app.shop.sandbox.clearFaults();
        // The shop learns of the plan's end from a webhook.
        if (state.plan?.ends) await deliver(real, 1);
        model.renew(state, isPaid);
      },
      (state) => hasNoOpenPayment(state) && state.plan?.status === "active" && !hasDebit(state),
    ),
);
const cancel = fc.constant(
  new Step(
    "an administrator cancels the plan",
    async (state, { admin, buyer }) => {
      const params = await findLivePlan(buyer);
      (await admin.client.call(updateSubscription, { params, body: { status: "canceled" } })).reply();
      model.end(state);
    },
    (state) => hasNoOpenPayment(state) && state.plan?.status === "active",
  ),
);

const inactivate = fc.constant(
  new Step(
    "an administrator inactivates the buyer for a while",
    async (_, real) => {
      const params = { user_id: real.buyer.user.id };
      (await real.admin.client.call(inactivateUser, { params })).reply();
      const body = { updated_at: "2026-01-01T00:00:00.000Z" };
      expect((await real.buyer.client.call(checkoutCart, { body })).status).toBe(401);
      (await real.admin.client.call(reactivateUser, { params })).reply();
      const session = await real.app.shop.factories.createSession(real.buyer.user.id);
      // Each session holds its user's epoch, which the inactivation has just raised.
      await real.app.shop.query(
        "update sessions s set user_epoch = u.session_epoch from users u where u.id = s.user_id and u.id = $1",
        [real.buyer.user.id],
      );
      real.buyer.client = createClient({ session, url: real.app.worker.url });
    },
    hasNoOpenPayment,
  ),
);
const impersonate = fc.constant(
  new Step("an administrator tries to pay in the buyer's name", async (_, { app, buyer }) => {
    const { client } = await app.shop.impersonating(buyer.user);
    const { updated_at } = (await client.call(getCart)).reply();
    expect((await client.call(checkoutCart, { body: { updated_at } })).status).toBe(403);
  }),
);

/** Steps that change one organization's money; frequent ones are listed several times. */
export const everyday: fc.Arbitrary<Step>[] = [
  add,
  add,
  set,
  remove,
  changeLevel,
  changePrice,
  submit,
  submit,
  submit,
  sweep,
  deliverWebhooks,
  advance,
  renew,
  cancel,
  inactivate,
  impersonate,
];
