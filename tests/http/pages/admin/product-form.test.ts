// The form of a product: new products, serial numbers, and the fields that NetSuite owns.
import { describe, expect, test } from "vitest";
import { createProduct, getAdminProduct, updateProduct } from "../../../../worker/contract/v1/admin/products.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createProduct as createDevice, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { shop } from "../../../support/store.ts";
import { readControls, overrideControls } from "../controls.ts";
import { readWords } from "../words.ts";

const { client, user } = await signedInAdmin();
const newPath = "/admin/products/new";

const post = (path: string, fields: [string, string][]) => postForm(client, path, fields);
const read = async (path: string) => readControls(await (await client.fetch(path)).text());
const textIn = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");

describe("the form of a new product", () => {
  const base = "price_levels.Base Price";

  test("has a field for each price level, and creates what was typed, with prices in dollars", async () => {
    const level = unique("Level");
    await query("insert into price_levels (name) values ($1)", [level]);
    const controls = await read(newPath);
    expect(controls.map(([name]) => name)).toEqual(expect.arrayContaining([base, `price_levels.${level}`]));
    const [name, sku] = [unique("Prism"), unique("sku")];
    const input = {
      name,
      sku,
      type: "software",
      is_active: "false",
      author: "CGX",
      subscription_term: "year",
      family: "Prism",
      [base]: "$1,299.5",
      [`price_levels.${level}`]: "0",
      tax_code: "txcd_10103001",
      weight_grams: "2600",
      country_of_origin: "DE",
      hs_code: "902730",
      customs_value: "$950",
      patterns: "PR-\\d{5}\r\n\r\n PS-[A-F]{2} ",
      key_features: "Fast",
      position: "7",
    };
    const createAnswer = await post(newPath, overrideControls(controls, input));
    const path = createAnswer.headers.get("location") ?? "";
    expect([createAnswer.status, path]).toEqual([303, expect.stringMatching(/^\/admin\/products\/[0-9a-f-]{36}$/)]);
    const product = (
      await client.call(getAdminProduct, { params: { product_id: path.split("/").at(-1) ?? "" } })
    ).reply();
    expect(product).toMatchObject({
      name,
      sku,
      type: "software",
      is_active: false,
      author: "CGX",
      subscription_term: "year",
      family: "Prism",
      price_levels: { "Base Price": 129_950, [level]: 0 },
      tax_code: "txcd_10103001",
      weight_grams: 2_600,
      country_of_origin: "DE",
      hs_code: "902730",
      customs_value: 95_000,
      is_published: false,
      patterns: ["PR-\\d{5}", "PS-[A-F]{2}"],
      key_features: ["Fast"],
      position: 7,
    });
    const text = await readWords(client, path);
    expect(text).toContain(`${name} is created. It is not published yet.`);
    expect(text).toContain(`created product ${name}`);
    expect(text).toMatch(new RegExp(`Base Price \\d+ \\w+ \\d+ set here, by ${user.first_name} ${user.last_name}`));
    const editControls = new Map(await read(`${path}/edit`));
    expect(text).toContain("Weight 2,600 g Country of origin Germany HS code 902730 Customs value $950.00");
    for (const [field, value] of Object.entries({
      ...input,
      customs_value: "950.00",
      [base]: "1299.50",
      [`price_levels.${level}`]: "0.00",
    }))
      if (field !== "patterns") expect([field, editControls.get(field)]).toEqual([field, value]);
    expect(editControls.get("patterns")).toBe("PR-\\d{5}\nPS-[A-F]{2}");
  });

  test("sent twice, at once or later, creates one product and leads to it", async () => {
    const name = unique("Twice");
    const fields = overrideControls(await read(newPath), { name, sku: unique("sku") });
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(newPath, fields)));
    const outcomes = [...answers, await post(newPath, fields)].map((each) => [
      each.status,
      each.headers.get("location"),
    ]);
    expect(new Set(outcomes.map((place) => JSON.stringify(place))).size).toBe(1);
    expect(outcomes[0]?.[0]).toBe(303);
    expect(await query("select 1 from products where name = $1", [name])).toHaveLength(1);
    expect(
      await query("select 1 from audit_log where subject_id = (select id::text from products where name = $1)", [name]),
    ).toHaveLength(1);
  });

  test.each([
    ["no name", { name: " " }, "Name is required."],
    ["a price that is none", { [base]: "12,5" }, "Enter a price in dollars from 0.00 to 999,999.99, as 1299.00."],
    [
      "a price that is too high",
      { [base]: "1000000" },
      "Enter a price in dollars from 0.00 to 999,999.99, as 1299.00.",
    ],
    ["a wrong tax code", { tax_code: "99" }, "A tax code is txcd_ and eight digits, such as txcd_99999999."],
    ["a wrong weight", { weight_grams: "2.6 kg" }, "A weight is whole grams from 1 to 1,000,000."],
    ["a wrong HS code", { hs_code: "9027" }, "An HS code has 6, 8 or 10 digits, such as 9027.30. Dots are allowed."],
    [
      "a customs value of nothing",
      { customs_value: "0" },
      "Enter a customs value in dollars from 0.01 to 999,999.99, as 1299.00.",
    ],
    ["a wrong pattern", { patterns: "A-\\d{5}\r\nB+" }, "Pattern 2: “+” has no upper bound: use {1,8} for at most 8."],
    ["a family without a term", { family: "Prism" }, "Only a plan has a family: choose its term too"],
  ])("is drawn again with %s, what is wrong, and all that was typed", async (_what, typed, message) => {
    const allFields = {
      name: unique("Prism"),
      sku: unique("sku"),
      type: "software",
      is_active: "false",
      [base]: "10",
      patterns: "A-\\d{5}",
      short_description: "Kept & shown",
      ...typed,
    };
    const answer = await post(newPath, overrideControls(await read(newPath), allFields));
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(textIn(html)).toContain(message);
    const redrawnControls = new Map(readControls(html));
    for (const [field, value] of Object.entries(allFields))
      expect([field, redrawnControls.get(field)]).toEqual([field, value.replaceAll("\r\n", "\n")]);
  });

  test("says that a SKU is taken and keeps what was typed", async () => {
    const sku = unique("sku");
    (await client.call(createProduct, { body: { name: unique("Prism"), type: "hardware", sku } })).reply();
    const input = { name: unique("Prism"), sku: sku.toUpperCase() };
    const answer = await post(newPath, overrideControls(await read(newPath), input));
    const html = await answer.text();
    expect([answer.status, textIn(html).includes("Another product has this SKU. Choose a different one.")]).toEqual([
      422,
      true,
    ]);
    expect(new Map(readControls(html)).get("sku")).toBe(input.sku);
  });
});

describe("a serial number is tried before anything is saved", () => {
  test("on the patterns as typed, and on those of other products", async () => {
    const device = await createDevice();
    const serial = device.serial();
    const name = unique("Untold");
    const controls = overrideControls(await read(newPath), {
      name,
      patterns: `NO-\\d{5}\r\n${serial.slice(0, -5)}\\d{5}\r\nA+`,
      try_serial: serial.toLowerCase(),
    });
    const [{ name: other } = { name: "" }] = await query<{ name: string }>("select name from products where id = $1", [
      device.id,
    ]);
    // `try` is the trial's button, `by_enter` is Enter after the serial number was edited
    for (const pressed of ["try", "by_enter"]) {
      const answer = await post(newPath, [...controls, [pressed, "1"]]);
      expect([pressed, answer.status]).toEqual([pressed, 200]);
      const html = await answer.text();
      const pageText = textIn(html);
      expect(pageText).toContain(`${serial.toLowerCase()} fits pattern 2: ${serial.slice(0, -5)}\\d{5}`);
      expect(pageText).toContain("Pattern 3 is not valid yet. “+” has no upper bound");
      expect(pageText).toMatch(new RegExp(`It also fits ${other} by`));
      expect(pageText).toContain("That product was created earlier, so the device is registered as that product.");
      expect(new Map(readControls(html)).get("name")).toBe(name);
      // Enter saves once the serial number was tried; the invalid pattern makes the save fail
      const saveAnswer = await post(newPath, [...readControls(html), ["by_enter", "1"]]);
      expect(saveAnswer.status).toBe(422);
    }
    expect(await query("select 1 from products where name = $1", [name])).toEqual([]);
  });

  test("of a product that was created earlier, and of what is no serial number", async () => {
    const mark = unique("E").replace("-", "").slice(0, 8).toUpperCase();
    const patterns = [`${mark}-\\d{5}`];
    const olderProduct = await shop.createProduct({ patterns });
    const youngerProduct = await shop.createProduct({ patterns });
    const path = `/admin/products/${olderProduct.id}/edit`;
    const trySerial = async (try_serial: string) =>
      textIn(await (await post(path, overrideControls(await read(path), { try_serial, try: "1" }))).text());
    const pageText = await trySerial(`${mark}-00001`);
    expect(pageText).toContain(`It also fits ${youngerProduct.name} by`);
    expect(pageText).toContain("That product was created later, so the device is registered as this one.");
    expect(await trySerial(`${mark}-1`)).toContain(`No pattern fits ${mark}-1.`);
    expect(await trySerial("A_1")).toContain("“A_1” is not a valid serial number");
  });
});

describe("a product that comes from NetSuite", () => {
  test("shows its name, SKU and prices, which cannot be typed over, and everything else can", async () => {
    const net_suite_id = String(Math.floor(Math.random() * 1e12));
    const { id, name } = await shop.createProduct({ net_suite_id, sku: unique("SKU") });
    const path = `/admin/products/${id}/edit`;
    const html = await (await client.fetch(path)).text();
    for (const field of ["name", "sku", "price_levels.Base Price"])
      expect(html, field).toMatch(new RegExp(`<input(?=[^>]* name="${field}")(?=[^>]* readonly)[^>]*>`));
    expect(html).not.toMatch(/<input(?=[^>]* name="category")(?=[^>]* readonly)[^>]*>/);
    expect(textIn(html)).toContain("From NetSuite. Change it there.");
    const controls = readControls(html);
    const overwriteAnswer = await post(path, overrideControls(controls, { name: "Ours" }));
    expect([
      overwriteAnswer.status,
      textIn(await overwriteAnswer.text()).includes("come from NetSuite. Change them there."),
    ]).toEqual([422, true]);
    const saveAnswer = await post(
      path,
      overrideControls(controls, { patterns: "OURS-\\d{5}", tax_code: "txcd_99999999" }),
    );
    expect(saveAnswer.status).toBe(303);
    expect(await query("select name, patterns, tax_code from products where id = $1", [id])).toEqual([
      { name, patterns: ["OURS-\\d{5}"], tax_code: "txcd_99999999" },
    ]);
  });
});

test("a price that another administrator changed meanwhile is shown side by side", async () => {
  const { id } = await shop.createProduct({ price_levels: { "Base Price": 100_00 } });
  const path = `/admin/products/${id}/edit`;
  const controls = await read(path);
  const body = { price_levels: { "Base Price": 90_00 }, is_active: false };
  (await client.call(updateProduct, { params: { product_id: id }, body })).reply();
  const refusal = await post(path, overrideControls(controls, { "price_levels.Base Price": "80" }));
  const html = await refusal.text();
  expect(refusal.status).toBe(422);
  expect(textIn(html)).toMatch(/Base Price in dollars You read 100\.00 Is there now 90\.00 You typed 80/);
  expect(textIn(html)).toMatch(/Active You read Can be sold Is there now Out of the store, published or not/);
  const retryAnswer = await post(path, readControls(html));
  expect(retryAnswer.status).toBe(303);
  expect(await query("select price_levels, is_active from products where id = $1", [id])).toEqual([
    { price_levels: { "Base Price": 80_00 }, is_active: false },
  ]);
});
