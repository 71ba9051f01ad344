import fc from "fast-check";
import { expect } from "vitest";
import { cancelOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { addCartProduct, updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { endPendingRefunds } from "./money-back.ts";
import { chooseMethod, deliver, type Real } from "./real.ts";
import * as model from "./state.ts";
import type { State } from "./state.ts";
import { Step } from "./step.ts";

const hasNoOpenPayment = (state: State) => state.open === null;
const tabCount = fc.integer({ min: 1, max: 3 });

const changeLimit = fc.constantFrom(0, 150_00, 400_00, 2_000_00).map(
  (cents) =>
    new Step(`the credit limit is ${cents}`, async (state, { app, buyer }) => {
      state.credit_limit = cents;
      await app.shop.query("update organizations set credit_limit = $1 where id = $2", [cents, buyer.org_id]);
    }),
);

const buy = tabCount.map(
  (count) =>
    new Step(
      `order the cart and a device on account in ${count} tabs`,
      async (state, real) => {
        const params = { id: real.ids.device };
        (await real.buyer.client.call(addCartProduct, { params, body: { quantity: 1 } })).reply();
        model.add(state, "device", 1);
        await chooseMethod(real, "good", false);
        const { client } = real.buyer;
        const { updated_at } = (await client.call(updateCart, { body: { payment_method: "account" } })).reply();
        const answers = await Promise.all(
          Array.from({ length: count }, () => client.call(checkoutCart, { body: { updated_at } })),
        );
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        const successCount = answers.filter(({ status }) => status === 200).length;
        // Among several tabs, some may see that the order is placed.
        if (model.buyOnAccount(state)) expect(successCount).toBeGreaterThan(0);
        else expect(successCount).toBe(0);
      },
      hasNoOpenPayment,
    ),
);

type OwedInvoice = { id: string; order_id: string; stripe_invoice_id: string };

async function findOldestOwed({ app, buyer }: Real): Promise<OwedInvoice> {
  const [row] = await app.shop.query<OwedInvoice>(
    `select i.id, o.id as order_id, i.stripe_invoice_id from invoices i join orders o on o.id = i.reference_id
    where i.org_id = $1 and i.due_on is not null and i.payment_status = 'pending' and o.status <> 'canceled'
    order by i.created_at, i.id limit 1`,
    [buyer.org_id],
  );
  if (!row) throw new Error("nothing is owed");
  return row;
}

const pay = fc.boolean().map(
  (isRest) =>
    new Step(
      `${isRest ? "the rest" : "a part"} of the oldest order on account is transferred, and told twice`,
      async (state, real) => {
        const { stripe_invoice_id: invoice } = await findOldestOwed(real);
        const amount = model.transfer(state, isRest);
        await real.app.shop.control("/invoices", { invoice, action: "paid_in_part", amount });
        model.resolve(state);
        await deliver(real, 2);
      },
      (state) => hasNoOpenPayment(state) && model.owedPurchases(state).length > 0,
    ),
);

const cancel = fc.constant(
  new Step(
    "an administrator cancels the oldest order that is owed",
    async (state, real) => {
      const { order_id } = await findOldestOwed(real);
      (await real.admin.client.call(cancelOrder, { params: { order_id } })).reply();
      model.cancelOwed(state);
      await endPendingRefunds(real, "succeeded");
      await deliver(real, 1);
    },
    (state) => hasNoOpenPayment(state) && model.owedPurchases(state).length > 0,
  ),
);

export const onAccount: fc.Arbitrary<Step>[] = [changeLimit, buy, buy, buy, pay, pay, pay, cancel];
