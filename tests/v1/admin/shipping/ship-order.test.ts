import { beforeAll, describe, expect, test } from "vitest";
import { getOrderShipping, listOrderPackages, shipOrder } from "../../../../worker/contract/v1/admin/shipping.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { listOrgProducts } from "../../../../worker/contract/v1/client/org-products.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { sendAtOnce } from "../../../support/at-once.ts";
import { query } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { waitForMails } from "../../../support/inbox.ts";
import { createOrder, createPaidOrder } from "../../../support/shipping/orders.ts";
import { sandbox } from "../../../support/sandbox.ts";

const unknownId = "00000000-0000-4000-8000-000000000000";
const newTrackingId = () => unique("1Z").toUpperCase();
let admin: Actor;
beforeAll(async () => {
  admin = await signedInAdmin();
});

const ship = (order_id: string, body: unknown) => admin.client.call(shipOrder, { params: { order_id }, body });
const findStatus = async (id: string) =>
  (await query<{ status: string }>("select status from orders where id = $1", [id]))[0]?.status;
const listAudits = (id: string) =>
  query("select action, actor_id, data from audit_log where subject_type = 'order' and subject_id = $1", [id]);

describe("shipping a paid order", () => {
  test("moves it to shipped, registers its devices, and tells the buyer once", async () => {
    const { id, line_id, buyer, device, order_number } = await createPaidOrder(2);
    const [first, second] = [device.serial(), device.serial()];
    const tracking_id = newTrackingId();
    const parcel = {
      tracking_id,
      tracking_link: `https://track.example.test/${tracking_id}`,
      freight_carrier: "UPS",
      freight_service: "Ground",
    };
    (await ship(id, { packages: [{ ...parcel, serials: { [line_id]: [first, second] } }], method: "Air" })).reply();

    const buyerOrder = (await buyer.client.call(getOrder, { params: { order_id: id } })).reply();
    expect(buyerOrder).toMatchObject({ status: "shipped", shipping_data: { method: "Air" } });
    expect(buyerOrder.shipping_data.packages).toEqual([{ ...parcel, serials: [first, second], delivered_at: null }]);
    expect(buyerOrder.lines[0]?.serial_number).toEqual([first, second]);
    const devices = (await buyer.client.call(listOrgProducts)).reply().data;
    expect(devices.map(({ serial }) => serial).toSorted()).toEqual([first, second]);
    const [mail] = await waitForMails(buyer.user.email, 1);
    expect(mail?.subject).toBe(`Your order ${order_number} was shipped`);
    expect(mail?.text).toContain(tracking_id);
    expect(await listAudits(id)).toEqual([
      {
        action: "shipOrder",
        actor_id: admin.user.id,
        data: { packages: [tracking_id], changes: expect.objectContaining({ status: ["processing", "shipped"] }) },
      },
    ]);

    const shipping = (await admin.client.call(getOrderShipping, { params: { order_id: id } })).reply();
    expect(shipping).toMatchObject({
      personal_data: { first_name: "Test" },
      address: { city: "Austin" },
      method: "Air",
    });
    const { data, meta } = (await admin.client.call(listOrderPackages, { params: { order_id: id } })).reply();
    expect(meta).toEqual({ limit: 1, offset: 0, count: 1 });
    expect(data).toMatchObject([{ ...parcel, status: "sent", has_label: false }]);
    expect(data[0]?.devices).toEqual([first, second].map((serial) => ({ line_id, serial })));
  });

  test("twenty at once with the same package ship it once; a later post ships the rest, which is a mail of its own", async () => {
    const { id, line_id, buyer, device } = await createPaidOrder(2);
    const [serial, laterSerial] = [device.serial(), device.serial()];
    const parcel = { tracking_id: newTrackingId(), serials: { [line_id]: [serial] } };
    const answers = await sendAtOnce(20, () => ship(id, { packages: [parcel] }));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    const second = { tracking_id: newTrackingId(), serials: { [line_id]: [laterSerial] } };
    (await ship(id, { packages: [parcel, second] })).reply();
    const { data } = (await admin.client.call(listOrderPackages, { params: { order_id: id } })).reply();
    expect(data.map(({ tracking_id }) => tracking_id)).toEqual([parcel.tracking_id, second.tracking_id]);
    const order = (await buyer.client.call(getOrder, { params: { order_id: id } })).reply();
    expect(order.shipping_data.packages.map(({ tracking_id }) => tracking_id)).toEqual([
      parcel.tracking_id,
      second.tracking_id,
    ]);
    expect(order.lines[0]?.serial_number).toEqual([serial, laterSerial]);
    expect((await listAudits(id)).map(({ data: told }) => told)).toEqual([
      {
        packages: [parcel.tracking_id],
        changes: {
          "shipping_data.packages": [[], [expect.objectContaining({ tracking_id: parcel.tracking_id })]],
        },
      },
      {
        packages: [second.tracking_id],
        changes: expect.objectContaining({
          status: ["processing", "shipped"],
          "shipping_data.packages": [[expect.anything()], [expect.anything(), expect.anything()]],
        }),
      },
    ]);
    const mails = await query("select type from outbox where user_id = $1", [buyer.user.id]);
    expect(mails).toEqual([{ type: "orderShipped" }, { type: "orderShipped" }]);
  });

  test("that somebody else ships with the same package meanwhile is shipped once, and not refused", async () => {
    const { id, line_id, device } = await createPaidOrder(2);
    const serial = device.serial();
    const packages = [{ tracking_id: newTrackingId(), serials: { [line_id]: [serial] } }];
    const heldRequest = await sandbox.holdBack(serial);
    const first = ship(id, { packages });
    await heldRequest.arrived();
    (await ship(id, { packages })).reply();
    await heldRequest.release();
    (await first).reply();
    const { data } = (await admin.client.call(listOrderPackages, { params: { order_id: id } })).reply();
    expect(data.map(({ devices }) => devices)).toEqual([[{ line_id, serial }]]);
    const other = await ship(id, { packages: [{ ...packages[0], tracking_id: newTrackingId() }] });
    expect(other.problems).toEqual([expect.stringContaining(`${serial} is already in a package of order`)]);
  });

  test("never goes back, and says received when everything has arrived", async () => {
    const { id, buyer } = await createPaidOrder(1);
    const packages = [{ tracking_id: newTrackingId() }];
    const back = await ship(id, { packages, status: "processing" });
    expect(back.problems).toEqual(["status: A shipment moves an order to shipped or received, never back."]);
    (await ship(id, { packages, status: "received" })).reply();
    expect(await findStatus(id)).toBe("received");
    (await ship(id, { packages: [{ tracking_id: newTrackingId() }], status: "shipped" })).reply();
    expect(await findStatus(id)).toBe("received");
    const mails = await query<{ type: string }>("select type from outbox where user_id = $1 order by id", [
      buyer.user.id,
    ]);
    expect(mails.map(({ type }) => type)).toEqual(["orderShipped", "orderReceived"]);
  });

  test.each([
    [{ status: "new", payment_status: "pending" }, 422, "PAYMENT_FAILED", /not paid yet/],
    [{ status: "new", payment_status: "declined" }, 422, "PAYMENT_FAILED", /not paid yet/],
    [{ payment_status: "disputed" }, 422, "PAYMENT_FAILED", /disputed/],
    [{ status: "canceled", payment_status: "refunded" }, 422, "PAYMENT_FAILED", /canceled/],
    [{ address: null }, 404, "SHIPPING_ADDRESS_NOT_FOUND", /shipping address/],
  ] as const)("is refused with the reason: %j", async (fields, status, errcode, pattern) => {
    const { id, buyer } = await createPaidOrder(1, fields);
    const before = await findStatus(id);
    const answer = await ship(id, { packages: [{ tracking_id: newTrackingId() }] });
    expect([answer.status, answer.errcode, answer.message]).toEqual([status, errcode, expect.stringMatching(pattern)]);
    expect(await findStatus(id)).toBe(before);
    expect(await query("select 1 from outbox where user_id = $1", [buyer.user.id])).toEqual([]);
  });

  test("of a partly refunded order goes on, of an unknown one is not found, without a package is no shipment", async () => {
    const { id } = await createPaidOrder(1, { payment_status: "partially_refunded" });
    expect((await ship(id, { packages: [] })).problems).toEqual(["packages: Name at least one package."]);
    expect((await ship(id, { packages: [{ freight_carrier: "UPS" }] })).problems).toEqual([
      "packages.0.tracking_id: Enter the tracking number.",
    ]);
    (await ship(id, { packages: [{ tracking_id: newTrackingId() }] })).reply();
    expect((await ship(unknownId, { packages: [{ tracking_id: newTrackingId() }] })).errcode).toBe("ORDER_NOT_FOUND");
    const lost = await admin.client.call(getOrderShipping, { params: { order_id: unknownId } });
    expect(lost.errcode).toBe("ORDER_NOT_FOUND");
    const orderWithoutAddress = await createPaidOrder(1, { address: null });
    const answer = await admin.client.call(getOrderShipping, { params: { order_id: orderWithoutAddress.id } });
    expect(answer.errcode).toBe("SHIPPING_ADDRESS_NOT_FOUND");
  });
});

describe("a serial number", () => {
  test("must be of the line's product, fit its quantity and be named once", async () => {
    const { id, line_id, device } = await createPaidOrder(1);
    const other = await createPaidOrder(1);
    const tryWith = async (serials: Record<string, string[]>) => {
      const { status, errcode, problems } = await ship(id, { packages: [{ tracking_id: newTrackingId(), serials }] });
      return errcode ? [status, errcode] : problems;
    };
    const [one, two] = [device.serial(), device.serial()];
    expect(await tryWith({ [line_id]: [other.device.serial()] })).toEqual([404, "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND"]);
    expect(await tryWith({ [line_id]: [one, one.toLowerCase()] })).toEqual([
      expect.stringContaining("is listed twice"),
    ]);
    expect(await tryWith({ [line_id]: [one, two] })).toEqual([expect.stringContaining("are too many")]);
    expect(await tryWith({ [other.line_id]: [one] })).toEqual([expect.stringContaining("has no such line")]);
    expect(await findStatus(id)).toBe("processing");
    expect(await query("select 1 from devices where upper(serial) = any($1)", [[one, two]])).toEqual([]);
  });

  test("is in one package of the world, also when two orders are shipped at once (M13)", async () => {
    const ownOrder = await createPaidOrder(2);
    const otherOrder = await createPaidOrder(1);
    const [line] = await query<{ id: string }>(
      `insert into order_lines (order_id, product_id, position, quantity, name, price)
       values ($1, $2, 1, 2, 'Device', 100) returning id`,
      [otherOrder.id, ownOrder.device.id],
    );
    const serial = ownOrder.device.serial();
    const answers = await Promise.all([
      ship(ownOrder.id, { packages: [{ tracking_id: newTrackingId(), serials: { [ownOrder.line_id]: [serial] } }] }),
      ship(otherOrder.id, { packages: [{ tracking_id: newTrackingId(), serials: { [line?.id ?? ""]: [serial] } }] }),
    ]);
    expect(answers.map(({ errcode }) => errcode).toSorted()).toEqual([
      "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
      undefined,
    ]);
    expect(await query("select 1 from devices where serial = $1", [serial])).toHaveLength(1);
    const shipped = await query("select 1 from order_lines where $1 = any(serial_number)", [serial]);
    expect(shipped).toHaveLength(1);
    const again = await ship(ownOrder.id, {
      packages: [{ tracking_id: newTrackingId(), serials: { [ownOrder.line_id]: [serial] } }],
    });
    expect([400, 422]).toContain(again.status);
  });

  test("that the organization has registered itself stays its device; that an administrator confirmed for another is refused", async () => {
    const { id, line_id, buyer, device } = await createPaidOrder(1);
    const serial = device.serial();
    await query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [
      buyer.user.org_id,
      device.id,
      serial,
    ]);
    (await ship(id, { packages: [{ tracking_id: newTrackingId(), serials: { [line_id]: [serial] } }] })).reply();
    expect(await query("select 1 from devices where serial = $1", [serial])).toHaveLength(1);
    const takenSerial = device.serial();
    const strangerOrder = await createPaidOrder(1);
    await query("insert into devices (org_id, product_id, serial, verified_by) values ($1, $2, $3, 'administrator')", [
      strangerOrder.buyer.user.org_id,
      device.id,
      takenSerial,
    ]);
    const second = await createOrder(device, 1, { org_id: buyer.user.org_id, user_id: buyer.user.id });
    const refused = await ship(second.id, {
      packages: [{ tracking_id: newTrackingId(), serials: { [second.line_id]: [takenSerial] } }],
    });
    expect(refused.errcode).toBe("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");
    expect(await findStatus(second.id)).toBe("processing");
  });
});
