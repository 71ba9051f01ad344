import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/net-suite.ts";
import { type AccountingApp, startAccountingApp } from "../../../support/accounting/app.ts";
import { unique } from "../../../support/factories.ts";

let shop: AccountingApp;
beforeAll(async () => {
  shop = await startAccountingApp();
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => shop?.stop());

const { startProductsTask, getProductsTask, syncProduct } = contract;
const createItem = (price = "19.99") =>
  shop.enter("item", {
    itemId: unique("SKU"),
    displayName: unique("Item"),
    isInactive: false,
    prices: { "Base Price": price },
  });
const syncProducts = async () => {
  (await shop.admin.client.call(startProductsTask)).reply();
  return shop.ended(getProductsTask);
};
const listProducts = (ids: string[]) =>
  shop.query<{ id: string; net_suite_id: string; price_levels: unknown; is_archived: boolean }>(
    "select id, net_suite_id, price_levels, is_archived from products where net_suite_id = any($1) order by id",
    [ids],
  );
const suiteQl = { service: "net-suite", path: "/suiteql", kind: "status" } as const;
const endTokens = () => fetch(`${shop.sandbox.url}/net-suite/tokens`, { method: "DELETE" });

test("NetSuite is left alone for as many seconds as it asks for", async () => {
  const id = await createItem();
  await shop.sandbox.addFault({ ...suiteQl, text: "MAX(item.id)", value: 429, retry_after: 2 });
  expect(await syncProducts()).toMatchObject({ status: "completed" });
  expect(await listProducts([id])).toHaveLength(1);
  const suiteQlCalls = (await shop.sandbox.callsTo("net-suite"))
    .filter(({ path, body }) => path.endsWith("/suiteql") && JSON.stringify(body).includes("MAX(item.id)"))
    .toReversed();
  expect(suiteQlCalls.slice(0, 2).map(({ status }) => status)).toEqual([429, 200]);
  expect(Date.parse(suiteQlCalls[1]?.at ?? "") - Date.parse(suiteQlCalls[0]?.at ?? "")).toBeGreaterThanOrEqual(2000);
});

test.each([
  [
    "its limit in the words of a RESTlet",
    400,
    { error: { code: "SSS_REQUEST_LIMIT_EXCEEDED", message: "Request Limit Exceeded" } },
  ],
  ["its limit without a word", 429, {}],
  ["a page that does not say whether more follows", 200, { items: [] }],
  ["a page without rows", 200, { hasMore: false }],
])("%s passes, and nothing is missed or archived", async (_, value, body) => {
  const ids = [await createItem(), await createItem("0.5")];
  await shop.sandbox.addFault({ ...suiteQl, value, body, times: 2 });
  expect(await syncProducts()).toMatchObject({ status: "completed", error: null });
  const levels = (await listProducts(ids)).map(({ price_levels, is_archived }) => [price_levels, is_archived]);
  expect(levels).toEqual([
    [{ "Base Price": 1999 }, false],
    [{ "Base Price": 50 }, false],
  ]);
});

test("a login that is refused ends the run with what NetSuite says, and the next one goes on", async () => {
  const id = await createItem();
  const message = "Invalid login attempt. For more details, see the Login Audit Trail.";
  const body = {
    title: "Unauthorized",
    status: 401,
    "o:errorDetails": [{ detail: message, "o:errorCode": "INVALID_LOGIN" }],
  };
  await shop.sandbox.addFault({ ...suiteQl, value: 401, body, times: 1000 });
  expect(await syncProducts()).toMatchObject({ status: "failed", error: expect.stringContaining(message) });
  expect(await listProducts([id])).toEqual([]);
  const isFailing = async () =>
    (await shop.query("select 1 from partners where name = 'net-suite' and failing_since is not null")).length > 0;
  expect(await isFailing()).toBe(true);
  await shop.sandbox.clearFaults();
  await endTokens();
  expect(await syncProducts()).toMatchObject({ status: "completed", error: null });
  expect(await listProducts([id])).toHaveLength(1);
});

test("whoever leaves while a token is asked for keeps nobody else from one", async () => {
  const id = await createItem();
  await syncProducts();
  const [product] = await listProducts([id]);
  const params = { product_id: product?.id ?? "" };
  await endTokens();
  await shop.sandbox.addFault({ service: "net-suite", path: "/oauth2/v1/token", kind: "hang" });
  const isHanging = async () => (await (await fetch(`${shop.sandbox.url}/faults`)).text()).includes("hang");
  const controller = new AbortController();
  const path = syncProduct.path.replace("{product_id}", params.product_id);
  const abortedCall = shop.admin.client.fetch(path, { method: "PUT", signal: controller.signal }).catch(() => "gone");
  await expect.poll(isHanging).toBe(false);
  controller.abort();
  expect(await abortedCall).toBe("gone");
  expect((await shop.admin.client.call(syncProduct, { params })).reply()).toMatchObject({ id: params.product_id });
});
