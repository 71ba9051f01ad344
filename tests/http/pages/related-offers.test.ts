import { expect, test } from "vitest";
import { visitor } from "../../support/actors.ts";
import { unique } from "../../support/factories.ts";
import { shop, type TestProduct } from "../../support/store.ts";

/** The words of the section below a product; undefined without one. */
async function relatedTo({ id }: TestProduct, client = visitor()): Promise<string | undefined> {
  const answer = await client.fetch(`/store/products/${id}`);
  expect(answer.status).toBe(200);
  const [, section] = /<section class="few-offers">(.*?)<\/section>/s.exec(await answer.text()) ?? [];
  return section
    ?.replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
const names = (text: string | undefined, products: TestProduct[]) =>
  products.filter(({ name }) => text?.includes(name)).map(({ name }) => name);

test("a device shows the accessories and software made for it, with their prices, and those show the device", async () => {
  const device = await shop.createProduct({ name: unique("Spectra") });
  const fits = { devices: [device.name], price_levels: { "Base Price": 33_00 } };
  const lamp = await shop.createProduct({ name: unique("Lamp"), ...fits });
  const app = await shop.createProduct({ name: unique("App"), type: "software", ...fits });
  const hidden = await shop.createProduct({ name: unique("Hidden"), is_published: false, ...fits });
  const other = await shop.createProduct({ name: unique("Other") });
  const shown = await relatedTo(device);
  expect(shown).toContain(`Works with ${device.name}`);
  expect(names(shown, [lamp, app, hidden, other])).toEqual([lamp.name, app.name]);
  expect(shown).toContain("$33.00");
  const back = await relatedTo(lamp);
  expect(back).toContain(`Works with ${lamp.name}`);
  expect(names(back, [device])).toEqual([device.name]);
});

test("a plan of two terms is one card, and none on its own page; members see their price", async () => {
  const [device, family] = [await shop.createProduct({ name: unique("Spectra") }), unique("Plan")];
  const of = { family, devices: [device.name] };
  const month = await shop.createPlan({ ...of, price_levels: { "Base Price": 49_00, Partner: 39_00 } });
  const year = await shop.createPlan({ ...of, subscription_term: "year", price_levels: { "Base Price": 490_00 } });
  const shown = await relatedTo(device);
  expect(shown?.split(family)).toHaveLength(2);
  expect(await relatedTo(month)).not.toContain(year.name);
  const { client, org_id } = await shop.buyer();
  await shop.query("update organizations set price_level_name = 'Partner' where id = $1", [org_id]);
  expect(await relatedTo(device, client)).toContain("$39.00");
});

test("a product that names nothing shows others of its category, and one alone shows nothing", async () => {
  const category = unique("Category");
  const one = await shop.createProduct({ name: unique("One"), category });
  const two = await shop.createProduct({ name: unique("Two"), category });
  expect(await relatedTo(await shop.createProduct({ category: unique("Category") }))).toBeUndefined();
  const shown = await relatedTo(one);
  expect(shown).toContain(`More in ${category} All in ${category}`);
  expect(names(shown, [one, two])).toEqual([two.name]);
});
