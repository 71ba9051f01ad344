import { expect, test } from "vitest";
import { updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { address, shop } from "../../support/store.ts";
import { createOrganizationRows } from "../organization-rows.ts";

/** Cancels the package rows, to imitate older orders, whose tracking numbers are only on the order. */
const forgetPackages = (order_id: string) =>
  query("update packages set status = 'canceled' where order_id = $1", [order_id]);

const textOf = (html: string) =>
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
  expect(textOf(html)).toMatch(new RegExp(`UPS ${parcel} Copy tracking number ${parcel} Track`));
  expect(html).toContain(`href="https://carrier.test/${parcel}"`);
  expect(html, "a device that the organization has is a link").toContain(
    `<a href="/portal/devices/${device?.id}"><code>${serial}</code></a>`,
  );
  expect(html, "one that it has not is text").toContain(`<span><code>${other}</code></span>`);
  expect(textOf(html)).toContain("Copy all serial numbers");
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
  const text = textOf(html);
  expect(text).toMatch(/Being prepared .*\d{1,2} \w{3} \d{4}, \d{2}:\d{2}/);
  expect(text).not.toContain("Processed");
});

test("ship to, bill to and ordered by stand side by side, the second for those who see invoices", async () => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  const billing = { ...address, line1: "9 Finance Row" };
  (await buyer.client.call(updateCart, { body: { address: { billing } } })).reply();
  const purchase = (await shop.checkout(buyer)).reply();
  const readOrderText = async (client: Client) =>
    textOf(await (await client.fetch(`/portal/orders/${purchase.order_id}`)).text());
  const [organization] = await query<{ name: string }>("select name from organizations where id = $1", [buyer.org_id]);
  const { first_name, last_name, email } = buyer.user;
  const billTo = `Bill to ${organization?.name} 9 Finance Row Austin, TX 73301 US`;
  const shipTo = "Ship to 1 Main Street Austin, TX 73301 US";
  const buyerText = await readOrderText(buyer.client);
  expect(buyerText).toContain(`${shipTo} ${billTo}`);
  expect(buyerText).toContain(`Ordered by ${first_name} ${last_name} ${email}`);
  const member = await signedIn({ org_id: buyer.org_id });
  const memberText = await readOrderText(member.client);
  expect(memberText).toContain("Ship to 1 Main Street");
  expect(memberText).not.toMatch(/Bill to|Finance Row/);
});

test("a package is one card with its number, its way and its delivery note", async () => {
  const rows = await createOrganizationRows();
  const html = await (
    await (await signedIn({ org_id: rows.org_id })).client.fetch(`/portal/orders/${rows.order_id}`)
  ).text();
  const [, card = ""] = /<article class="card package">(.*?)<\/article>/s.exec(html) ?? [];
  expect(card).toContain("<h2>Package</h2>");
  expect(card).toMatch(/on its way since|delivered on/);
  expect(card).toContain(`href="/portal/orders/${rows.order_id}/delivery-note`);
  expect(card).toContain("Handed to the carrier");
});
