import { expect, test } from "vitest";
import { listAdminOrders } from "../../../worker/contract/v1/admin/orders.ts";
import { listOrders } from "../../../worker/contract/v1/client/orders.ts";
import { createOrganizationRows } from "../../http/organization-rows.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";

test.each([
  ["small letters", unique("1z").toLowerCase()],
  ["capitals", unique("1Z").toUpperCase()],
])(
  "orders are found by a tracking number in %s, whole or in part, whatever its case, in both lists",
  async (_, number) => {
    const { order_id, org_id } = await createOrganizationRows();
    await query(
      `update orders set shipping_data = jsonb_set(shipping_data, '{packages}', jsonb_build_array(
       jsonb_build_object('tracking_id', $2::text, 'tracking_link', null, 'freight_carrier', null, 'freight_service', null)
     )) where id = $1`,
      [order_id, number],
    );
    const [member, stranger, admin] = [await signedIn({ org_id }), await signedIn(), await signedInAdmin()];
    for (const search of [number.toLowerCase(), number.toUpperCase(), number.slice(1, -1)]) {
      const ownList = await member.client.call(listOrders, { query: { search } });
      const adminList = await admin.client.call(listAdminOrders, { query: { search } });
      expect(
        [ownList, adminList].map((list) => list.reply().data.map(({ id }) => id)),
        search,
      ).toEqual([[order_id], [order_id]]);
      expect((await stranger.client.call(listOrders, { query: { search } })).reply().data).toEqual([]);
    }
  },
);

test("members find an order by product, SKU and part of a serial number, and other organizations do not", async () => {
  const { order_id, org_id, product_id } = await createOrganizationRows();
  const [name, sku, serial] = [unique("Sphere"), unique("SKU").toUpperCase(), unique("SN").toUpperCase()];
  await query("update products set sku = $2 where id = $1", [product_id, sku]);
  await query(
    `insert into order_lines (order_id, product_id, position, quantity, name, price, serial_number)
     values ($1, $2, 9, 1, $3, 100, array[$4])`,
    [order_id, product_id, name, serial],
  );
  const [member, stranger] = [await signedIn({ org_id }), await signedIn()];
  const find = async ({ client }: typeof member, search: string) =>
    (await client.call(listOrders, { query: { search } })).reply().data.map(({ id }) => id);
  for (const search of [
    name,
    name.slice(1).toLowerCase(),
    sku,
    sku.slice(0, -1),
    serial.toLowerCase(),
    serial.slice(1),
  ]) {
    expect(await find(member, search), search).toEqual([order_id]);
    expect(await find(stranger, search), search).toEqual([]);
  }
});
