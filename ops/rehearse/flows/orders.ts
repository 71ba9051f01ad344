import assert from "node:assert/strict";
import { type Buyer, waitUntil, type Stage } from "../stage.ts";
import { requireDone, expectTotals, type Flow, buildLine } from "./flow.ts";

async function placeOrder(stage: Stage, { customer, method }: Buyer, amounts: number[], key = stage.key()) {
  return stage.provider.payInvoice({
    key,
    customer,
    payment_method: method,
    lines: amounts.map((amount, i) => buildLine(amount, `line-${i}`)),
    po_number: null,
    metadata: { attempt_id: key },
  });
}

export const orderFlows: Flow[] = [
  {
    name: "a card pays an order",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const invoice = requireDone(await placeOrder(stage, buyer, [10_000]));
      assert.equal(invoice.status, "paid");
      assert.equal(invoice.charges[0]?.amount, 10_000);
      await expectTotals(stage, buyer, 10_000);
    },
  },
  {
    name: "the same attempt twice is one charge",
    play: async (stage) => {
      const [buyer, key] = [await stage.buyer(), stage.key()];
      const [first, again] = [
        await placeOrder(stage, buyer, [10_000], key),
        await placeOrder(stage, buyer, [10_000], key),
      ];
      assert.equal(requireDone(first).id, requireDone(again).id);
      await expectTotals(stage, buyer, 10_000);
    },
  },
  {
    name: "an order of twelve lines is charged as their sum",
    play: async (stage) => {
      const buyer = await stage.buyer();
      requireDone(
        await placeOrder(
          stage,
          buyer,
          Array.from({ length: 12 }, (_, i) => 1000 + i),
        ),
      );
      await expectTotals(stage, buyer, 12_066);
    },
  },
  {
    name: "a card that is declined leaves nothing that anybody could pay",
    play: async (stage) => {
      const buyer = await stage.buyer("declines");
      assert.equal((await placeOrder(stage, buyer, [10_000])).outcome, "declined");
      const { data } = await stage.stripe.invoices.list({ customer: buyer.customer, status: "open" });
      assert.deepEqual(data, []);
      await expectTotals(stage, buyer, 0);
    },
  },
  {
    name: "after a decline another card pays",
    play: async (stage) => {
      const buyer = await stage.buyer("declines");
      assert.equal((await placeOrder(stage, buyer, [10_000])).outcome, "declined");
      requireDone(
        await placeOrder(stage, { ...buyer, method: await stage.giveMethod(buyer.customer, "good") }, [10_000]),
      );
      await expectTotals(stage, buyer, 10_000);
    },
  },
  {
    name: "a bank that asks gets a page, and a buyer who turns back is not charged",
    play: async (stage) => {
      const buyer = await stage.buyer("asks");
      const paid = await placeOrder(stage, buyer, [10_000]);
      assert.equal(paid.outcome, "action");
      assert.ok(paid.outcome === "action");
      assert.match(paid.url, /^http/);
      assert.equal(await stage.provider.voidInvoice(paid.value.id), true);
      await expectTotals(stage, buyer, 0);
    },
  },
  {
    name: "a bank account pays days later",
    play: async (stage) => {
      const buyer = await stage.buyer("bank");
      const { id } = requireDone(await placeOrder(stage, buyer, [10_000]));
      await stage.pass(buyer, 7);
      await waitUntil(async () => (await stage.provider.getInvoice(id))?.status === "paid");
    },
  },
  {
    name: "an order is given back in full",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const [charge] = requireDone(await placeOrder(stage, buyer, [10_000])).charges;
      const refund = { key: stage.key(), charge: charge?.id ?? "", amount: 10_000, metadata: {} };
      assert.equal(await stage.provider.refund(refund), true);
      await expectTotals(stage, buyer, 10_000, 10_000);
    },
  },
  {
    name: "an order is given back in parts, and never more than it was",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const [charge] = requireDone(await placeOrder(stage, buyer, [10_000])).charges;
      const give = (amount: number, key = stage.key()) =>
        stage.provider.refund({ key, charge: charge?.id ?? "", amount, metadata: {} });
      const key = stage.key();
      assert.deepEqual([await give(3000, key), await give(3000, key), await give(4000)], [true, true, true]);
      assert.equal(await give(4000), false);
      await expectTotals(stage, buyer, 10_000, 7000);
    },
  },
  {
    name: "a page to pay at is ended, and nobody can pay there any more",
    play: async (stage) => {
      const { customer } = await stage.buyer();
      const page = await stage.provider.createPaymentSession({
        customer,
        key: stage.key(),
        lines: [buildLine(10_000)],
        metadata: {},
        return_url: "https://example.com/",
      });
      assert.match(page?.url ?? "", /^http/);
      assert.equal(await stage.provider.expireSession(page?.id ?? ""), true);
    },
  },
];
