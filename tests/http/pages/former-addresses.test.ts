import { expect, test } from "vitest";
import { createClient } from "../../support/client.ts";
import { shop } from "../../support/store.ts";

test("orders and subscriptions are found where they stood before, with what was asked of them", async () => {
  const { bought, client } = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
  const plan = bought.subscription_ids[0];
  for (const [from, to] of [
    ["/store/orders", "/portal/orders"],
    ["/store/orders?status=shipped&sort=-total", "/portal/orders?status=shipped&sort=-total"],
    [`/store/orders/${bought.order_id}`, `/portal/orders/${bought.order_id}`],
    ["/store/subscriptions?page=2", "/portal/subscriptions?page=2"],
    [`/store/subscriptions/${plan}`, `/portal/subscriptions/${plan}`],
    [`/store/subscriptions/${plan}/payment-methods`, `/portal/subscriptions/${plan}/payment-methods`],
  ] as const) {
    const answer = await client.fetch(from);
    expect([from, answer.status, answer.headers.get("location")]).toEqual([from, 308, to]);
  }
  expect((await client.fetch(`/portal/orders/${bought.order_id}`)).status).toBe(200);
});

test("what stands in a former address leads to nobody else's site", async () => {
  for (const part of ["%2F%2Fevil.example", "..%2F..%2Fevil", "%5Cevil.example"]) {
    const location = (await createClient().fetch(`/store/orders/${part}`)).headers.get("location");
    expect(location).toBe(`/portal/orders/${part}`);
  }
});
