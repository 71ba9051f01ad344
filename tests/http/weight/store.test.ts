import { beforeAll, expect, test } from "vitest";
import { type Weight, weigh } from "../../../tools/bench/weight.ts";
import { workerUrl } from "../../support/app.ts";
import { type Buyer, shop, type TestProduct } from "../../support/store.ts";
import { addRule, asked } from "../../v1/client/approvals/approvals.ts";

const kB = 1000;
/** Signed-in pages that load a script also load islands/errors.ts, which reports uncaught errors. */
const errorReports = 900;
/** islands/search.ts: keys of the header's search on every page of a signed-in user. */
const search = 600;
/** islands/filters.ts applies filters of a list when they change. */
const filters = 600;
/** islands/quantities.ts sums chosen lines while quantities are typed. */
const quantities = 600;
/** Scripts of every page of a signed-in user. */
const always = search + errorReports;
/** The limit of each store page's script, brotli. */
const budgets = {
  "/store": always,
  "/store/products": 10 * kB + always,
  "/store/products/:product": 10 * kB + always,
  "/store/cart": 12 * kB,
  "/store/checkout": 25 * kB,
  "/portal": always,
  "/portal/devices": 2 * kB + always,
  "/portal/devices/add": always,
  "/portal/orders": filters + always,
  "/portal/orders/:order": kB + always,
  "/portal/subscriptions": filters + always,
  "/portal/subscriptions/:plan": kB + always,
  "/portal/search?search=a": always,
  "/portal/orders/:order/again": quantities + always,
  "/portal/quick-order": always,
  "/portal/invoices": 2 * kB + filters + always,
  "/portal/payment-methods": always,
  "/portal/approvals": filters + always,
  "/portal/approvals/:request": always,
  "/portal/organization/approvals": always,
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
    request: await sendForApproval(buyer, device),
  };
  for (const path of Object.keys(budgets)) {
    const address = path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? "");
    weighed.set(path, await weigh(workerUrl + address, { cookie: `__Host-session=${buyer.token}` }));
  }
});

/** A colleague's request to the buyer; the buyer's own cart is unchanged. */
async function sendForApproval(buyer: Buyer, device: TestProduct): Promise<string> {
  const colleague = await shop.signedIn({ org_id: buyer.org_id, roles: ["buyer", "user"] });
  const owner = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
  await addRule(owner, [buyer], { user_ids: [colleague.user.id] });
  return (await asked({ ...buyer, ...colleague }, [device])).id;
}

test.each(Object.entries(budgets))("%s loads at most %i bytes of script", (path, most) => {
  const weight = weighed.get(path);
  expect(weight?.script_brotli).toBeLessThanOrEqual(most);
  expect(weight?.third_party).toEqual([]);
});

test("what a buyer acts on comes with its script, so that the budgets weigh something", () => {
  for (const path of ["/store/products/:product", "/store/checkout"])
    expect(weighed.get(path)?.scripts).not.toEqual([]);
});

test("a page has one stylesheet, and what its first view needs of style and HTML is at most 25 kB", () => {
  for (const [path, { stylesheets, html_gzip }] of weighed) {
    expect(stylesheets, path).toHaveLength(1);
    expect((stylesheets[0]?.gzip ?? Infinity) + html_gzip, path).toBeLessThanOrEqual(25 * kB);
  }
});
