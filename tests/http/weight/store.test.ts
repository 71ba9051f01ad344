import { beforeAll, expect, test } from "vitest";
import { type Weight, weigh } from "../../../tools/bench/weight.ts";
import { workerUrl } from "../../support/app.ts";
import { type Buyer, shop, type TestProduct } from "../../support/store.ts";
import { addRule, requestApproval } from "../../v1/client/approvals/approvals.ts";

const kB = 1000;
/** islands/errors.ts, which reports uncaught errors on signed-in pages that load a script. */
const errorReportBytes = 900;
/** islands/search.ts, the keyboard shortcuts of the header's search on every page of a signed-in user. */
const searchBytes = 600;
/** islands/filters.ts applies filters of a list when they change. */
const filterBytes = 600;
/** islands/quantities.ts sums chosen lines while quantities are typed. */
const quantityBytes = 600;
const signedInBytes = searchBytes + errorReportBytes;
/** Limits of the script that each page loads, in bytes compressed by brotli. */
const budgets = {
  "/store": signedInBytes,
  "/store/products": 10 * kB + signedInBytes,
  "/store/products/:product": 10 * kB + signedInBytes,
  "/store/cart": 12 * kB,
  "/store/checkout": 25.5 * kB,
  "/portal": signedInBytes,
  "/portal/devices": 2 * kB + signedInBytes,
  "/portal/devices/add": signedInBytes,
  "/portal/orders": filterBytes + signedInBytes,
  "/portal/orders/:order": kB + signedInBytes,
  "/portal/subscriptions": filterBytes + signedInBytes,
  "/portal/subscriptions/:plan": kB + signedInBytes,
  "/portal/search?search=a": signedInBytes,
  "/portal/orders/:order/again": quantityBytes + signedInBytes,
  "/portal/quick-order": signedInBytes,
  "/portal/invoices": 2 * kB + filterBytes + signedInBytes,
  "/portal/payment-methods": signedInBytes,
  "/portal/approvals": filterBytes + signedInBytes,
  "/portal/approvals/:request": signedInBytes,
  "/portal/organization/approvals": signedInBytes,
};
const weights = new Map<string, Weight>();

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
    weights.set(path, await weigh(workerUrl + address, { cookie: `__Host-session=${buyer.token}` }));
  }
});

/** The approval request is a colleague's, so that the buyer's own cart stays unchanged. */
async function sendForApproval(buyer: Buyer, device: TestProduct): Promise<string> {
  const colleague = await shop.signedIn({ org_id: buyer.org_id, roles: ["buyer", "user"] });
  const owner = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
  await addRule(owner, [buyer], { user_ids: [colleague.user.id] });
  return (await requestApproval({ ...buyer, ...colleague }, [device])).id;
}

test.each(Object.entries(budgets))("%s loads at most %i bytes of script", (path, maxBytes) => {
  const weight = weights.get(path);
  expect(weight?.script_brotli).toBeLessThanOrEqual(maxBytes);
  expect(weight?.third_party).toEqual([]);
});

test("what a buyer acts on comes with its script, so that the budgets weigh something", () => {
  for (const path of ["/store/products/:product", "/store/checkout"])
    expect(weights.get(path)?.scripts).not.toEqual([]);
});

test("a page has one stylesheet, and what its first view needs of style and HTML is at most 25 kB", () => {
  for (const [path, { stylesheets, html_gzip }] of weights) {
    expect(stylesheets, path).toHaveLength(1);
    expect((stylesheets[0]?.gzip ?? Infinity) + html_gzip, path).toBeLessThanOrEqual(25 * kB);
  }
});
