import { beforeAll, expect, test } from "vitest";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createUser, unique } from "../../../support/factories.ts";
import { createOrganizationRows } from "../../organization-rows.ts";
import { readWords } from "../words.ts";

let admin: Client;
beforeAll(async () => {
  admin = (await signedInAdmin()).client;
});

const search = (text: string, extraQuery = "") =>
  admin.fetch(`/admin/search?${new URLSearchParams({ q: text })}${extraQuery}`);
const fetchLocation = async (text: string) => (await search(text)).headers.get("location");

test("a number that leads to one page leads straight there, but where all of it is asked for", async () => {
  const rows = await createOrganizationRows();
  const [invoice, order] = [unique("CGX").toUpperCase(), `/admin/orders/${rows.order_id}`];
  await query("update invoices set stripe_invoice_no = $2 where id = $1", [rows.invoice_id, invoice]);
  await query("update orders set cart_no = $2 where id = $1", [rows.order_id, rows.cart_no]);
  expect(await fetchLocation(` ${invoice.toLowerCase()} `)).toBe(`/admin/invoices/${rows.invoice_id}`);
  expect(await fetchLocation(rows.cart_no)).toBe(order);
  expect(await fetchLocation(rows.serial_number)).toBe(`/admin/organizations/${rows.org_id}`);
  expect(await fetchLocation(rows.owner.email.toUpperCase())).toBe(`/admin/people/${rows.user_id}`);
  await query("update products set sku = $2 where id = $1", [rows.product_id, `SKU-${invoice}`]);
  expect(await fetchLocation(`sku-${invoice}`)).toBe(`/admin/products/${rows.product_id}`);
  await query("update subscriptions set stripe_id = $2 where id = $1", [rows.subscription_id, `sub_${invoice}`]);
  expect(await fetchLocation(`sub_${invoice}`)).toBe(`/admin/subscriptions/${rows.subscription_id}`);
  const allAnswer = await search(invoice, "&all=1");
  expect(allAnswer.status).toBe(200);
  expect(await allAnswer.text()).toContain(`href="/admin/invoices/${rows.invoice_id}"`);
});

test("several exact ones are told, each with its page, and what the text was found in", async () => {
  const rows = await createOrganizationRows();
  // The serial number matches the device and its order.
  await query(
    `insert into order_lines (order_id, product_id, position, quantity, name, price, serial_number)
     values ($1, $2, 0, 1, 'Device', 100, array[$3])`,
    [rows.order_id, rows.product_id, rows.serial_number],
  );
  const answer = await search(rows.serial_number);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain("2 results");
  expect(html).toContain(`href="/admin/orders/${rows.order_id}"`);
  expect(html).toContain(`href="/admin/organizations/${rows.org_id}"`);
});

test("a person has the state of the list of people", async () => {
  for (const [state, text] of [
    ["new", "Invited"],
    ["active", "Active"],
    ["inactive", "Inactivated"],
  ] as const) {
    const { email } = await createUser({ state });
    expect(await readWords(admin, `/admin/people?search=${email}`)).toContain(` ${text} `);
    expect(await readWords(admin, `/admin/search?q=${email}&all=1`)).toContain(` ${text} `);
  }
});

test("part of a name shows groups, and more than five lead to the list that has them all", async () => {
  const word = unique("Many");
  for (let n = 0; n < 6; n += 1) await query("insert into organizations (name) values ($1)", [`${word} ${n}`]);
  const html = await (await search(word)).text();
  expect(html).toContain("6 results");
  expect(html).toContain(`href="/admin/organizations?search=${word}"`);
  expect(html.match(/<tr class="linked"/g)).toHaveLength(5);
});

test("what is searched for stands in the field of every page, and no text is markup", async () => {
  const html = await (await search('"><b>x%')).text();
  expect(html).not.toContain("<b>x%");
  expect(html).toContain("0 results");
  expect(html).toContain('value="&quot;>&lt;b>x%"');
  expect((await admin.fetch("/admin/search")).status).toBe(200);
  const form = /<form [^>]*role="search"[^>]*>/;
  for (const path of ["/admin", "/admin/organizations", "/admin/search"])
    expect(form.exec(await (await admin.fetch(path)).text())?.[0], path).toContain('action="/admin/search"');
});

test("nobody but administrators finds the page, or anything by it", async () => {
  const { name } = await createOrganization();
  const { client } = await signedIn({ roles: ["org", "buyer", "user"] });
  const answer = await client.fetch(`/admin/search?q=${name}`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("location")).toBe(null);
});
