import { beforeAll, describe, expect, test } from "vitest";
import {
  getProduct,
  listCategories,
  listDeviceTags,
  listPlatformTags,
  listProducts,
  listUseCaseTags,
} from "../../../worker/contract/v1/store/products.ts";
import { signedIn, visitor } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";

const unknown = "00000000-0000-4000-8000-000000000000";
const mark = unique("Cat");
const names = async (search: Record<string, string>, client: Client = visitor()) =>
  (await client.call(listProducts, { query: { category: mark, sort: "name", ...search } }))
    .reply()
    .data.map(({ name }) => name);
const read = async (client: Client, id: string) => (await client.call(getProduct, { params: { id } })).reply();

/** A member of an organization with this price level. */
async function member(level: string | null): Promise<Client> {
  const { client, user } = await signedIn();
  await query("update organizations set price_level_name = $1 where id = $2", [level, user.org_id]);
  return client;
}

beforeAll(async () => {
  const price = (cents: number) => ({ "Base Price": cents, Partner: cents - 1 });
  const add = (name: string, fields: object) =>
    shop.createProduct({ name: `${mark} ${name}`, category: mark, ...fields });
  await add("a device", {
    price_levels: price(300),
    devices: [`${mark}-d`],
    platforms: [`${mark}-p`],
    sku: `${mark}SKU`,
  });
  await add("b program", {
    type: "software",
    price_levels: price(100),
    platforms: [`${mark}-p`],
    software_use_cases: [`${mark}-u`],
  });
  await add("c without price", { price_levels: {}, short_description: "100%_sure \\ thing" });
  await add("d plan", { type: "software", subscription_term: "year", price_levels: { Partner: 5 } });
  const hidden = `${mark}-hidden`;
  await add("x unpublished", {
    is_published: false,
    devices: [hidden],
    platforms: [hidden],
    software_use_cases: [hidden],
  });
  await add("y archived", { is_archived: true, devices: [hidden] });
  await add("z inactive", { is_active: false, devices: [hidden] });
});
const all = ["a device", "b program", "c without price", "d plan"].map((name) => `${mark} ${name}`);
const some = (letters: string) => all.filter((name) => letters.includes(name.charAt(mark.length + 1)));

describe("the list of products", () => {
  test("shows what is active, published and not archived, and nothing else", async () => {
    expect(await names({})).toEqual(all);
  });

  test.each([
    ["type", "software", "bd"],
    ["type", "hardware", "ac"],
    ["device", `${mark}-d`, "a"],
    ["platform", `${mark}-p`, "ab"],
    ["use_case", `${mark}-u`, "b"],
    ["tags", `${mark}-p`, "ab"],
    ["tags", `${mark}-p, ${mark}-u`, "b"],
    ["tags", `${mark}-d,${mark}-u`, ""],
    ["search", "A DEVICE", "a"],
    ["search", `${mark}sku`, "a"],
    ["search", "100%_sure \\", "c"],
    ["search", "%", "c"],
  ])("filtered by %s=%s", async (name, value, letters) => {
    expect(await names({ [name]: value })).toEqual(some(letters));
  });

  test("sorts by the price of the caller's level, what has none at the end, and by name", async () => {
    const partner = await member("Partner");
    expect(await names({ sort: "price", type: "software" }, partner)).toEqual([...some("d"), ...some("b")]);
    expect((await names({ sort: "-price" })).slice(0, 2)).toEqual([...some("a"), ...some("b")]);
    expect((await names({ sort: "price" })).slice(0, 2)).toEqual([...some("b"), ...some("a")]);
    expect(await names({ sort: "-name" })).toEqual(all.toReversed());
  });

  test("sorts by the place that was set by hand, and what nobody placed comes last", async () => {
    const places = { d: 900_001, b: 900_002, a: 900_003 };
    for (const [letter, place] of Object.entries(places))
      await query("update products set position = $1 where name = any($2)", [place, some(letter)]);
    expect(await names({ sort: "position" })).toEqual([..."dbac"].flatMap(some));
    expect(await names({ sort: "-position" })).toEqual([..."cabd"].flatMap(some));
  });

  test("gives every product once over its pages, and counts them all", async () => {
    const pages = await Promise.all(["0", "2", "4"].map((offset) => names({ limit: "2", offset })));
    expect(pages).toEqual([all.slice(0, 2), all.slice(2), []]);
    const { meta } = (await visitor().call(listProducts, { query: { category: mark, limit: "1" } })).reply();
    expect(meta).toEqual({ limit: 1, offset: 0, count: 4 });
  });

  test.each([
    ["sort", "notes"],
    ["sort", "net_suite_id"],
    ["limit", "101"],
    ["type", "service"],
  ])("refuses %s=%s", async (name, value) => {
    const answer = await visitor().call(listProducts, { query: { [name]: value } });
    expect([answer.status, answer.issues[0]?.path]).toEqual([400, [name]]);
  });
});

describe("the price of a product", () => {
  test("is the base price for visitors and organizations without a level, else that of the level, null where there is none", async () => {
    const { id } = await shop.createProduct({ price_levels: { "Base Price": 1000, Partner: 900 } });
    const shown = async (client: Client) => {
      const { price, price_level_name } = await read(client, id);
      return [price, price_level_name];
    };
    expect(await shown(visitor())).toEqual([1000, "Base Price"]);
    expect(await shown(await member(null))).toEqual([1000, "Base Price"]);
    expect(await shown(await member("Partner"))).toEqual([900, "Partner"]);
    expect(await shown(await member("Education"))).toEqual([null, "Education"]);
  });

  test("that an organization has is never shown to a visitor who comes after it, nor the other way round", async () => {
    const { id } = await shop.createProduct({ price_levels: { "Base Price": 1000, Partner: 900 } });
    const partner = await member("Partner");
    const callers = [partner, visitor(), partner, visitor(), visitor()];
    const prices: (number | null)[] = [];
    for (const client of callers) prices.push((await read(client, id)).price);
    expect(prices).toEqual([900, 1000, 900, 1000, 1000]);
    const { headers } = await partner.call(getProduct, { params: { id } });
    expect(headers.get("cache-control")).toContain("no-store");
  });

  test("comes without other levels, notes or the number in the accounting system", async () => {
    const secret = unique("secret");
    const fields = {
      notes: secret,
      net_suite_id: secret,
      category: secret,
      price_levels: { "Base Price": 1, [secret]: 77_777 },
    };
    const { id } = await shop.createProduct(fields);
    const answers = [
      await visitor().call(getProduct, { params: { id } }),
      await (await member("Partner")).call(listProducts, { query: { search: "Product", limit: "100" } }),
    ];
    for (const { text } of answers) {
      expect(text).not.toMatch(/"(price_levels|notes|net_suite_id|patterns|is_published)"/);
      expect(text).not.toContain("77777");
    }
  });
});

test.each([
  ["unknown", undefined],
  ["unpublished", { is_published: false }],
  ["archived", { is_archived: true }],
  ["inactive", { is_active: false }],
])("a product that is %s is not found, whoever asks", async (_, fields) => {
  const id = fields ? (await shop.createProduct(fields)).id : unknown;
  for (const client of [visitor(), (await shop.signedInAdmin()).client]) {
    const answer = await client.call(getProduct, { params: { id } });
    expect([answer.status, answer.errcode]).toEqual([404, "PRODUCT_NOT_FOUND"]);
  }
});

test("an id that is no uuid is refused", async () => {
  expect((await visitor().call(getProduct, { params: { id: "1" } })).status).toBe(400);
});

test.each([
  ["categories", listCategories, mark],
  ["devices", listDeviceTags, `${mark}-d`],
  ["platforms", listPlatformTags, `${mark}-p`],
  ["use cases", listUseCaseTags, `${mark}-u`],
])("the list of %s names what is sold, once each and in order", async (_, spec, value) => {
  // A visitor may see the list of a minute ago.
  const { data, meta } = (await (await signedIn()).client.call(spec)).reply();
  expect(data.filter((name) => name.startsWith(mark))).toEqual([value]);
  expect([new Set(data).size, meta.count]).toEqual([data.length, data.length]);
});
