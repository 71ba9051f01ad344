import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { getAdminOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { setCartProduct } from "../../../../worker/contract/v1/store/cart.ts";
import { findPercent, calculateTax } from "../../../../sandbox/fakes/stripe/products/tax-rates.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { sendAtOnce } from "../../../support/at-once.ts";
import { query } from "../../../support/database.ts";
import { address, shop } from "../../../support/store.ts";
import { sum } from "../../../support/sum.ts";

const taxFor = (cents: number) => calculateTax(cents, findPercent(address.country, address.state));
const prices = { many: 33_37, one: 120_00 };

/** Creates a paid order of three pieces of one product and one of another, with taxed shipping. */
async function createOrder() {
  const [admin, buyer] = [await signedInAdmin(), await shop.buyer()];
  const many = await shop.createProduct({ price_levels: { "Base Price": prices.many } });
  const one = await shop.createProduct({ price_levels: { "Base Price": prices.one } });
  await shop.fillCart(buyer, [many, one]);
  (await buyer.client.call(setCartProduct, { params: { id: many.id }, body: { quantity: 3 } })).reply();
  const order_id = (await shop.checkout(buyer)).reply().order_id ?? "";
  const params = { order_id };
  const order = (await admin.client.call(getAdminOrder, { params })).reply();
  const idOf = (id: string) => order.lines.find(({ product_id }) => product_id === id)?.id ?? "";
  const give = (who: Actor, body: object) => who.client.call(refundOrder, { params, body });
  const given = () => shop.listRefundAmounts(buyer.customer);
  const seen = async () => (await buyer.client.call(getOrder, { params })).reply();
  const quantities = async () =>
    Object.fromEntries((await seen()).lines.map((line) => [line.product_id, line.refunded_quantity]));
  return { admin, buyer, order, params, give, given, seen, quantities, many, one, idOf };
}

afterEach(() => shop.sandbox.clearFaults());

describe("a refund by lines", () => {
  test("gives back pieces with their share of the tax, all of them together to the cent, and each once", async () => {
    const { admin, buyer, order, give, given, seen, quantities, many, one, idOf } = await createOrder();
    const [line_id, tax] = [idOf(many.id), taxFor(3 * prices.many)];
    expect(tax % 3).not.toBe(0);
    (await give(admin, { lines: [{ line_id, quantity: 1 }] })).reply();
    // Three pieces cannot share the tax evenly, so the share of the first piece is rounded up.
    expect(await given()).toEqual([prices.many + Math.ceil(tax / 3)]);
    expect(await quantities()).toEqual({ [many.id]: 1, [one.id]: 0 });
    expect((await seen()).payment_status).toBe("partially_refunded");

    const tooMany = await give(admin, { lines: [{ line_id, quantity: 3 }] });
    expect([tooMany.status, tooMany.issues[0]?.path]).toEqual([400, ["lines", 0, "quantity"]]);
    (await give(admin, { lines: [{ line_id, quantity: 2 }] })).reply();
    expect(sum(await given())).toBe(3 * prices.many + tax);
    expect((await give(admin, { lines: [{ line_id, quantity: 1 }] })).status).toBe(400);

    const shipping = order.total_details.shipping;
    expect(shipping).toBeGreaterThan(0);
    (await give(admin, { lines: [{ line_id: "shipping", quantity: 1 }] })).reply();
    expect(sum(await given())).toBe(3 * prices.many + tax + shipping + taxFor(shipping));
    expect((await give(admin, { lines: [{ line_id: "shipping", quantity: 1 }] })).status).toBe(400);

    (await give(admin, {})).reply();
    expect(sum(await given())).toBe(order.total);
    expect(await quantities()).toEqual({ [many.id]: 3, [one.id]: 1 });
    expect(await seen()).toMatchObject({ payment_status: "refunded", status: "canceled" });
    expect((await give(admin, {})).status).toBe(400);
    const audits = await query(
      "select data -> 'lines' as lines from audit_log where action = 'refundOrder' and subject_id = $1 order by id limit 1",
      [order.id],
    );
    expect(audits).toEqual([{ lines: [{ line_id, quantity: 1 }] }]);
    expect((await buyer.client.call(refundOrder, { params: { order_id: order.id }, body: {} })).status).toBe(403);
  });

  test("is one however often the form is sent, and a form that says something else is not", async () => {
    const { admin, give, given, quantities, many, one, idOf } = await createOrder();
    const refundBody = { key: randomUUID(), lines: [{ line_id: idOf(many.id), quantity: 1 }] };
    const answers = await sendAtOnce(20, () => give(admin, refundBody));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    (await give(admin, refundBody)).reply();
    expect(await given()).toHaveLength(1);
    const other = await give(admin, { ...refundBody, lines: [{ line_id: idOf(one.id), quantity: 1 }] });
    expect([other.status, other.issues[0]?.path]).toEqual([400, ["key"]]);
    const wholeBody = { key: randomUUID() };
    await Promise.all(Array.from({ length: 5 }, () => give(admin, wholeBody)));
    expect(await given()).toHaveLength(2);
    expect(await quantities()).toEqual({ [many.id]: 3, [one.id]: 1 });
  });

  test("of the last pieces is given once when two administrators want it at the same time", async () => {
    const { admin, give, given, quantities, many, one, idOf } = await createOrder();
    const other = await signedInAdmin();
    const refundBody = (quantity: number) => ({ key: randomUUID(), lines: [{ line_id: idOf(many.id), quantity }] });
    const answers = await Promise.all([give(admin, refundBody(3)), give(other, refundBody(2))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await given()).toHaveLength(1);
    const secondAnswers = await Promise.all([
      give(admin, {}),
      give(other, { lines: [{ line_id: idOf(one.id), quantity: 1 }] }),
    ]);
    expect(secondAnswers.some(({ status }) => status === 200)).toBe(true);
    expect((await quantities())[one.id]).toBe(1);
  });

  test("names an amount or lines, each line once, and only what the order has", async () => {
    const { admin, give, given, idOf, many } = await createOrder();
    const line = { line_id: idOf(many.id), quantity: 1 };
    const paths = async (body: object) => {
      const { status, issues } = await give(admin, body);
      return [status, issues[0]?.path];
    };
    expect(await paths({ amount: 1, lines: [line] })).toEqual([400, ["lines"]]);
    expect(await paths({ lines: [line, line] })).toEqual([400, ["lines"]]);
    expect(await paths({ lines: [{ ...line, line_id: randomUUID() }] })).toEqual([400, ["lines", 0, "line_id"]]);
    expect(await paths({ lines: [{ ...line, quantity: 0 }] })).toEqual([400, ["lines", 0, "quantity"]]);
    expect(await given()).toEqual([]);
  });
});

describe("a refund that is not answered", () => {
  /** Breaks only this buyer's refunds, because other tests refund at the same provider. */
  const cutRefunds = async (buyer: { customer: string }, kind: "cut" | "lost-answer" = "cut") => {
    const [charge] = await shop.charges(buyer.customer);
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/refunds", text: `${charge?.id}`, kind, times: 10 });
  };
  const runRetryJob = async ({ order_id }: { order_id: string }) => {
    await query("update refunds set next_at = now() where status = 'asked' and order_id = $1", [order_id]);
    await shop.sandbox.runJob("sweep-payments");
  };

  test.each([
    ["did not arrive", "cut"],
    ["was done", "lost-answer"],
  ] as const)("and %s keeps its lines, and is asked for again under the same key", async (_what, kind) => {
    const { admin, buyer, params, give, given, quantities, many, idOf } = await createOrder();
    await cutRefunds(buyer, kind);
    const refundBody = { key: randomUUID(), lines: [{ line_id: idOf(many.id), quantity: 3 }] };
    expect((await give(admin, refundBody)).status).toBe(503);
    expect((await give(admin, { lines: [{ line_id: idOf(many.id), quantity: 1 }] })).status).toBe(400);
    await shop.sandbox.clearFaults();
    await runRetryJob(params);
    await runRetryJob(params);
    (await give(admin, refundBody)).reply();
    expect(await given()).toHaveLength(1);
    expect((await quantities())[many.id]).toBe(3);
  });

  test("is given up after a day when the provider never heard of it, and can be asked for anew", async () => {
    const { admin, buyer, params, give, given, quantities, many, idOf } = await createOrder();
    await cutRefunds(buyer);
    const lines = [{ line_id: idOf(many.id), quantity: 3 }];
    expect((await give(admin, { lines })).status).toBe(503);
    await shop.sandbox.clearFaults();
    await query(
      "update refunds set created_at = now() - interval '25 hours' where status = 'asked' and order_id = $1",
      [params.order_id],
    );
    await runRetryJob(params);
    expect([await given(), (await quantities())[many.id]]).toEqual([[], 0]);
    (await give(admin, { lines })).reply();
    expect((await quantities())[many.id]).toBe(3);
  });

  test("or that the provider refuses, gives its lines free", async () => {
    const { admin, buyer, give, given, quantities, many, idOf } = await createOrder();
    const [charge] = await shop.charges(buyer.customer);
    await shop.control("/disputes", { charge: charge?.id, stage: "created" });
    const lines = [{ line_id: idOf(many.id), quantity: 1 }];
    expect((await give(admin, { lines })).errcode).toBe("PAYMENT_FAILED");
    expect([await given(), (await quantities())[many.id]]).toEqual([[], 0]);
  });

  test("or that fails at the bank after all, gives its lines free", async () => {
    const { admin, give, quantities, many, idOf, buyer } = await createOrder();
    (await give(admin, { lines: [{ line_id: idOf(many.id), quantity: 1 }] })).reply();
    expect((await quantities())[many.id]).toBe(1);
    const [charge] = await shop.charges(buyer.customer);
    const [refund] = await shop.objects("refund", { charge: charge?.id ?? "" });
    await shop.control("/refunds", { refund: refund?.id, outcome: "failed" });
    await shop.settled();
    expect((await quantities())[many.id]).toBe(0);
    (await give(admin, { lines: [{ line_id: idOf(many.id), quantity: 3 }] })).reply();
    expect((await quantities())[many.id]).toBe(3);
  });
});
