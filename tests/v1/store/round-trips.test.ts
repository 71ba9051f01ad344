import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import { listAdminOrders } from "../../../worker/contract/v1/admin/orders.ts";
import { listDownloads } from "../../../worker/contract/v1/client/downloads.ts";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { listNotifications } from "../../../worker/contract/v1/client/notifications.ts";
import { listOrders } from "../../../worker/contract/v1/client/orders.ts";
import { listOrgProducts } from "../../../worker/contract/v1/client/org-products.ts";
import { listSubscriptions } from "../../../worker/contract/v1/client/subscriptions.ts";
import { addCartProduct, getCart } from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { getProduct, listProducts } from "../../../worker/contract/v1/store/products.ts";
import { until } from "../../../sandbox/process/deadline.ts";
import { type RecordedWorker, startRecordedWorker } from "../../support/app.ts";
import { expectAccepted, type Answer, type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import { countRoundTrips } from "../../support/round-trips.ts";
import { sandbox } from "../../support/sandbox.ts";
import { shopOn } from "../../support/store.ts";
import { patienceMs } from "../../support/patience.ts";

let worker: RecordedWorker;
let shop: ReturnType<typeof shopOn>;
beforeAll(async () => {
  worker = await startRecordedWorker();
  shop = shopOn({ query, factories: factoriesOn(query), sandbox, url: worker.url });
});
afterAll(() => worker?.stop());

const countTrips = (act: () => Promise<Answer>): Promise<number> =>
  countRoundTrips(worker, () => expectAccepted(act()));

async function createMember(level: string): Promise<Client> {
  const { client, user } = await shop.signedIn();
  await query("update organizations set price_level_name = $1 where id = $2", [level, user.org_id]);
  return client;
}

test("reading the catalogue or the cart takes at most two round trips, adding to the cart two", async () => {
  const { id } = await shop.createProduct();
  const { client } = await shop.buyer();
  expect(await countTrips(() => client.call(listProducts))).toBeLessThanOrEqual(2);
  expect(await countTrips(() => client.call(getProduct, { params: { id } }))).toBeLessThanOrEqual(2);
  const add = () => client.call(addCartProduct, { params: { id }, body: { quantity: 1 } });
  expect(await countTrips(add)).toBe(2);
  expect(await countTrips(add)).toBe(2);
  expect(await countTrips(() => client.call(getCart))).toBe(1);
});

test("a list of what is theirs takes one round trip, and a bad query or a missing role is told as ever", async () => {
  const { client } = await shop.buyer();
  for (const list of [listOrders, listInvoices, listSubscriptions, listOrgProducts, listNotifications, listDownloads])
    expect(await countTrips(() => client.call<Endpoint>(list)), list.path).toBe(1);
  expect((await client.call(listOrders, { query: { limit: "many" } })).problems).toHaveLength(1);
  expect(await client.call(listAdminOrders)).toMatchObject({ status: 403, errcode: "USR_NOT_AUTHORIZED" });
  const anonymousClient = createClient({ url: worker.url });
  const refusal = await anonymousClient.call(listOrders, { query: { limit: "many" } });
  expect(refusal).toMatchObject({ status: 401, errcode: "SECURITY_CHECK_FAILED" });
});

test("a checkout by card takes at most six round trips", async () => {
  const person = await shop.buyer();
  const trips: number[] = [];
  // Other tests write products, after which the worker refreshes its cache, so the minimum counts.
  for (let time = 0; time < 5 && !trips.some((count) => count <= 6); time += 1) {
    await shop.fillCart(person, [await shop.createProduct()]);
    const { updated_at } = (await person.client.call(getCart)).reply();
    trips.push(await countTrips(() => person.client.call(checkoutCart, { body: { updated_at } })));
  }
  expect(Math.min(...trips)).toBeLessThanOrEqual(6);
});

test("what is kept for a price level is shown again without asking for it, and never after a change", async () => {
  const { id } = await shop.createProduct({ price_levels: { "Base Price": 300, Partner: 200, Education: 100 } });
  const [one, other] = [await createMember("Partner"), await createMember("Partner")];
  const fetchProduct = async (client: Client) => (await client.call(getProduct, { params: { id } })).reply();
  expect(await fetchProduct(one)).toMatchObject({ price: 200, price_level_name: "Partner" });
  // Other tests write products, after which the cache must be read again.
  const isCached = await until(patienceMs, async () => {
    const trips = await countRoundTrips(worker, async () => {
      const answer = await other.call(getProduct, { params: { id } });
      expect(answer.reply()).toMatchObject({ price: 200, price_level_name: "Partner" });
      return answer;
    });
    return trips === 1;
  });
  expect(isCached).toBe(true);

  await query(
    `update products set price_levels = '{"Base Price": 300, "Partner": 250, "Education": 100}' where id = $1`,
    [id],
  );
  expect((await fetchProduct(one)).price).toBe(250);
  expect(await fetchProduct(await createMember("Education"))).toMatchObject({
    price: 100,
    price_level_name: "Education",
  });
  expect((await fetchProduct(other)).price).toBe(250);
  await query("update products set is_published = false where id = $1", [id]);
  expect((await one.call(getProduct, { params: { id } })).errcode).toBe("PRODUCT_NOT_FOUND");
});
