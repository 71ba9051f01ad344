import { expect, test } from "vitest";
import {
  createShippingRate,
  listAdminShippingRates,
  updateShippingRate,
} from "../../../../worker/contract/v1/admin/shipping-rates.ts";
import { createLabels } from "../../../../worker/contract/v1/admin/shipping.ts";
import { orderByLink } from "../../../../worker/contract/v1/client/orders.ts";
import { updateCart } from "../../../../worker/contract/v1/store/cart.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { readWords } from "../../../http/pages/words.ts";
import { query } from "../../../support/database.ts";
import { createRate } from "../../../support/shipping/rates.ts";
import { createPaidOrder } from "../../../support/shipping/orders.ts";
import { shop } from "../../../support/store.ts";

const economy = "INTERNATIONAL_ECONOMY";
const priority = "FEDEX_INTERNATIONAL_PRIORITY";

async function selectedService(order_id: string): Promise<string | undefined> {
  const html = await (await (await signedInAdmin()).client.fetch(`/admin/orders/${order_id}?by=carrier`)).text();
  const options = html.match(/<option[^>]*>/g) ?? [];
  const chosen = options.find((each) => / selected/.test(each) && /value="[A-Z_]+"/.test(each));
  return /value="([A-Z_]+)"/.exec(chosen ?? "")?.[1];
}

test("a rate keeps, changes and clears its service; unknown ones are refused", async () => {
  const { admin, rate, country } = await createRate({ service: economy });
  expect(rate.service).toBe(economy);
  const params = { id: rate.id };
  const change = async (body: object) => (await admin.call(updateShippingRate, { params, body: Object(body) })).reply();
  expect((await change({ price: 1 })).service).toBe(economy);
  expect((await change({ service: priority })).service).toBe(priority);
  expect((await change({ service: null })).service).toBeNull();
  const { data } = (await admin.call(listAdminShippingRates, { query: { country } })).reply();
  expect(data.map(({ service }) => service)).toEqual([null]);
  const body = { country, option: "Sea", price: 1, service: "BY_SEA" };
  expect((await admin.call(createShippingRate, { body: Object(body) })).status).toBe(400);
  const changes = await query<{ changes: { service?: unknown } }>(
    "select data -> 'changes' as changes from audit_log where action = 'updateShippingRate' and subject_id = $1 order by created_at, id",
    [rate.id],
  );
  expect(changes.map(({ changes: { service } }) => service)).toEqual([
    undefined,
    [economy, priority],
    [priority, null],
  ]);
});

test("an order ships by the service of the rate that it was placed with, whatever the rate says since", async () => {
  const { admin, rate, address } = await createRate({ option: "By air", service: economy });
  const buyer = await shop.buyer();
  const device = await shop.createProduct();
  await shop.fillCart(buyer, [device]);
  const body = { address: { billing: address, shipping: address }, shipping_rate_id: rate.id };
  (await buyer.client.call(updateCart, { body })).reply();
  const order_id = (await shop.checkout(buyer)).reply().order_id ?? "";
  expect(await selectedService(order_id)).toBe(economy);
  (await admin.call(updateShippingRate, { params: { id: rate.id }, body: { service: priority } })).reply();
  expect(await selectedService(order_id)).toBe(economy);
});

test("an order by link has the service of its rate", async () => {
  const { address } = await createRate({ option: "By air", service: priority });
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  const body = { products: [{ productId: device.id, quantity: 1 }], address };
  const { id } = (await buyer.client.call(orderByLink, { body: Object(body) })).reply();
  expect(await query("select freight_service from orders where id = $1", [id])).toEqual([
    { freight_service: priority },
  ]);
});

test.each([
  ["Express", "US", "STANDARD_OVERNIGHT", "Is it Overnight?"],
  ["Express", "DE", priority, "Is it International Priority?"],
  ["International", "DE", economy, "Is it International Economy?"],
  ["Standard", "CA", "FEDEX_GROUND", "Is it Ground?"],
  ["Pigeon", "US", undefined, "It names no service of the carrier: choose one."],
])("the option %s to %s proposes the service %s, and labels without a choice are not made", async (...row) => {
  const [option, country, service, hint] = row;
  const { client } = await signedInAdmin();
  const { id, device } = await createPaidOrder(1, { address: { country } });
  await query("update orders set freight_service = null, shipping_data = shipping_data || $2 where id = $1", [
    id,
    { method: option },
  ]);
  await query(
    "update products set weight_grams = 900, country_of_origin = 'US', hs_code = '9027.30', customs_value = 9500 where id = $1",
    [device.id],
  );
  expect(await selectedService(id)).toBe(service);
  for (const path of [`/admin/orders/${id}?by=carrier`, `/admin/orders/ship?order_ids=${id}`])
    expect(await readWords(client, path)).toContain(`The buyer chose ${option}. ${hint}`);
  const { results } = (await client.call(createLabels, { body: { order_ids: [id] } })).reply();
  expect(results).toMatchObject([
    { outcome: "refused", message: expect.stringContaining("Choose one of the services") },
  ]);
});

test("labels of several orders are made by the services that were paid", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createPaidOrder(1);
  await query("update orders set freight_service = 'STANDARD_OVERNIGHT' where id = $1", [id]);
  const body = { order_ids: [id], parcels: { [id]: { weight_grams: 1200 } } };
  const { results } = (await client.call(createLabels, { body })).reply();
  expect(results.map(({ outcome }) => outcome)).toEqual(["made"]);
  expect(await query("select freight_service from packages where order_id = $1", [id])).toEqual([
    { freight_service: "STANDARD_OVERNIGHT" },
  ]);
});
