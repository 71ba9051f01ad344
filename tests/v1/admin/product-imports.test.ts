// The import of products from CSV: format, preview and confirmation.
import { describe, expect, test } from "vitest";
import { csvLine, fromCell, parseCsv } from "../../../worker/contract/csv.ts";
import {
  createPriceLevel,
  deletePriceLevel,
  updatePriceLevel,
} from "../../../worker/contract/v1/admin/price-levels.ts";
import * as contract from "../../../worker/contract/v1/admin/product-imports.ts";
import { getAdminProduct } from "../../../worker/contract/v1/admin/products.ts";
import { signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { shop } from "../../support/store.ts";

const base = "Price: Base Price";
const upload = (client: Client, file: string | Uint8Array<ArrayBuffer>) =>
  client.call(contract.createProductImport, { body: { file: new Blob([file]) } });
const preview = async (client: Client, lines: readonly (readonly string[])[]) =>
  (await upload(client, lines.map((cells) => cells.map(quoteCell).join(",")).join("\r\n"))).reply();
const quoteCell = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const confirm = (client: Client, id: string) => client.call(contract.confirmProductImport, { params: { id } });
const listLines = async (client: Client, id: string, outcome: string) =>
  (await client.call(contract.listProductImportLines, { params: { id }, query: { outcome } })).reply();
const readProduct = async (client: Client, product_id: string) =>
  (await client.call(getAdminProduct, { params: { product_id } })).reply();
const findBySku = async (sku: string) =>
  (await query<{ id: string }>("select id from products where sku = $1", [sku])).map(({ id }) => id);
const messages = ({ problems }: { problems: { line: number; column: string; message: string }[] }) =>
  problems.map(({ line, column, message }) => `${line} ${column}: ${message}`);

describe("an import of products", () => {
  test("creates, changes and leaves as the preview says, once, with the price history and the audit log", async () => {
    const { client, user } = await signedInAdmin();
    const level = (await client.call(createPriceLevel, { body: { name: unique("Level") } })).reply().name;
    const [changedSku, sameSku, newSku] = [unique("SKU-A"), unique("SKU-B"), unique("SKU-C")];
    const one = await shop.createProduct({
      sku: changedSku,
      category: "Old",
      author: "Ada",
      price_levels: { "Base Price": 100_00, [level]: 90_00 },
    });
    const two = await shop.createProduct({ sku: sameSku, category: "Kept", name: "Tripod" });
    const previewReply = await preview(client, [
      [
        "SKU",
        "name",
        "type",
        "category",
        base,
        `Price: ${level}`,
        "author",
        "patterns",
        "is_active",
        "weight_grams",
        "country_of_origin",
        "hs_code",
        "customs_value",
      ],
      [changedSku.toLowerCase(), "", "", "New", "110", "-", "-", "", ""],
      [sameSku, "Tripod", "hardware", "Kept", "$100.00", "", "", "", "TRUE"],
      [
        newSku,
        "=Formula, Ltd.",
        "Hardware",
        "",
        "1,299.5",
        "",
        "",
        "CGX-A\\d{5}\nCGX-B\\d{5}",
        "no",
        "2600",
        "de",
        "9027.30",
        "$950.5",
      ],
    ]);
    expect(previewReply).toMatchObject({
      created_count: 1,
      changed_count: 1,
      unchanged_count: 1,
      refused_count: 0,
      problems: [],
    });
    const [line] = (await listLines(client, previewReply.id, "changed")).data;
    expect(line).toMatchObject({ line: 2, sku: changedSku.toLowerCase(), product_id: one.id, outcome: "changed" });
    expect(
      Object.fromEntries((line?.changes ?? []).map(({ field, before, after }) => [field, [before, after]])),
    ).toEqual({
      category: ["Old", "New"],
      author: ["Ada", null],
      price_levels: [{ "Base Price": 100_00, [level]: 90_00 }, { "Base Price": 110_00 }],
    });
    expect(await findBySku(newSku), "nothing is written before it is confirmed").toEqual([]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(client, previewReply.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ errcode }) => errcode))).toEqual(new Set([undefined, "PRODUCT_IMPORT_CONFIRMED"]));
    expect(await readProduct(client, one.id)).toMatchObject({
      sku: changedSku,
      category: "New",
      author: null,
      price_levels: { "Base Price": 110_00 },
    });
    expect(await readProduct(client, two.id)).toMatchObject({ name: "Tripod", category: "Kept" });
    const [id = ""] = await findBySku(newSku);
    expect(await readProduct(client, id)).toMatchObject({
      name: "=Formula, Ltd.",
      type: "hardware",
      is_active: false,
      is_published: false,
      patterns: ["CGX-A\\d{5}", "CGX-B\\d{5}"],
      price_levels: { "Base Price": 1299_50 },
      weight_grams: 2_600,
      country_of_origin: "DE",
      hs_code: "902730",
      customs_value: 950_50,
    });
    const history = await query(
      "select price::int, source, actor_id from price_changes where product_id = $1 and source = 'import' and level = 'Base Price'",
      [one.id],
    );
    expect(history).toEqual([{ price: 110_00, source: "import", actor_id: user.id }]);
    const audit = await query<{ action: string }>(
      "select action from audit_log where data ->> 'import' = $1 order by action",
      [previewReply.id],
    );
    expect(audit.map(({ action }) => action)).toEqual(["createProduct", "updateProduct"]);
  });

  test("names each problem by its line and column, and nothing of it can be confirmed", async () => {
    const { client } = await signedInAdmin();
    const [syncedSku, soldSku, firstSku] = [unique("SKU-NS"), unique("SKU-S"), unique("SKU-F")];
    await shop.createProduct({ sku: syncedSku, net_suite_id: unique("NS") });
    await shop.createProduct({ sku: soldSku });
    const previewReply = await preview(client, [
      ["sku", "name", "type", base, "is_active", "tax_code", "position", "family", "patterns"],
      [firstSku, "New", "hardware", "12,50", "", "", "", "", ""],
      [firstSku, "New", "hardware", "", "", "", "", "", ""],
      ["", "Nameless", "hardware", "", "", "", "", "", ""],
      [unique("SKU"), "", "", "", "", "", "", "", ""],
      [syncedSku, "Other", "", "5", "", "", "", "", ""],
      [soldSku, "-", "toaster", "-", "perhaps", "books", "-1", "Plans", "("],
    ]);
    expect(previewReply.refused_count).toBe(6);
    const problems = messages(previewReply);
    expect(problems).toEqual(
      expect.arrayContaining([
        `2 ${base}: “12,50” is not allowed. US dollars from 0 to 999,999.99, such as 12.50.`,
        `3 sku: SKU ${firstSku} is already in line 2.`,
        "4 sku: Each line needs a SKU.",
        "5 name: A new product needs a name.",
        "5 type: A new product needs a type: hardware or software.",
        "6 name: The product comes from NetSuite. Change the value there.",
        `6 ${base}: The product comes from NetSuite. Change the value there.`,
        "7 name: It cannot be taken away.",
        "7 is_active: “perhaps” is not allowed. true or false.",
        "7 position: “-1” is not allowed. A whole number from 0 to 1,000,000.",
        "7 type: type must be one of hardware, software",
        "7 tax_code: A tax code is txcd_ and eight digits, such as txcd_99999999.",
        `7 ${base}: A product in the store keeps a base price.`,
        "7 family: Only a plan has a family: give it a subscription_term too, or leave the family empty.",
      ]),
    );
    expect(
      problems.some((each) => each.startsWith("7 type: ")) && problems.some((each) => each.startsWith("7 patterns")),
    ).toBe(true);
    const refused = await confirm(client, previewReply.id);
    expect([refused.status, refused.errcode]).toEqual([422, "PRODUCT_IMPORT_REFUSED"]);
    expect(await findBySku(firstSku)).toEqual([]);
  });

  test.each([
    ["changed", (sku: string) => query("update products set notes = 'x', updated_at = now() where sku = $1", [sku])],
    ["taken", (_sku: string, other: string) => shop.createProduct({ sku: other.toUpperCase() })],
  ])("is refused with the lines concerned when a product is %s since the preview", async (_, interfere) => {
    const { client } = await signedInAdmin();
    const [existingSku, addedSku] = [unique("SKU-T"), unique("SKU-M")];
    const { id } = await shop.createProduct({ sku: existingSku });
    const previewReply = await preview(client, [
      ["sku", "name", "type"],
      [existingSku, "Renamed", ""],
      [addedSku, "Made", "hardware"],
    ]);
    expect(previewReply.outdated).toEqual([]);
    await interfere(existingSku, addedSku);
    const refused = await confirm(client, previewReply.id);
    expect([refused.status, refused.errcode]).toEqual([422, "PRODUCT_IMPORT_OUTDATED"]);
    const current = (await client.call(contract.getProductImport, { params: { id: previewReply.id } })).reply();
    expect(current.outdated).toHaveLength(1);
    expect([existingSku, addedSku]).toContain(current.outdated[0]?.sku);
    expect((await readProduct(client, id)).name).not.toBe("Renamed");
    expect(await findBySku(addedSku)).toEqual([]);
  });

  test.each([
    ["deleted", (client: Client, id: string) => client.call(deletePriceLevel, { params: { id } })],
    [
      "renamed",
      (client: Client, id: string) =>
        client.call(updatePriceLevel, { params: { id }, body: { name: unique("Renamed") } }),
    ],
  ])(
    "is refused when the level of a price was %s since the preview, also for a product of the shop",
    async (_, interfere) => {
      const { client } = await signedInAdmin();
      const level = (await client.call(createPriceLevel, { body: { name: unique("Level") } })).reply();
      const sku = unique("SKU-T");
      const { id } = await shop.createProduct({ sku });
      const previewReply = await preview(client, [
        ["sku", `Price: ${level.name}`],
        [sku, "90"],
      ]);
      expect(previewReply).toMatchObject({ changed_count: 1, outdated: [] });
      (await interfere(client, level.id)).reply();
      const current = (await client.call(contract.getProductImport, { params: { id: previewReply.id } })).reply();
      expect(current.outdated).toEqual([{ line: 2, sku }]);
      const refused = await confirm(client, previewReply.id);
      expect([refused.status, refused.errcode]).toEqual([422, "PRODUCT_IMPORT_OUTDATED"]);
      expect((await readProduct(client, id)).price_levels).toEqual({ "Base Price": 100_00 });
      expect(await query("select 1 from price_levels where name = $1", [level.name])).toEqual([]);
    },
  );

  test("is written when all of it takes longer than a single statement may", async () => {
    const { client } = await signedInAdmin();
    const sku = unique("SKU-L");
    const previewReply = await preview(client, [
      ["sku", "name", "type"],
      [sku, "Tripod", "hardware"],
    ]);
    // The request to the database contains this JSON inside a JSON string.
    const text = JSON.stringify(JSON.stringify({ import: previewReply.id })).slice(1, -1);
    await sandbox.addFault({ service: "database", text, kind: "delay", value: 2500 });
    const startedAt = Date.now();
    expect((await confirm(client, previewReply.id)).reply().confirmed_at).not.toBeNull();
    expect(Date.now() - startedAt).toBeGreaterThan(2500);
    expect(await findBySku(sku)).toHaveLength(1);
  });

  test("of two imports of the same products confirmed at once, one is written and one is outdated", async () => {
    const { client } = await signedInAdmin();
    const category = unique("Category");
    const skus = Array.from({ length: 150 }, () => unique("SKU-R"));
    await query(
      `insert into products (name, sku, type, category, price_levels, position, is_active)
       select 'Old', each, 'hardware', $2, '{}', 1, true from unnest($1::text[]) each`,
      [skus, category],
    );
    const previewRename = (name: string) => preview(client, [["sku", "name"], ...skus.map((sku) => [sku, name])]);
    const [one, other] = [await previewRename("One"), await previewRename("Other")];
    const answers = await Promise.all([one, other].map(({ id }) => confirm(client, id)));
    expect(answers.map(({ errcode }) => errcode).toSorted()).toEqual(["PRODUCT_IMPORT_OUTDATED", undefined]);
    const names = await query("select distinct name from products where category = $1", [category]);
    expect(names).toEqual([{ name: answers[0]?.status === 200 ? "One" : "Other" }]);
    const confirmed = await query("select id from product_imports where id = any($1) and confirmed_at is not null", [
      [one.id, other.id],
    ]);
    expect(confirmed).toEqual([{ id: answers[0]?.status === 200 ? one.id : other.id }]);
  });

  test("takes Excel's files: a byte order mark, semicolons, decimal commas and line breaks in cells", async () => {
    const { client } = await signedInAdmin();
    const sku = unique("SKU");
    const file = `\uFEFFsep=;\r\nsku;name;type;${base};key_features\r\n${sku};"Stativ; groß ""XL""";hardware;1.299,50;"Leicht\r\nStabil"\r\n;;;;\r\n`;
    const previewResult = (await upload(client, file)).reply();
    expect(messages(previewResult)).toEqual([]);
    (await confirm(client, previewResult.id)).reply();
    const [id = ""] = await findBySku(sku);
    expect(await readProduct(client, id)).toMatchObject({
      name: 'Stativ; groß "XL"',
      price_levels: { "Base Price": 1299_50 },
      key_features: ["Leicht", "Stabil"],
    });
  });

  test("of what was exported changes nothing, whatever stands in the texts", async () => {
    const { client } = await signedInAdmin();
    const category = unique("Round trip");
    const texts = ["=1+1", "'=1+1", "-", "'-x", 'a;b,"c"\nd', "@x", "+1", "plain 'quote'", "\u2212 minus"];
    for (const text of texts)
      await shop.createProduct({
        category,
        sku: unique("RT"),
        name: text,
        notes: text,
        key_features: ["- one", "=two"],
        family: null,
        price_levels: { "Base Price": 12_05 },
      });
    const file = await (await client.fetch(`/admin/products?category=${category}&format=csv`)).text();
    const previewResult = (await upload(client, file)).reply();
    expect(messages(previewResult)).toEqual([]);
    expect(previewResult).toMatchObject({ created_count: 0, changed_count: 0, unchanged_count: texts.length });
  });

  test.each([
    ["", "The file needs a line of headings and a line for each product."],
    ["sku,name", "The file needs a line of headings and a line for each product."],
    ["name\nA", "The file needs the column “sku”."],
    ["sku,colour\nA,red", "The column “colour” is unknown. Export the products to see all columns."],
    ["sku,SKU\nA,B", "The column “sku” is in the file twice."],
    ["sku,Price: Nobody\nA,1", "There is no price level for the column “Price: Nobody”. Create the level first."],
    ['sku,name\nA,"x', "A quotation mark in line 2 does not end."],
    [`sku\n${"A\n".repeat(5001)}`, "A file has at most 5,000 lines; this one has 5001."],
    [new Uint8Array([0x73, 0xff, 0xfe]), "The file is not UTF-8. In Excel, save it as “CSV UTF-8”."],
    ["sku\nA\u0000", "The file is no CSV: it holds a NUL character."],
    ["x".repeat(5 * 1024 * 1024 + 1), "The file must be at most 5 MiB."],
  ])("is refused as a whole where it cannot be read: %#", async (file, message) => {
    const { client } = await signedInAdmin();
    const refused = await upload(client, file);
    expect([refused.status, refused.problems]).toEqual([400, [`file: ${message}`]]);
  });

  test("cells are written and read back alike", () => {
    const cells = ["=a", "'=a", "''=a", "'", "-", "a\r\nb", 'q"q', "x;y", "\tz", "plain", " =a", "\n=a", "＝a", "'＠a"];
    const { rows } = parseCsv(`h\n${csvLine(cells)}`);
    expect(rows[1]?.cells.map(fromCell)).toEqual(cells);
  });

  test.each(["=", "+", "-", "@", "＝", "＋", "－", "＠", " =", "\u00a0＝"].map((sign) => `${sign}cmd`))(
    "text that a spreadsheet of any locale takes for a formula is guarded: %j",
    (text) => {
      expect(csvLine([text, "\tx", "\rx", -5])).toBe(`"'${text}","'\tx","'\rx",-5\r\n`);
    },
  );

  test("a part of a text is no cell, whatever the separator", () => {
    expect(csvLine(["A;=1+1;", "B\t=1"])).toBe('"A;=1+1;","B\t=1"\r\n');
  });
});
