import { expect, test } from "vitest";
import { updateProduct } from "../../../../worker/contract/v1/admin/products.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { removeQuotes } from "../../../support/csv/read-csv.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { createSoftware, createVersion } from "../../../support/software/rows.ts";
import { shop } from "../../../support/store.ts";
import { readControls, overrideControls } from "../controls.ts";
import { readWords } from "../words.ts";

test("a product shows its prices side by side, since when and from where, and who has it", async () => {
  const { client } = await signedInAdmin();
  const level = unique("Level");
  const { id, name } = await shop.createProduct({ price_levels: { "Base Price": 200_00, [level]: 150_00 } });
  const path = `/admin/products/${id}`;
  const orgs = await Promise.all([createOrganization(), createOrganization()]);
  await query("update organizations set price_level_name = $2 where id = any($1)", [
    orgs.map((each) => each.id),
    level,
  ]);
  await query("insert into devices (org_id, product_id, serial) select $1, $2, $3 || n from generate_series(1, 3) n", [
    orgs[0]?.id,
    id,
    unique("D").slice(0, 20),
  ]);
  const pageText = await readWords(client, path);
  expect(pageText).toContain(name);
  expect(pageText).toMatch(new RegExp(`${level} \\d+ \\w+ \\d+ set in the database 2 −25.0 % \\$150.00`));
  expect(pageText).toContain("1 organization with 3 registered devices");
  expect(pageText).toContain(orgs[0]?.name);
  // a price change is recorded, also when made by hand in the database
  await query(
    `update products set price_levels = jsonb_build_object('Base Price', 20000, $2::text, 16000) where id = $1`,
    [id, level],
  );
  await query(`update products set notes = 'Not a price' where id = $1`, [id]);
  await query(`update products set price_levels = price_levels - $2::text where id = $1`, [id, level]);
  const levelText = await readWords(client, `${path}?level=${level}`);
  expect(levelText).toContain("cannot be bought");
  const [, history = ""] = levelText.split(`Prices of ${level} so far`);
  const shownPrices = [...history.matchAll(/\$\d+\.\d\d|No price any more/g)].map(([text]) => text);
  expect(shownPrices.slice(0, 3)).toEqual(["No price any more", "$160.00", "$150.00"]);
  expect(await query("select 1 from price_changes where product_id = $1", [id])).toHaveLength(4);
});

test("the list shows each product's picture in a fixed size, late, or a blank of that size", async () => {
  const { client } = await signedInAdmin();
  const [word, src] = [unique("Pictured"), "/products/spectra-100.svg"];
  const [one, other] = [await shop.createProduct(), await shop.createProduct()];
  await query("update products set name = $2, main_image = $3 where id = $1", [one.id, `${word} one`, src]);
  await query("update products set name = $2, main_image = null where id = $1", [other.id, `${word} other`]);
  const html = await (await client.fetch(`/admin/products?search=${word}`)).text();
  const pictures = [...html.matchAll(/<span class="pictured">(.*?)<\/a>/g)].map(([, inside = ""]) => inside).toSorted();
  expect(pictures).toHaveLength(2);
  expect(pictures[0]).toMatch(/^<img src="\/products\/small\/spectra-100.svg" .*width="36" height="36" loading="lazy"/);
  expect(pictures[1]).toMatch(/^<span class="thumbnail s36 none"><\/span>/);
});

test("it says what can be done now, and why the rest cannot", async () => {
  const { client } = await signedInAdmin();
  const { id } = await shop.createProduct({
    is_published: false,
    type: "software",
    author: null,
    format: "Plugin",
    price_levels: {},
  });
  const path = `/admin/products/${id}`;
  const productText = await readWords(client, path);
  expect(productText).not.toMatch(/Publish (it|without)/);
  for (const reason of [
    "Software needs an author. Edit the product to add one.",
    "The product has no base price. Edit it to set one;",
    "The product is a plugin by its format, but no plugin is linked to it.",
  ])
    expect(productText).toContain(reason);
  const plugin = await createSoftware({ product_id: id });
  await createVersion(plugin, { version: "1.2.3", published: 3 });
  await createVersion(plugin, { version: "1.3.0", published: null });
  await query(`update products set author = 'CGX', price_levels = '{"Base Price": 900}' where id = $1`, [id]);
  const readyText = await readWords(client, path);
  expect(readyText).toMatch(/Publish (it|without)/);
  expect(readyText).toMatch(new RegExp(`${plugin.title} Plugin, last published on [^,]+, 1 to publish 1\\.2\\.3`));
  // A second request does not publish again.
  for (const told of ["It is published.", "Product is already published"]) {
    expect((await postForm(client, `${path}/publish`)).headers.get("location")).toBe(path);
    expect(await readWords(client, path)).toContain(told);
  }
  await postForm(client, `${path}/archive`);
  const archivedText = await readWords(client, path);
  for (const text of ["It is archived.", "Archived", "It is in the store again then."])
    expect(archivedText).toContain(text);
  await postForm(client, `${path}/unarchive`);
  await postForm(client, `${path}/unpublish`);
  const unpublishedText = await readWords(client, path);
  expect(unpublishedText).toContain("It is out of the store.");
  const acts = [
    ...(unpublishedText.split("History").at(-1) ?? "").matchAll(/(published|archived|unpublished|unarchived) product/g),
  ];
  expect(acts.map(([, act]) => act)).toEqual(["unpublished", "unarchived", "archived", "published"]);
});

test("a page is seen as a visitor and as the people of an organization see it, before it is published", async () => {
  const { client } = await signedInAdmin();
  const { id, name } = await shop.createProduct({
    is_published: false,
    price_levels: { "Base Price": 300_00, Partner: 240_00 },
  });
  const [org, educationOrg] = [await createOrganization(), await createOrganization()];
  await query("update organizations set price_level_name = 'Partner' where id = $1", [org.id]);
  await query("update organizations set price_level_name = 'Education' where id = $1", [educationOrg.id]);
  const path = `/admin/products/${id}/preview`;
  const asVisitor = await readWords(client, path);
  for (const text of [name, "As a visitor sees it", "$300.00", "List price", "Nothing can be bought here"])
    expect(asVisitor).toContain(text);
  const asOrganization = await readWords(client, `${path}?org_id=${org.id}`);
  for (const text of [`As ${org.name} sees it`, "$240.00", `Partner price for ${org.name}`, "you save 20 %"])
    expect(asOrganization).toContain(text);
  expect(await readWords(client, `${path}?org_id=${educationOrg.id}`)).toContain("Price on request");
  expect((await client.fetch(`${path}?org_id=${id}`)).status).toBe(404);
  const customer = await signedIn({ roles: ["org", "buyer", "user"] });
  for (const page of [path, `/admin/products/${id}`, `/admin/products/${id}/edit`, "/admin/products?format=csv"])
    expect([page, (await customer.client.fetch(page)).status]).toEqual([page, 404]);
});

test("what customers read is edited by a form, which is drawn again with what was typed", async () => {
  const { client } = await signedInAdmin();
  const { id, name } = await shop.createProduct({
    key_features: ["One", "Two"],
    links: '[{"name":"Old","link":"/old"}]',
  });
  const path = `/admin/products/${id}/edit`;
  const controls = readControls(await (await client.fetch(path)).text());
  const fields = overrideControls(controls, {
    short_description: "Quick & small",
    key_features: "Three\r\n\r\nFour \r\n",
    "links.0.name": "",
    "links.0.link": "",
    "links.1.name": "New",
    "links.1.link": "https://example.com/new",
    "detailed_description.0.title": "",
    "detailed_description.0.description": "",
    position: "12",
  });
  const typoAnswer = await postForm(client, path, overrideControls(fields, { position: "first" }));
  expect(typoAnswer.status).toBe(422);
  const redrawnHtml = await typoAnswer.text();
  expect(redrawnHtml).toContain('value="Quick &amp; small"');
  expect(redrawnHtml).toContain(">Three\nFour</textarea>");
  const saveAnswer = await postForm(client, path, fields);
  expect([saveAnswer.status, saveAnswer.headers.get("location")]).toEqual([303, `/admin/products/${id}`]);
  expect(await readWords(client, `/admin/products/${id}`)).toContain(`${name} is saved.`);
  const [row] = await query("select short_description, key_features, links, position from products where id = $1", [
    id,
  ]);
  expect(row).toEqual({
    short_description: "Quick & small",
    key_features: ["Three", "Four"],
    links: [{ name: "New", link: "https://example.com/new" }],
    position: 12,
  });
});

test("what somebody else changed meanwhile is shown side by side, and nothing is overwritten before it is saved again", async () => {
  const { client } = await signedInAdmin();
  const other = await signedInAdmin();
  const { id } = await shop.createProduct({
    short_description: "Old words",
    category: "Old",
    notes: "Ours",
    key_features: ["Light", "Fast"],
  });
  const path = `/admin/products/${id}/edit`;
  const controls = readControls(await (await client.fetch(path)).text());
  const params = { product_id: id };
  const otherChanges = { short_description: "Their words", category: "Theirs", key_features: ["Fast", "Light"] };
  (await other.client.call(updateProduct, { params, body: otherChanges })).reply();
  // The form changes the description and sends the category as it was read.
  const refusal = await postForm(client, path, overrideControls(controls, { short_description: "My words" }));
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  const otherName = `${other.user.first_name} ${other.user.last_name}`;
  for (const text of ["Changed in the meantime", otherName, "Their words", "My words", "the form has theirs"])
    expect(html).toContain(text);
  expect(html, "another order of a list is a change, too").toContain(">Fast\nLight</textarea>");
  const fetchRow = () =>
    query("select short_description, category, notes, key_features from products where id = $1", [id]);
  expect(await fetchRow()).toEqual([{ ...otherChanges, notes: "Ours" }]);
  const retryAnswer = await postForm(client, path, readControls(html));
  expect(retryAnswer.status).toBe(303);
  expect(await fetchRow()).toEqual([{ ...otherChanges, short_description: "My words", notes: "Ours" }]);
});

test("several are published from the list, and the one that cannot says so beside its name", async () => {
  const { client } = await signedInAdmin();
  const category = unique("Cat");
  const createdProducts = [
    await shop.createProduct({ category, is_published: false }),
    await shop.createProduct({ category, is_published: false, price_levels: {} }),
  ];
  const path = `/admin/products?category=${category}`;
  const listText = await readWords(client, path);
  for (const { name } of createdProducts) expect(listText).toContain(name);
  const ids = createdProducts.map(({ id }): [string, string] => ["id", id]);
  const names = createdProducts.map(({ id, name }): [string, string] => [`name.${id}`, name]);
  const refusal = await postForm(client, `/admin/products/publish?category=${category}`, [...ids, ...names]);
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  expect(html).toContain(`${createdProducts[1]?.name}: Product base price not found. None of the 2 was changed.`);
  await postForm(client, `/admin/products/publish?category=${category}`, [...ids.slice(0, 1), ...names]);
  expect(await readWords(client, path)).toContain(`${createdProducts[0]?.name} published.`);
  const file = await (await client.fetch(`${path}&format=csv`)).text();
  const [head, ...lines] = removeQuotes(file).trimEnd().split("\r\n");
  expect(head).toMatch(/^sku,name,type,category,Price: Base Price,/);
  expect(lines).toHaveLength(2);
  for (const { name } of createdProducts) expect(lines.filter((line) => line.includes(name))).toHaveLength(1);
});
