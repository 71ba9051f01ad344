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

const unknownId = "00000000-0000-4000-8000-000000000000";
const prefix = unique("Cat");
const listNames = async (search: Record<string, string>, client: Client = visitor()) =>
  (await client.call(listProducts, { query: { category: prefix, sort: "name", ...search } }))
    .reply()
    .data.map(({ name }) => name);
const fetchProduct = async (client: Client, id: string) => (await client.call(getProduct, { params: { id } })).reply();

async function createMember(level: string | null): Promise<Client> {
  const { client, user } = await signedIn();
  await query("update organizations set price_level_name = $1 where id = $2", [level, user.org_id]);
  return client;
}

beforeAll(async () => {
  const price = (cents: number) => ({ "Base Price": cents, Partner: cents - 1 });
  const add = (name: string, fields: object) =>
    shop.createProduct({ name: `${prefix} ${name}`, category: prefix, ...fields });
  await add("a device", {
    price_levels: price(300),
    devices: [`${prefix}-d`],
    platforms: [`${prefix}-p`],
    sku: `${prefix}SKU`,
  });
  await add("b program", {
    type: "software",
    price_levels: price(100),
    platforms: [`${prefix}-p`],
    software_use_cases: [`${prefix}-u`],
  });
  await add("c without price", { price_levels: {}, short_description: "100%_sure \\ thing" });
  await add("d plan", { type: "software", subscription_term: "year", price_levels: { Partner: 5 } });
  const hiddenTag = `${prefix}-hidden`;
  await add("x unpublished", {
    is_published: false,
    devices: [hiddenTag],
    platforms: [hiddenTag],
    software_use_cases: [hiddenTag],
  });
  await add("y archived", { is_archived: true, devices: [hiddenTag] });
  await add("z inactive", { is_active: false, devices: [hiddenTag] });
});
const allNames = ["a device", "b program", "c without price", "d plan"].map((name) => `${prefix} ${name}`);
const pickNames = (letters: string) => allNames.filter((name) => letters.includes(name.charAt(prefix.length + 1)));

describe("the list of products", () => {
  test("shows what is active, published and not archived, and nothing else", async () => {
    expect(await listNames({})).toEqual(allNames);
  });

  test.each([
    ["type", "software", "bd"],
    ["type", "hardware", "ac"],
    ["device", `${prefix}-d`, "a"],
    ["platform", `${prefix}-p`, "ab"],
    ["use_case", `${prefix}-u`, "b"],
    ["tags", `${prefix}-p`, "ab"],
    ["tags", `${prefix}-p, ${prefix}-u`, "b"],
    ["tags", `${prefix}-d,${prefix}-u`, ""],
    ["search", "A DEVICE", "a"],
    ["search", `${prefix}sku`, "a"],
    ["search", "100%_sure \\", "c"],
    ["search", "%", "c"],
  ])("filtered by %s=%s", async (name, value, letters) => {
    expect(await listNames({ [name]: value })).toEqual(pickNames(letters));
  });

  test("sorts by the price of the caller's level, what has none at the end, and by name", async () => {
    const partner = await createMember("Partner");
    expect(await listNames({ sort: "price", type: "software" }, partner)).toEqual([
      ...pickNames("d"),
      ...pickNames("b"),
    ]);
    expect((await listNames({ sort: "-price" })).slice(0, 2)).toEqual([...pickNames("a"), ...pickNames("b")]);
    expect((await listNames({ sort: "price" })).slice(0, 2)).toEqual([...pickNames("b"), ...pickNames("a")]);
    expect(await listNames({ sort: "-name" })).toEqual(allNames.toReversed());
  });

  test("sorts by the place that was set by hand, and what nobody placed comes last", async () => {
    const places = { d: 900_001, b: 900_002, a: 900_003 };
    for (const [letter, place] of Object.entries(places))
      await query("update products set position = $1 where name = any($2)", [place, pickNames(letter)]);
    expect(await listNames({ sort: "position" })).toEqual([..."dbac"].flatMap(pickNames));
    expect(await listNames({ sort: "-position" })).toEqual([..."cabd"].flatMap(pickNames));
  });

  test("gives every product once over its pages, and counts them all", async () => {
    const pages = await Promise.all(["0", "2", "4"].map((offset) => listNames({ limit: "2", offset })));
    expect(pages).toEqual([allNames.slice(0, 2), allNames.slice(2), []]);
    const { meta } = (await visitor().call(listProducts, { query: { category: prefix, limit: "1" } })).reply();
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
    const fetchPrice = async (client: Client) => {
      const { price, price_level_name } = await fetchProduct(client, id);
      return [price, price_level_name];
    };
    expect(await fetchPrice(visitor())).toEqual([1000, "Base Price"]);
    expect(await fetchPrice(await createMember(null))).toEqual([1000, "Base Price"]);
    expect(await fetchPrice(await createMember("Partner"))).toEqual([900, "Partner"]);
    expect(await fetchPrice(await createMember("Education"))).toEqual([null, "Education"]);
  });

  test("that an organization has is never shown to a visitor who comes after it, nor the other way round", async () => {
    const { id } = await shop.createProduct({ price_levels: { "Base Price": 1000, Partner: 900 } });
    const partner = await createMember("Partner");
    const viewers = [partner, visitor(), partner, visitor(), visitor()];
    const prices: (number | null)[] = [];
    for (const client of viewers) prices.push((await fetchProduct(client, id)).price);
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
      await (await createMember("Partner")).call(listProducts, { query: { search: "Product", limit: "100" } }),
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
  const id = fields ? (await shop.createProduct(fields)).id : unknownId;
  for (const client of [visitor(), (await shop.signedInAdmin()).client]) {
    const answer = await client.call(getProduct, { params: { id } });
    expect([answer.status, answer.errcode]).toEqual([404, "PRODUCT_NOT_FOUND"]);
  }
});

test("an id that is no uuid is refused", async () => {
  expect((await visitor().call(getProduct, { params: { id: "1" } })).status).toBe(400);
});

test.each([
  ["categories", listCategories, prefix],
  ["devices", listDeviceTags, `${prefix}-d`],
  ["platforms", listPlatformTags, `${prefix}-p`],
  ["use cases", listUseCaseTags, `${prefix}-u`],
])("the list of %s names what is sold, once each and in order", async (_, spec, value) => {
  // A visitor may get a cached list that is up to a minute old.
  const { data, meta } = (await (await signedIn()).client.call(spec)).reply();
  expect(data.filter((name) => name.startsWith(prefix))).toEqual([value]);
  expect([new Set(data).size, meta.count]).toEqual([data.length, data.length]);
});
