import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setShippingAddress, shipOrder } from "../../../../worker/contract/v1/admin/shipping.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { listOrgProducts } from "../../../../worker/contract/v1/client/org-products.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { carrierActions, fetchShipments } from "../../../support/shipping/carrier.ts";
import { createPaidOrder } from "../../../support/shipping/orders.ts";
import { address } from "../../../support/store.ts";

let admin: Actor;
beforeAll(async () => {
  admin = await signedInAdmin();
});
afterEach(() => sandbox.clearFaults());

const { cancel } = carrierActions(() => admin.client);
const setAddress = (order_id: string, fields: object = {}, updated_at?: string) =>
  admin.client.call(setShippingAddress, {
    params: { order_id },
    body: { address: { ...address, ...fields }, updated_at },
  });
const readAmounts = (id: string) => query("select total::int, shipping::int, tax::int from orders where id = $1", [id]);

test("an order that was paid without an address is given one, and ships with a label and a device", async () => {
  const { id, buyer, device, line_id } = await createPaidOrder(1, { address: null });
  const packages = [
    { id: randomUUID(), freight_service: "FEDEX_GROUND", weight_grams: 900, serials: { [line_id]: [device.serial()] } },
  ];
  const ship = () => admin.client.call(shipOrder, { params: { order_id: id }, body: { packages, create: true } });
  expect((await ship()).errcode).toBe("SHIPPING_ADDRESS_NOT_FOUND");
  const amountsBefore = await readAmounts(id);
  const saved = (await setAddress(id, { recipient: "Ada Lee", company: "Optics Lab" })).reply();
  expect(saved.address).toEqual({ ...address, recipient: "Ada Lee", company: "Optics Lab" });
  expect(await readAmounts(id)).toEqual(amountsBefore);
  const audit = await query(
    "select actor_id, data -> 'changes' as changes from audit_log where subject_id = $1 and action = 'setShippingAddress'",
    [id],
  );
  expect(audit).toMatchObject([
    { actor_id: admin.user.id, changes: { "shipping_data.address": [null, { line1: address.line1 }] } },
  ]);
  (await ship()).reply();
  const [label] = await fetchShipments(packages[0]?.id ?? "");
  expect(label).toMatchObject({ recipient: { name: "Ada Lee", country: "US" } });
  const seen = (await buyer.client.call(getOrder, { params: { order_id: id } })).reply();
  expect([seen.status, seen.shipping_data.address?.company]).toEqual(["shipped", "Optics Lab"]);
  const devices = (await buyer.client.call(listOrgProducts)).reply().data;
  expect(devices.map(({ serial }) => serial)).toEqual(Object.values(packages[0]?.serials ?? {}).flat());
});

test("it can be corrected until the first package, and again when its label was voided", async () => {
  const { id } = await createPaidOrder(1);
  expect((await setAddress(id, { city: "Dallas" })).reply().address?.city).toBe("Dallas");
  const parcel = randomUUID();
  const packages = [{ id: parcel, freight_service: "FEDEX_GROUND", weight_grams: 800 }];
  (await admin.client.call(shipOrder, { params: { order_id: id }, body: { packages, create: true } })).reply();
  const late = await setAddress(id, { city: "Houston" });
  expect([late.status, late.errcode]).toEqual([422, "ORDER_HAS_PACKAGES"]);
  (await cancel(id, parcel)).reply();
  expect((await setAddress(id, { city: "Houston" })).reply().address?.city).toBe("Houston");
});

test("not of a canceled order, of one that is not there, or over somebody else's correction", async () => {
  const { id } = await createPaidOrder(1, { payment_status: "pending", status: "new" });
  const [{ updated_at } = { updated_at: "" }] = await query<{ updated_at: string }>(
    `select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from orders where id = $1`,
    [id],
  );
  (await setAddress(id, { city: "Dallas" }, updated_at)).reply();
  expect((await setAddress(id, { city: "Houston" }, updated_at)).errcode).toBe("OBJECT_OUTDATED");
  await query("update orders set status = 'canceled' where id = $1", [id]);
  expect((await setAddress(id)).errcode).toBe("ORDER_CANCELED");
  expect((await setAddress(randomUUID())).errcode).toBe("ORDER_NOT_FOUND");
  const wrong = await setAddress(id, { line1: "", country: "Atlantis" });
  expect([wrong.status, wrong.issues.map(({ path }) => path.join("."))]).toEqual([
    400,
    ["address.line1", "address.country"],
  ]);
});

test("of a label and a correction at once, the label says what the order says", async () => {
  for (let times = 0; times < 3; times += 1) {
    const { id } = await createPaidOrder(1);
    const parcel = randomUUID();
    const packages = [{ id: parcel, freight_service: "FEDEX_GROUND", weight_grams: 800 }];
    const [shipped, corrected] = await Promise.all([
      admin.client.call(shipOrder, { params: { order_id: id }, body: { packages, create: true } }),
      setAddress(id, { city: "Dallas" }),
    ]);
    const [order] = await query<{ city: string }>(
      "select shipping_data -> 'address' ->> 'city' as city from orders where id = $1",
      [id],
    );
    const [label] = await fetchShipments(parcel);
    if (shipped.status === 200) expect(JSON.stringify(label)).toContain(order?.city);
    else expect([label, corrected.status]).toEqual([undefined, 200]);
  }
});
