import { expect, test } from "vitest";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { createOrganizationRows } from "../organization-rows.ts";

/** As before packages were recorded: only the order knows their numbers. */
const forgetPackages = (order_id: string) =>
  query("update packages set status = 'canceled' where order_id = $1", [order_id]);

const words = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

test("an order begins with its package, and its serial numbers lead to devices", async () => {
  const rows = await createOrganizationRows();
  const [parcel, serial, other] = [unique("1Z").toUpperCase(), unique("S").toUpperCase(), unique("S").toUpperCase()];
  await forgetPackages(rows.order_id);
  await query(
    `update orders set status = 'shipped', payment_status = 'paid',
       shipping_data = jsonb_set(shipping_data, '{packages}', jsonb_build_array(jsonb_build_object(
         'tracking_id', $2::text, 'tracking_link', 'https://carrier.test/' || $2::text, 'freight_carrier', 'UPS',
         'freight_service', null
       ))) where id = $1`,
    [rows.order_id, parcel],
  );
  await query(
    `insert into order_lines (order_id, product_id, position, quantity, name, price, serial_number)
     values ($1, $2, 5, 2, 'Device', 100, array[$3, $4])`,
    [rows.order_id, rows.product_id, serial, other],
  );
  const [device] = await query<{ id: string }>(
    "insert into devices (org_id, product_id, serial) values ($1, $2, $3) returning id",
    [rows.org_id, rows.product_id, serial],
  );
  const { client } = await signedIn({ org_id: rows.org_id });
  const html = await (await client.fetch(`/portal/orders/${rows.order_id}`)).text();
  expect(html.indexOf('id="packages"')).toBeGreaterThan(0);
  expect(html.indexOf('id="packages"')).toBeLessThan(html.indexOf("<h2>Products</h2>"));
  expect(words(html)).toMatch(new RegExp(`UPS ${parcel} Copy the tracking number Track`));
  expect(html).toContain(`href="https://carrier.test/${parcel}"`);
  expect(html).toContain(`href="/portal/search?search=${serial}"`);
  expect((await client.fetch(`/portal/search?search=${serial}`)).headers.get("location")).toBe(
    `/portal/devices/${device?.id}`,
  );
  expect(words(html)).toContain("Copy all serial numbers");
});

test("an order without packages has no such part, and its timeline tells times in a buyer's words", async () => {
  const rows = await createOrganizationRows();
  await forgetPackages(rows.order_id);
  await query(
    `update orders set status = 'processing',
       shipping_data = jsonb_set(shipping_data, '{packages}', '[]'),
       status_at = '{"processing": "2026-11-04T09:12:00.000Z"}' where id = $1`,
    [rows.order_id],
  );
  const { client } = await signedIn({ org_id: rows.org_id });
  const html = await (await client.fetch(`/portal/orders/${rows.order_id}`)).text();
  expect(html).not.toContain('id="packages"');
  const text = words(html);
  expect(text).toMatch(/Being prepared .*\d{1,2} \w{3} \d{4}, \d{2}:\d{2}/);
  expect(text).not.toContain("Processed");
});
