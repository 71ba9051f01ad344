import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, createUser } from "../../../support/factories.ts";
import { emptyShipment } from "../../../support/shipping/empty-shipment.ts";
import { readWords } from "../words.ts";

test("a person's page leads to what they ordered, and the list says whose it is until that is cleared", async () => {
  const { client } = await signedInAdmin();
  const organization = await createOrganization();
  const [ada, ben] = [await createUser({ org_id: organization.id }), await createUser({ org_id: organization.id })];
  await query("update users set first_name = 'Ada' where id = $1", [ada.id]);
  await query(
    `insert into orders (org_id, user_id, total, shipping_data) select $1, who, 100, $3 from unnest($2::uuid[]) who`,
    [organization.id, [ada.id, ada.id, ben.id], JSON.stringify(emptyShipment)],
  );
  const page = await (await client.fetch(`/admin/people/${ada.id}`)).text();
  const [, path = ""] = /<a href="([^"]*)">Their orders<\/a>/.exec(page) ?? [];
  expect(path).toBe(`/admin/orders?user_id=${ada.id}`);
  const pageText = await readWords(client, path);
  expect(pageText).toContain("2 orders");
  expect(pageText).toContain(`Placed by: Ada ${ada.last_name}`);
  const html = await (await client.fetch(path)).text();
  expect(html).toContain(`<a href="/admin/orders" aria-label="Clear Placed by: Ada ${ada.last_name}">`);
  expect(html, "other filters keep it").toContain(`type="hidden" name="user_id" value="${ada.id}"`);
  expect(await readWords(client, `/admin/orders?org_id=${organization.id}`)).toContain(`3 orders`);
  for (const list of ["orders", "invoices"])
    expect(await readWords(client, `/admin/${list}?org_id=${organization.id}`)).toContain(
      `Organization: ${organization.name}`,
    );
  expect(await readWords(client, `/admin/orders?user_id=${randomUUID()}`)).toContain("Placed by: One that is not here");
});
