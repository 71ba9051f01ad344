import { expect, test } from "vitest";
import { getOrderPrices } from "../../../../worker/contract/v1/admin/orders.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";

test("every order of the demonstration says who gave its organization the level, and since when the price was that", async () => {
  const { client } = await signedInAdmin();
  const orders = await query<{ id: string; created_at: Date; level: string | null }>(
    `select o.id, o.created_at, g.price_level_name as level from orders o join organizations g on g.id = o.org_id
     where o.order_number like 'O000009%' and g.name in ('Acme Robotics', 'Northwind Institute', 'Globex')`,
  );
  expect(orders.length).toBeGreaterThan(0);
  for (const { id, created_at, level } of orders) {
    const prices = (await client.call(getOrderPrices, { params: { order_id: id } })).reply();
    expect(prices.level).toMatchObject({ name: level ?? "Base Price", is_noted: true });
    expect(prices.level.assigned).toEqual(level && { at: expect.any(String), by: "Ada Nilsson", from: null });
    if (prices.level.assigned) expect(Date.parse(prices.level.assigned.at)).toBeLessThan(created_at.getTime());
    for (const { paid, at_order } of prices.lines) {
      expect(at_order).toMatchObject({ price: paid, source: "accounting" });
      expect(Date.parse(at_order.since ?? "")).toBeLessThan(created_at.getTime());
    }
  }
});
