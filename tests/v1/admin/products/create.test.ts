// Creation and change of a product share the table of refused fields.
import { describe, expect, test } from "vitest";
import { listAudit } from "../../../../worker/contract/v1/admin/audit.ts";
import {
  createProduct,
  getAdminProduct,
  lookUpAdminProduct,
  publishProduct,
  updateProduct,
} from "../../../../worker/contract/v1/admin/products.ts";
import { getProduct, listProducts } from "../../../../worker/contract/v1/store/products.ts";
import { addCartProduct, listCartProducts } from "../../../../worker/contract/v1/store/cart.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";

type Body = Record<string, unknown>;
const { client } = await signedInAdmin();
const base = { "Base Price": 129_900 };

const create = (body: Body) =>
  client.call(createProduct, { body: { name: unique("Prism"), type: "hardware", ...body } as never });
const update = (product_id: string, body: Body) => client.call(updateProduct, { params: { product_id }, body });
const outcomeOf = (answer: Awaited<ReturnType<typeof update>> | Awaited<ReturnType<typeof create>>) =>
  answer.errcode ?? answer.issues[0]?.path.join(".") ?? answer.status;

describe("POST /v1/admin/products", () => {
  test("creates a device that is published, sold and found by its serial number, without SQL", async () => {
    const mark = unique("D").replace("-", "").slice(0, 8).toUpperCase();
    const fields = {
      name: unique("Spectra"),
      sku: unique("sku"),
      type: "hardware",
      category: unique("Sensors"),
      price_levels: base,
      patterns: [`${mark}-\\d{5}`],
      tax_code: "txcd_99999999",
      weight_grams: 2_600,
      country_of_origin: "US",
      hs_code: "902730",
      customs_value: 95_000,
      notes: "Ours",
    };
    const answer = await create(fields);
    expect(answer.status).toBe(201);
    const product = answer.reply();
    expect(product).toMatchObject({
      ...fields,
      is_published: false,
      is_active: true,
      is_archived: false,
      net_suite_id: null,
      subscription_term: null,
      family: null,
      synchronized_at: null,
      key_features: [],
      position: 1_000_000,
    });
    expect((await client.call(getAdminProduct, { params: { product_id: product.id } })).reply()).toEqual(product);
    const buyer = await signedIn({ roles: ["buyer", "user"] });
    const params = { id: product.id };
    expect((await buyer.client.call(getProduct, { params })).status).toBe(404);
    (await client.call(publishProduct, { params: { product_id: product.id } })).reply();
    expect((await buyer.client.call(getProduct, { params })).reply()).toMatchObject({ price: 129_900 });
    const found = await client.call(lookUpAdminProduct, { params: { serial_number: `${mark.toLowerCase()}-00012` } });
    expect(found.reply().id).toBe(product.id);
  });

  test("creates a plan by month and one by year of one family, which can be bought", async () => {
    const family = unique("Flowpoint Pro");
    for (const [subscription_term, price] of [
      ["month", 49_00],
      ["year", 490_00],
    ] as const) {
      const plan = await create({
        type: "software",
        author: "CGX",
        family,
        subscription_term,
        price_levels: { "Base Price": price },
      });
      expect(plan.reply()).toMatchObject({ family, subscription_term });
      (await client.call(publishProduct, { params: { product_id: plan.reply().id } })).reply();
      const buyer = await signedIn({ roles: ["buyer", "user"] });
      const added = await buyer.client.call(addCartProduct, { params: { id: plan.reply().id }, body: { quantity: 1 } });
      expect(added.status).toBe(200);
    }
  });

  test("is in the audit log and in the history of prices with who did it", async () => {
    const admin = await signedInAdmin();
    const body = { name: unique("Prism"), type: "hardware", price_levels: base, sku: unique("sku") } as const;
    const { id } = (await admin.client.call(createProduct, { body })).reply();
    const { data } = (await client.call(listAudit, { query: { subject_type: "product", subject_id: id } })).reply();
    expect(data).toMatchObject([{ action: "createProduct", actor: { id: admin.user.id } }]);
    (
      await admin.client.call(updateProduct, {
        params: { product_id: id },
        body: { price_levels: { "Base Price": 0 } },
      })
    ).reply();
    const changes = await query(
      "select price::int, source, actor_id from price_changes where product_id = $1 order by id",
      [id],
    );
    const actorFields = { source: "manual", actor_id: admin.user.id };
    expect(changes).toEqual([
      { price: 129_900, ...actorFields },
      { price: 0, ...actorFields },
    ]);
  });

  test("of twenty with one SKU at once, in any case, one is created", async () => {
    const sku = unique("sku");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create({ sku: n % 2 ? sku.toUpperCase() : sku })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 422)]);
    expect(new Set(answers.filter(({ status }) => status === 422).map(({ errcode }) => errcode))).toEqual(
      new Set(["PRODUCT_SKU_EXISTS"]),
    );
    expect(await query("select 1 from products where lower(sku) = $1", [sku])).toHaveLength(1);
  });

  test.each([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(1025) }, "name"],
    [{ type: "service" }, "type"],
    [{ price_levels: { "Base Price": -1 } }, "price_levels.Base Price"],
    [{ price_levels: { "Base Price": 100_000_000 } }, "price_levels.Base Price"],
    [{ price_levels: { "Base Price": 10.5 } }, "price_levels.Base Price"],
    [{ price_levels: { "Base Price": "10" } }, "price_levels.Base Price"],
    [{ price_levels: { "": 1 } }, "price_levels."],
    [{ price_levels: { "No such level": 100 } }, "PRODUCT_PRICE_LEVEL_NOT_FOUND"],
    [{ subscription_term: "week" }, "subscription_term"],
    [{ family: "Alone" }, "family"],
    [{ tax_code: "txcd_123" }, "tax_code"],
    [{ tax_code: "99999999" }, "tax_code"],
    [{ weight_grams: 0 }, "weight_grams"],
    [{ weight_grams: 1.5 }, "weight_grams"],
    [{ weight_grams: 1_000_001 }, "weight_grams"],
    [{ country_of_origin: "XX" }, "country_of_origin"],
    [{ country_of_origin: "Germany" }, "country_of_origin"],
    [{ hs_code: "90273" }, "hs_code"],
    [{ hs_code: "spectrometer" }, "hs_code"],
    [{ customs_value: 0 }, "customs_value"],
    [{ customs_value: 100_000_000 }, "customs_value"],
    [{ is_active: "yes" }, "is_active"],
    [{ patterns: Array.from({ length: 11 }, (_, n) => `A${n}`) }, "patterns"],
    [{ patterns: ["A-\\d{5}", "x".repeat(201)] }, "patterns.1"],
    [{ patterns: ["A-\\d{5}", "A-("] }, "patterns.1"],
    [{ patterns: ["\\d{1,9}\\d{1,9}"] }, "patterns.0"],
  ])("refuses %j about %s", async (body, expected) => {
    expect(outcomeOf(await create(body))).toBe(expected);
  });

  test("takes the largest price, an empty SKU as none, and ten patterns", async () => {
    const product = await create({
      price_levels: { "Base Price": 99_999_999 },
      sku: "",
      patterns: Array.from({ length: 10 }, (_, n) => `A${n}-\\d{5}`),
    });
    expect(product.reply()).toMatchObject({ price_levels: { "Base Price": 99_999_999 }, sku: null });
    expect((await create({ sku: "" })).status).toBe(201);
  });
});

describe("PUT /v1/admin/products/{product_id}", () => {
  test("changes each field, and what is left out stays", async () => {
    const { id } = (await create({ sku: unique("sku"), price_levels: base, patterns: ["A"] })).reply();
    const change = {
      name: unique("Prism"),
      sku: unique("sku"),
      type: "software",
      price_levels: { "Base Price": 1 },
      subscription_term: "year",
      family: unique("Family"),
      patterns: ["B-\\d{3}"],
      tax_code: "txcd_10103001",
      weight_grams: 1_000_000,
      country_of_origin: "DE",
      hs_code: "9027300000",
      customs_value: 1,
      is_active: false,
    };
    expect((await update(id, change)).reply()).toMatchObject(change);
    expect((await update(id, { category: "Colour" })).reply()).toMatchObject({ ...change, category: "Colour" });
    expect((await update(id, { subscription_term: null, family: null, tax_code: null })).reply()).toMatchObject({
      name: change.name,
      subscription_term: null,
      family: null,
      tax_code: null,
    });
    const customs = { weight_grams: null, country_of_origin: null, hs_code: null, customs_value: null };
    expect((await update(id, customs)).reply()).toMatchObject(customs);
    expect((await create(customs)).reply()).toMatchObject(customs);
  });

  test("takes an HS code with dots and a country in any case", async () => {
    const { id } = (await create({})).reply();
    expect((await update(id, { hs_code: " 9027.30.00 ", country_of_origin: "de" })).reply()).toMatchObject({
      hs_code: "90273000",
      country_of_origin: "DE",
    });
    expect((await update(id, { hs_code: "", country_of_origin: "" })).reply()).toMatchObject({
      hs_code: null,
      country_of_origin: null,
    });
  });

  test("refuses a SKU of another product, and takes its own in another case", async () => {
    const [one, other] = [unique("sku"), unique("sku")];
    const { id } = (await create({ sku: one })).reply();
    (await create({ sku: other })).reply();
    expect(outcomeOf(await update(id, { sku: other.toUpperCase() }))).toBe("PRODUCT_SKU_EXISTS");
    expect((await update(id, { sku: one.toUpperCase() })).reply().sku).toBe(one.toUpperCase());
  });

  test("refuses to change what comes from NetSuite, and takes it unchanged", async () => {
    const net_suite_id = String(Math.floor(Math.random() * 1e12));
    const syncedFields = { sku: unique("SKU"), price_levels: base };
    const product = await shop.createProduct({ ...syncedFields, net_suite_id });
    for (const change of [{ name: "Ours" }, { sku: "OURS" }, { sku: null }, { price_levels: {} }])
      expect([change, outcomeOf(await update(product.id, { category: "Lost", ...change }))]).toEqual([
        change,
        "PRODUCT_FIELD_SYNCHRONIZED",
      ]);
    const ownFields = {
      tax_code: "txcd_99999999",
      patterns: ["OURS-\\d"],
      type: "software",
      author: "CGX",
      is_active: false,
    };
    expect((await update(product.id, { ...syncedFields, name: product.name, ...ownFields })).reply()).toMatchObject({
      ...syncedFields,
      ...ownFields,
      category: null,
    });
  });

  test("keeps what is published sellable: an author, a base price", async () => {
    const { id } = await shop.createProduct({ author: null });
    expect(outcomeOf(await update(id, { type: "software" }))).toBe("PRODUCT_AUTHOR_REQUIRED");
    expect(outcomeOf(await update(id, { price_levels: {} }))).toBe("PRODUCT_BASE_PRICE_NOT_FOUND");
    expect(outcomeOf(await update(id, { type: "software", author: "CGX" }))).toBe(200);
  });

  test("refuses a family without a term, whichever of the two is sent", async () => {
    const { id } = (await create({ subscription_term: "month", family: unique("Family") })).reply();
    expect(outcomeOf(await update(id, { subscription_term: null }))).toBe("family");
    expect(outcomeOf(await update(id, { subscription_term: null, family: "" }))).toBe(200);
    expect(outcomeOf(await update(id, { family: "Again" }))).toBe("family");
  });

  test("refuses an old version before everything else", async () => {
    const product = (await create({ sku: unique("sku") })).reply();
    (await update(product.id, { category: "New" })).reply();
    const oldVersion = { updated_at: product.updated_at };
    for (const change of [{ name: "Late" }, { price_levels: { "No such level": 1 } }, {}])
      expect(outcomeOf(await update(product.id, { ...change, ...oldVersion }))).toBe("OBJECT_OUTDATED");
  });

  test("an unknown product is not found", async () => {
    expect(outcomeOf(await update("00000000-0000-4000-8000-000000000000", { name: "x" }))).toBe("PRODUCT_NOT_FOUND");
  });
});

test("what is not active is out of the store everywhere, and back", async () => {
  const category = unique("Category");
  const { id } = (await create({ price_levels: base, category })).reply();
  (await client.call(publishProduct, { params: { product_id: id } })).reply();
  const buyer = await signedIn({ roles: ["buyer", "user"] });
  const add = () => buyer.client.call(addCartProduct, { params: { id }, body: { quantity: 1 } });
  const readVisibility = async () => ({
    page: (await buyer.client.call(getProduct, { params: { id } })).status,
    list: (await buyer.client.call(listProducts, { query: { category } })).reply().meta.count,
  });
  (await add()).reply();
  expect(await readVisibility()).toEqual({ page: 200, list: 1 });
  (await update(id, { is_active: false })).reply();
  expect(await readVisibility()).toEqual({ page: 404, list: 0 });
  expect((await add()).status).toBe(404);
  expect((await buyer.client.call(listCartProducts)).reply().data).toEqual([]);
  const inactiveProduct = (await client.call(getAdminProduct, { params: { product_id: id } })).reply();
  expect(inactiveProduct).toMatchObject({ is_published: true, is_active: false });
  (await update(id, { is_active: true })).reply();
  expect(await readVisibility()).toEqual({ page: 200, list: 1 });
});
