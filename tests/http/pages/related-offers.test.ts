import { expect, test } from "vitest";
import { visitor } from "../../support/actors.ts";
import { unique } from "../../support/factories.ts";
import { shop, type TestProduct } from "../../support/store.ts";

/** Text of the related offers on a product's page; undefined if the page has no such section. */
async function readRelated({ id }: TestProduct, client = visitor()): Promise<string | undefined> {
  const answer = await client.fetch(`/store/products/${id}`);
  expect(answer.status).toBe(200);
  const [, section] = /<section class="few-offers">(.*?)<\/section>/s.exec(await answer.text()) ?? [];
  return section
    ?.replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
const namesIn = (text: string | undefined, products: TestProduct[]) =>
  products.filter(({ name }) => text?.includes(name)).map(({ name }) => name);

test("a device shows the accessories and software made for it, with their prices, and those show the device", async () => {
  const device = await shop.createProduct({ name: unique("Spectra") });
  const fits = { devices: [device.name], price_levels: { "Base Price": 33_00 } };
  const lamp = await shop.createProduct({ name: unique("Lamp"), ...fits });
  const app = await shop.createProduct({ name: unique("App"), type: "software", ...fits });
  const hidden = await shop.createProduct({ name: unique("Hidden"), is_published: false, ...fits });
  const other = await shop.createProduct({ name: unique("Other") });
  const relatedText = await readRelated(device);
  expect(relatedText).toContain(`Works with ${device.name}`);
  expect(namesIn(relatedText, [lamp, app, hidden, other])).toEqual([lamp.name, app.name]);
  expect(relatedText).toContain("$33.00");
  const lampText = await readRelated(lamp);
  expect(lampText).toContain(`Works with ${lamp.name}`);
  expect(namesIn(lampText, [device])).toEqual([device.name]);
});

test("a plan of two terms is one card, and none on its own page; members see their price", async () => {
  const [device, family] = [await shop.createProduct({ name: unique("Spectra") }), unique("Plan")];
  const planFields = { family, devices: [device.name] };
  const month = await shop.createPlan({ ...planFields, price_levels: { "Base Price": 49_00, Partner: 39_00 } });
  const year = await shop.createPlan({
    ...planFields,
    subscription_term: "year",
    price_levels: { "Base Price": 490_00 },
  });
  const relatedText = await readRelated(device);
  expect(relatedText?.split(family)).toHaveLength(2);
  expect(await readRelated(month)).not.toContain(year.name);
  const { client, org_id } = await shop.buyer();
  await shop.query("update organizations set price_level_name = 'Partner' where id = $1", [org_id]);
  expect(await readRelated(device, client)).toContain("$39.00");
});

test("a product that names nothing shows others of its category, and one alone shows nothing", async () => {
  const category = unique("Category");
  const one = await shop.createProduct({ name: unique("One"), category });
  const two = await shop.createProduct({ name: unique("Two"), category });
  expect(await readRelated(await shop.createProduct({ category: unique("Category") }))).toBeUndefined();
  const relatedText = await readRelated(one);
  expect(relatedText).toContain(`More in ${category} All in ${category}`);
  expect(namesIn(relatedText, [one, two])).toEqual([two.name]);
});
