import { expect, test } from "vitest";
import { createOrganization, updateOrganization } from "../../../../worker/contract/v1/admin/organizations.ts";
import { updateProductPrices } from "../../../../worker/contract/v1/admin/product-prices.ts";
import { unpublishProduct } from "../../../../worker/contract/v1/admin/products.ts";
import { updateUser } from "../../../../worker/contract/v1/admin/users.ts";
import { signIn } from "../../../../worker/contract/v1/sso/session.ts";
import { signedIn, signedInAdmin, visitor } from "../../../support/actors.ts";
import { removeQuotes } from "../../../support/csv/read-csv.ts";
import { query } from "../../../support/database.ts";
import {
  createOrganization as createOrganizationRow,
  createUser as createUserRow,
  password,
  unique,
} from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";

test("every act is a row: what, the difference, who, the object and the organization; its file has the same rows", async () => {
  const { client, user } = await signedInAdmin();
  const name = unique("Audited");
  const { id } = (await client.call(createOrganization, { body: { name } })).reply();
  (await client.call(updateOrganization, { params: { org_id: id }, body: { notes: "=cmd" } })).reply();
  const path = `/admin/audit?subject_type=organization&subject_id=${id}`;
  const pageText = await readWords(client, path);
  for (const text of [
    "2 acts",
    `Only: ${name}`,
    "Object: Organization",
    `${user.first_name} ${user.last_name} created the organization`,
    `${user.first_name} ${user.last_name} changed Notes of ${name}`,
    "Notes nothing =cmd",
    `Organization ${name}`,
  ])
    expect(pageText).toContain(text);
  expect(await (await client.fetch(path)).text()).toContain(`href="/admin/organizations/${id}"`);
  const csv = await (await client.fetch(`${path}&format=csv`)).text();
  const [head, ...rows] = removeQuotes(csv).trimEnd().split("\r\n");
  expect(head?.replace("\uFEFF", "")).toBe("What,Changes,Who,Object,Organization,When");
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain("Notes: nothing → =cmd");
  expect(rows[0]).toContain(user.email);
});

test("a sentence has its actor first, and values in the words and units of their field", async () => {
  const { client, user } = await signedInAdmin();
  const adminName = `${user.first_name} ${user.last_name}`;
  const { id, name } = await shop.createProduct({ price_levels: { "Base Price": 999_00 } });
  const prices = [{ product_id: id, level: "Base Price", price: 949_00 }];
  (await client.call(updateProductPrices, { body: { prices } })).reply();
  (await client.call(unpublishProduct, { params: { product_id: id } })).reply();
  const pageText = await readWords(client, `/admin/audit?subject_id=${id}`);
  expect(pageText).toContain(`${adminName} changed Base price of ${name} from $999.00 to $949.00`);
  expect(pageText).toContain(`${adminName} unpublished product ${name}`);

  const firstOrganization = await createOrganizationRow();
  const { id: user_id, email } = await createUserRow({ org_id: firstOrganization.id, roles: ["user"] });
  const userFields = { org_id: firstOrganization.id, email, first_name: "Ana", last_name: "Silva", phone: null };
  const params = { user_id };
  (await client.call(updateUser, { params, body: { ...userFields, roles: ["user"] } })).reply();
  (await client.call(updateUser, { params, body: { ...userFields, roles: ["user", "buyer"] } })).reply();
  const otherOrganization = await createOrganizationRow();
  const movedUser = { ...userFields, org_id: otherOrganization.id, roles: ["user", "buyer"] };
  (await client.call(updateUser, { params, body: movedUser })).reply();
  const userText = await readWords(client, `/admin/audit?subject_id=${user_id}`);
  expect(userText).toContain(`${adminName} changed Roles of Ana Silva from User to User and Buyer`);
  expect(userText).toContain(
    `${adminName} changed Organization of Ana Silva from ${firstOrganization.name} to ${otherOrganization.name}`,
  );
});

test("what a sync changed names the system that it comes from, and who started it", async () => {
  const { client, user } = await signedInAdmin();
  const { id, name } = await shop.createProduct();
  const data = { changes: { sku: ["A-1", "B-2"] }, job: "products", started_by: user.id };
  await query(
    `insert into audit_log (actor_kind, action, subject_type, subject_id, data)
     values ('system', 'syncProduct', 'product', $1, $2)`,
    [id, JSON.stringify(data)],
  );
  expect(await readWords(client, `/admin/audit?subject_id=${id}`)).toContain(
    `NetSuite, by the sync that ${user.first_name} ${user.last_name} started, changed SKU of ${name} from “A-1” to “B-2”`,
  );
});

test("acts are narrowed to one of five groups, and are found by a word of what was done", async () => {
  const { client } = await signedInAdmin();
  const { id, name } = await shop.createProduct();
  (await client.call(unpublishProduct, { params: { product_id: id } })).reply();
  const path = `/admin/audit?subject_id=${id}`;
  expect(await readWords(client, `${path}&group=catalogue`)).toContain(`unpublished product ${name}`);
  expect(await readWords(client, `${path}&group=money`)).toContain("No matching acts.");
  expect(await readWords(client, `${path}&search=Unpublish`)).toContain(`unpublished product ${name}`);
  expect(await readWords(client, `${path}&search=refund`)).toContain("No matching acts.");
});

test("says what it is narrowed to when nothing is there, and is nobody's but administrators'", async () => {
  const { client } = await signedInAdmin();
  expect(await readWords(client, `/admin/audit?search=${unique("nobody")}`)).toContain("No matching acts.");
  const customer = await signedIn({ roles: ["org", "buyer", "user"] });
  expect((await customer.client.fetch("/admin/audit")).status).not.toBe(200);
});

test("who signs in is the actor, though a visitor until then", async () => {
  const { client } = await signedInAdmin();
  const user = await createUserRow();
  (await visitor().call(signIn, { body: { username: user.email, password } })).reply();
  const pageText = await readWords(client, `/admin/audit?subject_type=user&subject_id=${user.id}`);
  expect(pageText).toContain(`${user.first_name} ${user.last_name} signed in`);
  expect(pageText).not.toContain("Visitor signed in");
});
