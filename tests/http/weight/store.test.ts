import { beforeAll, expect, test } from "vitest";
import { type Weight, weigh } from "../../../tools/bench/weight.ts";
import { workerUrl } from "../../support/app.ts";
import { shop } from "../../support/store.ts";

const kB = 1000;
/** Signed-in pages that load a script also load islands/errors.ts: uncaught errors in browsers are to be reported. */
const errorReports = 900;
/** islands/filters.ts applies filters of a list when they change. */
const filters = 600;
/** How much script each page of the store may load, brotli; pages that only tell something load none. */
const budgets = {
  "/store": 0,
  "/store/products": 10 * kB,
  "/store/products/:product": 10 * kB + errorReports,
  "/store/cart": 12 * kB,
  "/store/checkout": 25 * kB,
  "/portal": 0,
  "/portal/devices": 2 * kB + errorReports,
  "/portal/devices/add": 0,
  "/portal/orders": filters + errorReports,
  "/portal/orders/:order": kB + errorReports,
  "/portal/subscriptions": filters + errorReports,
  "/portal/subscriptions/:plan": kB + errorReports,
  "/portal/search?search=a": 0,
  "/portal/orders/:order/again": 0,
  "/portal/quick-order": 0,
  "/portal/invoices": kB + filters + errorReports,
  "/portal/payment-methods": 0,
};
const weighed = new Map<string, Weight>();

beforeAll(async () => {
  const device = await shop.createProduct();
  const { bought, ...buyer } = await shop.purchase([device, await shop.createPlan()]);
  await shop.fillCart(buyer, [device]);
  const ids: Record<string, string> = {
    product: device.id,
    order: bought.order_id ?? "",
    plan: bought.subscription_ids[0] ?? "",
  };
  for (const path of Object.keys(budgets)) {
    const address = path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? "");
    weighed.set(path, await weigh(workerUrl + address, { cookie: `__Host-session=${buyer.token}` }));
  }
});

test.each(Object.entries(budgets))("%s loads at most %i bytes of script", (path, most) => {
  const weight = weighed.get(path);
  expect(weight?.script_brotli).toBeLessThanOrEqual(most);
  expect(weight?.third_party).toEqual([]);
});

test("what a buyer acts on comes with its script, so that the budgets weigh something", () => {
  for (const path of ["/store/products/:product", "/store/checkout"])
    expect(weighed.get(path)?.scripts).not.toEqual([]);
});

test("a page of the store has one stylesheet of at most 10 kB", () => {
  for (const [path, { stylesheets }] of weighed) {
    expect(stylesheets, path).toHaveLength(1);
    expect(stylesheets[0]?.gzip, path).toBeLessThanOrEqual(10 * kB);
  }
});
