import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createClient } from "../../support/client.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSession } from "../../support/factories.ts";
import { readCsv } from "../../support/csv/read-csv.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { createOrganizationRows } from "../organization-rows.ts";

/** Text that confuses parsers of lines, commas or quotes. */
const name = 'Größe "XL", 3;4\nsecond line, ✓';
const formula = '=HYPERLINK("https://evil.example","x")';
/** The formula after an apostrophe, so that a spreadsheet reads it as text. RFC 4180 has no escape for formulas. */
const escapedFormula = `'${formula}`;
let client: Client;

/** Creates an organization with one row in each list, whose texts need escaping. */
beforeAll(async () => {
  const { owner, order_id, invoice_id, product_id, notification_id } = await createOrganizationRows();
  await query("update users set first_name = $2, last_name = 'O''Neil' where id = $1", [owner.id, formula]);
  await query("update products set name = $2, sku = $3 where id = $1", [product_id, name, `+${randomUUID()}`]);
  await query(
    `update orders set po_number = $2, shipping_data = jsonb_set(shipping_data, '{personal_data,first_name}', to_jsonb($3::text))
     where id = $1`,
    [order_id, "@SUM(A1)", formula],
  );
  await query(
    `insert into order_lines (order_id, product_id, position, quantity, name, price) values ($1, $2, 0, 1, $3, 125000)`,
    [order_id, product_id, name],
  );
  await query("update invoices set products = $2 where id = $1", [
    invoice_id,
    JSON.stringify([{ id: product_id, name, price: 125_000, quantity: 1, tax_amount: null }]),
  ]);
  await query(`update notifications set type = 'orderShipped', payload = $2 where id = $1`, [
    notification_id,
    JSON.stringify({ order_number: 'O1, "two"' }),
  ]);
  const software = await createSoftware();
  const version = await createVersion(software);
  await query("update software set title = $2 where id = $1", [software.id, name]);
  await query(
    "insert into downloads (id, org_id, user_id, software_id, version_id, bytes) values ($1, $2, $3, $4, $5, 7)",
    [randomUUID(), owner.org_id, owner.id, software.id, version.id],
  );
  await query(
    `insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, org_id)
     values ('user', $1::uuid, 'updateProfile', 'user', ($1::uuid)::text, $2)`,
    [owner.id, owner.org_id],
  );
  client = createClient({ session: await createSession(owner.id) });
});

test.each([
  ["orders", "/portal/orders", [`${escapedFormula} B`, name, "'@SUM(A1)", "1250"]],
  ["invoices", "/portal/invoices", [name, "1250"]],
  ["subscriptions", "/portal/subscriptions", [name, "49"]],
  ["devices", "/portal/devices", [name]],
  ["notifications", "/portal/notifications", ['Your order O1, "two" was shipped']],
  ["people", "/portal/people", [`${escapedFormula} O'Neil`]],
  ["activity", "/portal/activity", ["Changed their profile", `${escapedFormula} O'Neil`]],
  ["downloads", "/portal/downloads/history", [`${name} 1.0.0`, `${escapedFormula} O'Neil`, "7"]],
])(
  "the file of %s opens in a spreadsheet with every text in its cell, whatever it holds",
  async (_list, path, cells) => {
    const answer = await client.fetch(`${path}?format=csv`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const file = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await answer.arrayBuffer());
    expect(file.startsWith("\uFEFF"), "what tells a spreadsheet that it is UTF-8").toBe(true);
    const { head, rows } = await readCsv(file);
    expect(rows).toHaveLength(1);
    expect(new Set(head).size).toBe(head.length);
    expect(rows[0]).toEqual(expect.arrayContaining(cells));
    for (const cell of rows[0] ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r](?!\d*\.?\d*$)/);
  },
);
