// Shipped pieces of an order, pieces that are still owed, and pieces that can be canceled.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { notShippableMessages } from "../../../../worker/contract/buying/shippable.ts";
import { cancelOrder, getAdminOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { cancelPackage, listOrderPackages, shipOrder } from "../../../../worker/contract/v1/admin/shipping.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { setCartProduct } from "../../../../worker/contract/v1/store/cart.ts";
import { findPercent, calculateTax } from "../../../../sandbox/fakes/stripe/products/tax-rates.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { hold, query, raceForRow } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { carrierActions, carrierPaths, fetchShipments } from "../../../support/shipping/carrier.ts";
import { toReference } from "../../../support/shipping/orders.ts";
import { address, type Buyer, shop, type TestProduct } from "../../../support/store.ts";
import { accountBuyer, chooseAccount } from "../../store/account/account.ts";

let admin: Actor;
beforeAll(async () => {
  admin = await signedInAdmin();
});

const newTrackingId = () => unique("1Z").toUpperCase();
const withTax = (cents: number) => cents + calculateTax(cents, findPercent(address.country, address.state));
const readOrder = async (order_id: string) =>
  (await admin.client.call(getAdminOrder, { params: { order_id } })).reply();
const ship = (order_id: string, ...packages: object[]) => {
  const body = { packages: packages.map((each) => ({ tracking_id: newTrackingId(), ...each })) };
  return admin.client.call(shipOrder, { params: { order_id }, body });
};
const cancel = (order_id: string, body?: object) =>
  admin.client.call(cancelOrder, { params: { order_id }, ...(body && { body }) });
const packagesOf = async (order_id: string) =>
  (await admin.client.call(listOrderPackages, { params: { order_id } })).reply().data;

const buyProducts = async (...items: [TestProduct, number][]) => buyAs(await shop.buyer(), items);

async function buyAs(buyer: Buyer, items: [TestProduct, number][], { isOnAccount = false } = {}) {
  await shop.fillCart(
    buyer,
    items.map(([product]) => product),
  );
  for (const [{ id }, quantity] of items)
    (await buyer.client.call(setCartProduct, { params: { id }, body: { quantity } })).reply();
  if (isOnAccount) (await chooseAccount(buyer)).reply();
  const id = (await shop.checkout(buyer)).reply().order_id ?? "";
  const order = await readOrder(id);
  const line = (product: TestProduct) => order.lines.find(({ product_id }) => product_id === product.id)?.id ?? "";
  const pieces = async () => {
    const { lines } = await readOrder(id);
    return items.map(([product]) => {
      const each = lines.find(({ product_id }) => product_id === product.id);
      return [each?.shipped_quantity, each?.canceled_quantity, each?.refunded_quantity, each?.owed_quantity];
    });
  };
  const refunds = () => shop.listRefundAmounts(buyer.customer);
  const mails = async () =>
    (
      await query<{ type: string }>("select type from outbox where user_id = $1 and type like 'order%' order by id", [
        buyer.user.id,
      ])
    ).map(({ type }) => type);
  return { id, order, buyer, line, pieces, refunds, mails };
}
const createLamp = () => shop.createProduct({ price_levels: { "Base Price": 40_00 } });
const createCable = () => shop.createProduct({ price_levels: { "Base Price": 10_00 } });
const createSoftwareProduct = () => shop.createProduct({ type: "software", price_levels: { "Base Price": 99_00 } });

describe("a shipment by lines", () => {
  test("ships what its packages name, and the order only with its last piece", async () => {
    const [one, two] = [await createLamp(), await createCable()];
    const { id, buyer, line, pieces } = await buyProducts([one, 2], [two, 3]);
    (await ship(id, { lines: { [line(one)]: 1, [line(two)]: 3 } })).reply();
    expect((await readOrder(id)).status).toBe("processing");
    expect(await pieces()).toEqual([
      [1, 0, 0, 1],
      [3, 0, 0, 0],
    ]);
    // A single package that names no lines takes everything that is still owed.
    (await ship(id, {})).reply();
    expect((await readOrder(id)).status).toBe("shipped");
    expect(await pieces()).toEqual([
      [2, 0, 0, 0],
      [3, 0, 0, 0],
    ]);
    const contents = (await packagesOf(id)).map(({ lines }) =>
      Object.fromEntries(lines.map(({ line_id, quantity }) => [line_id, quantity])),
    );
    expect(contents).toEqual([{ [line(one)]: 1, [line(two)]: 3 }, { [line(one)]: 1 }]);
    const trackingIds = (await packagesOf(id)).map(({ tracking_id }) => tracking_id);
    const shippingMails = async () =>
      (await sandbox.mailsTo(buyer.user.email)).filter(({ subject }) => subject.endsWith("was shipped"));
    await expect.poll(async () => (await shippingMails()).length).toBe(2);
    const mailedTexts = (await shippingMails()).toReversed().map(({ text }) => text);
    const named = [one.name, two.name, ...trackingIds.map((each) => each ?? "")];
    expect(mailedTexts.map((text) => named.filter((each) => text.includes(each)))).toEqual([
      [one.name, two.name, trackingIds[0]],
      [one.name, trackingIds[1]],
    ]);
    const seen = (await buyer.client.call(getOrder, { params: { order_id: id } })).reply();
    expect(seen.lines.map(({ shipped_quantity }) => shipped_quantity).toSorted()).toEqual([2, 3]);
  });

  test("is refused with the lines still owed when several packages name nothing", async () => {
    const [one, two] = [await createLamp(), await createCable()];
    const { id, line, pieces } = await buyProducts([one, 2], [two, 1]);
    (await ship(id, { lines: { [line(two)]: 1 } })).reply();
    const refused = await ship(id, {}, {});
    expect([refused.status, refused.errcode, refused.message]).toEqual([
      422,
      "PACKAGE_CONTENT_REQUIRED",
      `Say which lines are in which package. Still owed: 2 × ${one.name}`,
    ]);
    const tooMany = await ship(id, { lines: { [line(one)]: 2 } }, { lines: { [line(one)]: 1 } });
    expect([tooMany.status, tooMany.errcode, tooMany.message]).toEqual([
      422,
      "LINE_NOT_OWED",
      `More than is still owed: 0 × ${one.name}`,
    ]);
    const unknown = await ship(id, { lines: { [randomUUID()]: 1 } });
    expect(unknown.problems).toEqual([expect.stringContaining("The order has no such line.")]);
    expect(await pieces()).toEqual([
      [0, 0, 0, 2],
      [1, 0, 0, 0],
    ]);
  });

  test("never ships a piece twice, however many packages want it at once", async () => {
    const one = await createLamp();
    const { id, line, pieces } = await buyProducts([one, 3]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ship(id, { lines: { [line(one)]: 1 } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422, 422, 422, 422, 422]);
    expect(await pieces()).toEqual([[3, 0, 0, 0]]);
    expect((await readOrder(id)).status).toBe("shipped");
    const packages = await packagesOf(id);
    expect(packages.map(({ lines }) => lines)).toEqual(
      Array.from({ length: 3 }, () => [{ line_id: line(one), quantity: 1 }]),
    );
    // The database itself refuses a fourth piece.
    const insert = query("insert into package_lines (package_id, line_id, quantity) values ($1, $2, 1)", [
      (await query<{ id: string }>("insert into packages (order_id, status) values ($1, 'sent') returning id", [id]))[0]
        ?.id,
      line(one),
    ]);
    await expect(insert).rejects.toThrow("a package holds more of a line than its order owes");
  });

  test("holds no refunded piece; a package whose label is void owes its pieces again", async () => {
    const [one, two] = [await createLamp(), await createCable()];
    const { id, line, pieces } = await buyProducts([one, 2], [two, 1]);
    const lines = [{ line_id: line(one), quantity: 1 }];
    (await admin.client.call(refundOrder, { params: { order_id: id }, body: { lines } })).reply();
    expect(await pieces()).toEqual([
      [0, 0, 1, 1],
      [0, 0, 0, 1],
    ]);
    expect((await ship(id, { lines: { [line(one)]: 2 } })).errcode).toBe("LINE_NOT_OWED");
    const body = {
      packages: [{ id: randomUUID(), freight_service: "FEDEX_GROUND", weight_grams: 500 }],
      create: true,
    };
    (await admin.client.call(shipOrder, { params: { order_id: id }, body })).reply();
    expect((await readOrder(id)).status).toBe("shipped");
    const [parcel] = await packagesOf(id);
    (await admin.client.call(cancelPackage, { params: { order_id: id, package_id: parcel?.id ?? "" } })).reply();
    expect(await pieces()).toEqual([
      [0, 0, 1, 1],
      [0, 0, 0, 1],
    ]);
  });

  test("is completed by the refund of what did not ship", async () => {
    const [one, two] = [await createLamp(), await createCable()];
    const { id, line } = await buyProducts([one, 1], [two, 1]);
    (await ship(id, { lines: { [line(one)]: 1 } })).reply();
    expect((await readOrder(id)).status).toBe("processing");
    const lines = [{ line_id: line(two), quantity: 1 }];
    (await admin.client.call(refundOrder, { params: { order_id: id }, body: { lines } })).reply();
    expect((await readOrder(id)).status).toBe("shipped");
  });
});

describe("an order of software", () => {
  test("alone is received when it is paid, with the mail of its confirmation and no other", async () => {
    const { id, pieces, mails } = await buyProducts([await createSoftwareProduct(), 1]);
    expect(await readOrder(id)).toMatchObject({ status: "received", payment_status: "paid" });
    expect(await pieces()).toEqual([[0, 0, 0, 0]]);
    expect(await mails()).toEqual(["orderConfirmed"]);
  });

  test("and a device ships the device alone", async () => {
    const [one, app] = [await createLamp(), await createSoftwareProduct()];
    const { id, line, pieces } = await buyProducts([one, 1], [app, 2]);
    expect((await readOrder(id)).status).toBe("processing");
    expect((await ship(id, { lines: { [line(app)]: 1 } })).message).toBe(`More than is still owed: 0 × ${app.name}`);
    (await ship(id, {})).reply();
    expect((await readOrder(id)).status).toBe("shipped");
    expect(await pieces()).toEqual([
      [1, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });
});

describe("the cancellation of lines", () => {
  test("gives back their share once, and the rest ships", async () => {
    const [one, two] = [await createLamp(), await createCable()];
    const { id, line, pieces, refunds } = await buyProducts([one, 2], [two, 1]);
    const body = { lines: [{ line_id: line(one), quantity: 2 }], key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(id, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    (await cancel(id, body)).reply();
    expect(await refunds()).toEqual([withTax(80_00)]);
    expect(await pieces()).toEqual([
      [0, 2, 2, 0],
      [0, 0, 0, 1],
    ]);
    expect((await readOrder(id)).status).toBe("processing");
    const again = await cancel(id, { lines: [{ line_id: line(one), quantity: 1 }] });
    expect([again.errcode, again.message]).toEqual(["LINE_NOT_OWED", `More than is still owed: 0 × ${one.name}`]);
    (await ship(id, {})).reply();
    expect((await readOrder(id)).status).toBe("shipped");
    const audits = await query(
      "select data -> 'lines' as lines from audit_log where action = 'cancelOrder' and subject_id = $1",
      [id],
    );
    expect(audits).toEqual([{ lines: [{ line_id: line(one), quantity: 2 }] }]);
  });

  test("of all of them cancels the order, of the last ones that did not ship completes it", async () => {
    const one = await createLamp();
    const wholeOrder = await buyProducts([one, 2]);
    (await cancel(wholeOrder.id, { lines: [{ line_id: wholeOrder.line(one), quantity: 2 }] })).reply();
    expect(await readOrder(wholeOrder.id)).toMatchObject({ status: "canceled", payment_status: "refunded" });
    expect(await wholeOrder.refunds()).toEqual([wholeOrder.order.total]);

    const partialOrder = await buyProducts([one, 2]);
    (await ship(partialOrder.id, { lines: { [partialOrder.line(one)]: 1 } })).reply();
    expect((await cancel(partialOrder.id)).errcode).toBe("ORDER_ALREADY_PAID");
    (await cancel(partialOrder.id, { lines: [{ line_id: partialOrder.line(one), quantity: 1 }] })).reply();
    expect(await readOrder(partialOrder.id)).toMatchObject({ status: "shipped", payment_status: "partially_refunded" });
    expect(await partialOrder.refunds()).toEqual([withTax(40_00)]);
  });

  test("that cost nothing is once for each key, and with the last one the order is canceled", async () => {
    const [gift, one] = [await shop.createProduct({ price_levels: { "Base Price": 0 } }), await createLamp()];
    const { id, order, line, pieces, refunds } = await buyProducts([gift, 3], [one, 1]);
    const listCanceled = async () => (await pieces()).map(([, quantity]) => quantity);
    const piece = { line_id: line(gift), quantity: 1 };
    const body = { lines: [piece], key: randomUUID() };
    const answers = await Promise.all([cancel(id, body), cancel(id, body), cancel(id, body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    (await cancel(id, body)).reply();
    expect(await listCanceled()).toEqual([1, 0]);
    const other = await cancel(id, { ...body, lines: [{ ...piece, quantity: 2 }] });
    expect([other.status, other.issues[0]?.path]).toEqual([400, ["key"]]);

    const mixedBody = { lines: [piece, { line_id: line(one), quantity: 1 }], key: randomUUID() };
    for (let tries = 0; tries < 2; tries += 1) (await cancel(id, mixedBody)).reply();
    expect(await listCanceled()).toEqual([2, 1]);
    expect(await refunds()).toEqual([withTax(40_00)]);
    (await cancel(id, body)).reply();
    expect((await pieces())[0]?.[3]).toBe(1);
    const audits = await query<{ lines: unknown }>(
      `select data -> 'lines' as lines from audit_log where action = 'cancelOrder' and subject_id = $1
       order by created_at, id`,
      [id],
    );
    expect(audits.map(({ lines }) => lines)).toEqual([[piece], [{ line_id: line(one), quantity: 1 }], [piece]]);

    (await cancel(id, { lines: [piece], key: randomUUID() })).reply();
    expect(await readOrder(id)).toMatchObject({ status: "canceled", payment_status: "refunded" });
    expect((await refunds()).reduce((sum, each) => sum + each, 0)).toBe(order.total);
  });

  test("that cost nothing leave an order in processing whose label is voided meanwhile", async () => {
    const { id, answers, pieces } = await raceForRow(async () => {
      const [gift, one] = [await shop.createProduct({ price_levels: { "Base Price": 0 } }), await createLamp()];
      const order = await buyProducts([gift, 1], [one, 1]);
      const params = { order_id: order.id, package_id: randomUUID() };
      const parcel = { id: params.package_id, freight_service: "FEDEX_GROUND", weight_grams: 800 };
      const shipment = { packages: [{ ...parcel, lines: { [order.line(one)]: 1 } }], create: true };
      (await admin.client.call(shipOrder, { params: { order_id: order.id }, body: shipment })).reply();
      const body = { lines: [{ line_id: order.line(gift), quantity: 1 }], key: randomUUID() };
      (await cancel(order.id, body)).reply();
      // A worker that ends after the claim leaves the order in processing, and its administrator cancels again.
      await query("update orders set status = 'processing' where id = $1", [order.id]);
      // Waiting webhooks would lock the invoice, too.
      await shop.settled();
      const lock = await hold("select 1 from packages where id = $1 for update", [params.package_id]);
      const voidLabel = () => admin.client.call(cancelPackage, { params });
      return { ...order, lock, requests: [voidLabel, () => cancel(order.id, body)] };
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await pieces())[1]).toEqual([0, 0, 0, 1]);
    expect((await readOrder(id)).status).toBe("processing");
  });

  test("that the provider refuses owes them again; of a line that has shipped it is refused", async () => {
    const [one, two] = [await createLamp(), await createCable()];
    const { id, buyer, line, pieces } = await buyProducts([one, 1], [two, 1]);
    const [charge] = await shop.charges(buyer.customer);
    await shop.control("/disputes", { charge: charge?.id, stage: "created" });
    const refused = await cancel(id, { lines: [{ line_id: line(one), quantity: 1 }] });
    expect([refused.status, refused.errcode]).toEqual([422, "PAYMENT_FAILED"]);
    expect(await pieces()).toEqual([
      [0, 0, 0, 1],
      [0, 0, 0, 1],
    ]);

    const startedOrder = await buyProducts([one, 1], [two, 1]);
    (await ship(startedOrder.id, { lines: { [startedOrder.line(one)]: 1 } })).reply();
    const late = await cancel(startedOrder.id, { lines: [{ line_id: startedOrder.line(one), quantity: 1 }] });
    expect(late.errcode).toBe("LINE_NOT_OWED");
  });

  test("and its shipment at the same time are one of the two", async () => {
    const [one, two] = [await createLamp(), await createCable()];
    const { id, line, pieces, refunds } = await buyProducts([one, 1], [two, 1]);
    const [canceled, shipped] = await Promise.all([
      cancel(id, { lines: [{ line_id: line(one), quantity: 1 }] }),
      ship(id, { lines: { [line(one)]: 1 } }),
    ]);
    expect([canceled.status, shipped.status].toSorted()).toEqual([200, 422]);
    expect(await refunds()).toEqual(canceled.status === 200 ? [withTax(40_00)] : []);
    expect((await pieces())[0]).toEqual(canceled.status === 200 ? [0, 1, 1, 0] : [1, 0, 0, 0]);
  });
});

describe("the cancellation of a whole order", () => {
  /** Both requests wait for the invoice: first the shipment of one piece, then the cancellation. */
  const shipOneThenCancel = (buy: () => ReturnType<typeof buyProducts>) =>
    raceForRow(async () => {
      const order = await buy();
      // Waiting webhooks would lock the invoice, too.
      await shop.settled();
      const lock = await hold("select 1 from invoices where reference_id = $1 for update", [order.id]);
      const shipOne = () => ship(order.id, { lines: { [order.order.lines[0]?.id ?? ""]: 1 } });
      return { ...order, lock, requests: [shipOne, () => cancel(order.id)] };
    });

  test("that reads it before its shipment ends is refused, and nothing is refunded", async () => {
    const { id, answers, refunds } = await shipOneThenCancel(async () => buyProducts([await createLamp(), 1]));
    expect(answers.map(({ status, errcode }) => [status, errcode])).toEqual([
      [200, undefined],
      [422, "ORDER_ALREADY_PAID"],
    ]);
    expect(await refunds()).toEqual([]);
    expect(await readOrder(id)).toMatchObject({ status: "shipped", payment_status: "paid" });
  });

  test("that reads it before its shipment ends is refused on account, and the order is not canceled", async () => {
    const { id, buyer, answers, mails } = await shipOneThenCancel(async () =>
      buyAs(await accountBuyer(), [[await createLamp(), 2]], { isOnAccount: true }),
    );
    expect((await readOrder(id)).status).not.toBe("canceled");
    expect(await mails()).not.toContain("orderCanceled");
    expect(await shop.objects("invoice", { customer: buyer.customer })).toMatchObject([{ status: "open" }]);
    expect(answers.map(({ status, errcode }) => [status, errcode])).toEqual([
      [200, undefined],
      [422, "ORDER_ALREADY_PAID"],
    ]);
  });

  test("is told to a shipment that read the order before it", async () => {
    const { id, answers, pieces } = await raceForRow(async () => {
      const order = await buyProducts([await createLamp(), 1]);
      // Waiting webhooks would lock the invoice, too.
      await shop.settled();
      const lock = await hold("select 1 from invoices where reference_id = $1 for update", [order.id]);
      return { ...order, lock, requests: [() => cancel(order.id), () => ship(order.id, {})] };
    });
    expect(answers.map(({ status, errcode, message }) => [status, errcode, message])).toEqual([
      [200, undefined, undefined],
      [422, "PAYMENT_FAILED", notShippableMessages.being_canceled],
    ]);
    expect((await pieces())[0]?.[0]).toBe(0);
    expect(await readOrder(id)).toMatchObject({ status: "canceled", payment_status: "refunded" });
  });

  test("lets nothing ship on account while the provider's answer to the void of its invoice is missing", async () => {
    const { id, buyer, pieces } = await buyAs(await accountBuyer(), [[await createLamp(), 1]], { isOnAccount: true });
    const fetchInvoices = () => shop.objects("invoice", { customer: buyer.customer });
    const [invoice] = await fetchInvoices();
    const path = `/v1/invoices/${invoice?.id}`;
    await sandbox.addFault({ service: "stripe", path: `${path}/void`, kind: "lost-answer", times: 2 });
    await sandbox.addFault({ service: "stripe", path, kind: "cut", times: 100 });
    expect((await cancel(id)).status).toBe(503);
    await sandbox.clearFaults();
    expect(await fetchInvoices()).toMatchObject([{ status: "void" }]);
    const shipped = await ship(id, {});
    expect([shipped.status, shipped.message]).toEqual([422, notShippableMessages.being_canceled]);
    expect(await pieces()).toEqual([[0, 0, 0, 1]]);
    (await cancel(id)).reply();
    expect((await readOrder(id)).status).toBe("canceled");
  });

  test("while its label is made refuses the shipment, and the label can be voided", async () => {
    const { id, order, refunds } = await buyProducts([await createLamp(), 1]);
    const carrier = carrierActions(() => admin.client);
    const packageId = randomUUID();
    const fault = { service: "fulex", path: carrierPaths.ship, text: toReference(packageId), kind: "delay" } as const;
    await sandbox.addFault({ ...fault, value: 5000 });
    const answer = carrier.ship(id, packageId);
    await expect.poll(async () => (await packagesOf(id)).map(({ status }) => status)).toEqual(["asked"]);
    (await cancel(id)).reply();
    const shipped = await answer;
    expect([shipped.status, shipped.errcode]).toEqual([422, "PAYMENT_FAILED"]);
    expect(await readOrder(id)).toMatchObject({ status: "canceled", payment_status: "refunded" });
    expect(await refunds()).toEqual([order.total]);
    (await carrier.cancel(id, packageId)).reply();
    expect(await fetchShipments(packageId)).toMatchObject([{ status: "canceled" }]);
  });

  test("lets nothing ship while the refund is unanswered, also after a refund by amount", async () => {
    const { id, order, pieces, refunds } = await buyProducts([await createLamp(), 1]);
    (await admin.client.call(refundOrder, { params: { order_id: id }, body: { amount: 5_00 } })).reply();
    const [rest, body] = [order.total - 5_00, { key: randomUUID() }];
    const fault = { service: "stripe", path: "/refunds", text: `amount=${rest}`, kind: "cut", when: "before" } as const;
    await sandbox.addFault({ ...fault, times: 3 });
    expect((await cancel(id, body)).status).toBe(503);
    await sandbox.clearFaults();
    const shipped = await ship(id, {});
    expect([shipped.message, await pieces()]).toEqual([notShippableMessages.being_canceled, [[0, 0, 0, 1]]]);
    (await cancel(id, body)).reply();
    expect(await readOrder(id)).toMatchObject({ status: "canceled", payment_status: "refunded" });
    expect(await refunds()).toEqual([5_00, rest]);
  });
});
