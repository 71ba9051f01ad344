import assert from "node:assert/strict";
import { booksOf, type Buyer, eventually, type Stage } from "./stage.ts";

export type Flow = { name: string; play: (stage: Stage) => Promise<void> };

const line = (amount: number, reference = "device") => ({ reference, description: "Device", amount, quantity: 1 });
const taxed = (amount: number, reference = "device") => ({ ...line(amount, reference), tax_code: null });
const austin = {
  line1: "1 Main Street",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "73301",
  country: "US",
};

async function order(stage: Stage, { customer, method }: Buyer, amounts: number[], key = stage.key()) {
  return stage.provider.payInvoice({
    key,
    customer,
    payment_method: method,
    lines: amounts.map((amount, i) => line(amount, `line-${i}`)),
    po_number: null,
    metadata: { attempt_id: key },
  });
}

async function plan(stage: Stage, { customer, method }: Buyer, key = stage.key()) {
  return stage.provider.createSubscription({
    key,
    customer,
    payment_method: method,
    product: { id: "00000000-0000-4000-8000-00000000aaaa", name: "Rehearsal plan" },
    amount: 4900,
    interval: "month",
    po_number: null,
    metadata: { attempt_id: key },
  });
}

/** What was paid, or the reason to stop here. */
function done<T>(paid: { outcome: string; value?: T }): T {
  assert.equal(paid.outcome, "done");
  assert.ok(paid.value);
  return paid.value;
}

async function expectBooks({ stripe }: Stage, { customer }: Buyer, charged: number, refunded = 0): Promise<void> {
  await eventually(async () => (await booksOf(stripe, customer)).refunded === refunded);
  assert.deepEqual(await booksOf(stripe, customer), { charged, refunded });
}

/** Every way in which money moves here, each from its beginning to its end in the provider's books. */
export const flows: Flow[] = [
  {
    name: "a customer is made, found again, and opens the page for payment methods",
    play: async ({ provider }) => {
      const id = await provider.createCustomer({
        org_id: "rehearsal",
        name: "Rehearsal",
        email: "rehearsal@example.com",
      });
      assert.equal((await provider.getCustomer(id))?.id, id);
      assert.match(
        (await provider.createSetupSession({ customer: id, return_url: "https://example.com/" })) ?? "",
        /^http/,
      );
    },
  },
  {
    name: "a customer opens the provider's portal",
    play: async (stage) => {
      const { customer } = await stage.buyer();
      const url = await stage.provider.createPortalSession({ customer, return_url: "https://example.com/" });
      assert.match(url ?? "", /^http/);
    },
  },
  {
    name: "a card is listed with what people know it by, and is gone when it was taken away",
    play: async (stage) => {
      const { customer, method } = await stage.buyer();
      const [found] = await stage.provider.listPaymentMethods(customer);
      assert.equal(found?.card?.last4, "4242");
      await stage.provider.detachPaymentMethod(method);
      assert.deepEqual(await stage.provider.listPaymentMethods(customer), []);
    },
  },
  {
    name: "tax of a cart is known line by line",
    play: async ({ provider }) => {
      const answer = await provider.calculateTax({
        address: austin,
        lines: [taxed(10_000, "a"), taxed(5000, "b")],
        shipping: 1000,
        exemption: "none",
      });
      assert.equal(answer.outcome, "done");
      assert.ok(answer.outcome === "done");
      const { tax, lines, shipping_tax } = answer.value;
      assert.equal(
        Object.values(lines).reduce((sum, each) => sum + each, shipping_tax),
        tax,
      );
    },
  },
  {
    name: "an address that nobody can find is told as that",
    play: async ({ provider }) => {
      const address = { ...austin, postal_code: "00000", state: "", city: "" };
      const { outcome } = await provider.calculateTax({
        address,
        lines: [taxed(10_000)],
        shipping: 0,
        exemption: "none",
      });
      assert.equal(outcome, "location-invalid");
    },
  },
  {
    name: "a card pays an order",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const invoice = done(await order(stage, buyer, [10_000]));
      assert.equal(invoice.status, "paid");
      assert.equal(invoice.charges[0]?.amount, 10_000);
      await expectBooks(stage, buyer, 10_000);
    },
  },
  {
    name: "the same attempt twice is one charge",
    play: async (stage) => {
      const [buyer, key] = [await stage.buyer(), stage.key()];
      const [first, again] = [await order(stage, buyer, [10_000], key), await order(stage, buyer, [10_000], key)];
      assert.equal(done(first).id, done(again).id);
      await expectBooks(stage, buyer, 10_000);
    },
  },
  {
    name: "an order of twelve lines is charged as their sum",
    play: async (stage) => {
      const buyer = await stage.buyer();
      done(
        await order(
          stage,
          buyer,
          Array.from({ length: 12 }, (_, i) => 1000 + i),
        ),
      );
      await expectBooks(stage, buyer, 12_066);
    },
  },
  {
    name: "a card that is declined leaves nothing that anybody could pay",
    play: async (stage) => {
      const buyer = await stage.buyer("declines");
      assert.equal((await order(stage, buyer, [10_000])).outcome, "declined");
      const { data } = await stage.stripe.invoices.list({ customer: buyer.customer, status: "open" });
      assert.deepEqual(data, []);
      await expectBooks(stage, buyer, 0);
    },
  },
  {
    name: "after a decline another card pays",
    play: async (stage) => {
      const buyer = await stage.buyer("declines");
      assert.equal((await order(stage, buyer, [10_000])).outcome, "declined");
      done(await order(stage, { ...buyer, method: await stage.giveMethod(buyer.customer, "good") }, [10_000]));
      await expectBooks(stage, buyer, 10_000);
    },
  },
  {
    name: "a bank that asks gets a page, and a buyer who turns back is not charged",
    play: async (stage) => {
      const buyer = await stage.buyer("asks");
      const paid = await order(stage, buyer, [10_000]);
      assert.equal(paid.outcome, "action");
      assert.ok(paid.outcome === "action");
      assert.match(paid.url, /^http/);
      assert.equal(await stage.provider.voidInvoice(paid.value.id), true);
      await expectBooks(stage, buyer, 0);
    },
  },
  {
    name: "a bank account pays days later",
    play: async (stage) => {
      const buyer = await stage.buyer("bank");
      const { id } = done(await order(stage, buyer, [10_000]));
      await stage.pass(buyer, 7);
      await eventually(async () => (await stage.provider.getInvoice(id))?.status === "paid");
    },
  },
  {
    name: "an order is given back in full",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const [charge] = done(await order(stage, buyer, [10_000])).charges;
      const refund = { key: stage.key(), charge: charge?.id ?? "", amount: 10_000, metadata: {} };
      assert.equal(await stage.provider.refund(refund), true);
      await expectBooks(stage, buyer, 10_000, 10_000);
    },
  },
  {
    name: "an order is given back in parts, and never more than it was",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const [charge] = done(await order(stage, buyer, [10_000])).charges;
      const give = (amount: number, key = stage.key()) =>
        stage.provider.refund({ key, charge: charge?.id ?? "", amount, metadata: {} });
      const key = stage.key();
      assert.deepEqual([await give(3000, key), await give(3000, key), await give(4000)], [true, true, true]);
      assert.equal(await give(4000), false);
      await expectBooks(stage, buyer, 10_000, 7000);
    },
  },
  {
    name: "a page to pay at is ended, and nobody can pay there any more",
    play: async (stage) => {
      const { customer } = await stage.buyer();
      const page = await stage.provider.createPaymentSession({
        ...{ customer, key: stage.key(), lines: [line(10_000)], metadata: {}, return_url: "https://example.com/" },
      });
      assert.match(page?.url ?? "", /^http/);
      assert.equal(await stage.provider.expireSession(page?.id ?? ""), true);
    },
  },
  {
    name: "a plan is bought and active at once",
    play: async (stage) => {
      const buyer = await stage.buyer();
      assert.equal(done(await plan(stage, buyer)).status, "active");
      await expectBooks(stage, buyer, 4900);
    },
  },
  {
    name: "the same plan twice is one subscription",
    play: async (stage) => {
      const [buyer, key] = [await stage.buyer(), stage.key()];
      const [first, again] = [await plan(stage, buyer, key), await plan(stage, buyer, key)];
      assert.equal(done(first).id, done(again).id);
      await expectBooks(stage, buyer, 4900);
    },
  },
  {
    name: "a plan that is declined never begins",
    play: async (stage) => {
      const buyer = await stage.buyer("declines");
      assert.equal((await plan(stage, buyer)).outcome, "declined");
      const { data } = await stage.stripe.subscriptions.list({ customer: buyer.customer, status: "active" });
      assert.deepEqual(data, []);
      await expectBooks(stage, buyer, 0);
    },
  },
  {
    name: "a plan renews after a month",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const { id } = done(await plan(stage, buyer));
      await stage.pass(buyer, 33);
      await eventually(async () => (await booksOf(stage.stripe, buyer.customer)).charged === 9800);
      assert.equal((await stage.provider.getSubscription(id))?.latest_invoice?.billing_reason, "subscription_cycle");
    },
  },
  {
    name: "a plan with an end renews no more, and costs nothing more",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const { id, current_period_end } = done(await plan(stage, buyer));
      assert.equal(await stage.provider.updateSubscription(id, { cancel_at: current_period_end }), true);
      await stage.pass(buyer, 40);
      await eventually(async () => (await stage.provider.getSubscription(id))?.status === "canceled");
      await expectBooks(stage, buyer, 4900);
    },
  },
];
