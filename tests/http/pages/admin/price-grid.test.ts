import { expect, test } from "vitest";
import { createPriceLevel, listPriceLevels } from "../../../../worker/contract/v1/admin/price-levels.ts";
import { getAdminProduct } from "../../../../worker/contract/v1/admin/products.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { shop } from "../../../support/store.ts";

const path = "/admin/products/prices";
const unescapeHtml = (text: string) =>
  text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");

function readGrid(html: string) {
  const [, form = ""] = /(<form method="post"[^>]*class="bulk-form">.*?<\/form>)/s.exec(html) ?? [];
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)?.[1] ?? "",
    unescapeHtml(/value="([^"]*)"/.exec(tag)?.[1] ?? ""),
  ]);
  const fields: Record<string, string> = Object.fromEntries(inputs);
  const fieldOf = (product: string, level: string) => {
    const findField = (prefix: string, value: string) =>
      Object.entries(fields)
        .find(([name, each]) => name.startsWith(prefix) && each === value)?.[0]
        .slice(2);
    return `c.${findField("p.", product)}.${findField("l.", level)}`;
  };
  return { fields, fieldOf, href: unescapeHtml(/action="([^"]*)"/.exec(form)?.[1] ?? "") };
}

/** Creates products in a new category, for a grid with the base level and a new level. */
async function setUp(count = 2) {
  const { client, user } = await signedInAdmin();
  const category = unique("Grid");
  const { id, name: level } = (await client.call(createPriceLevel, { body: { name: unique("Level") } })).reply();
  const base = (await client.call(listPriceLevels)).reply().data[0]?.id ?? "";
  const products = [];
  for (let at = 0; at < count; at += 1) products.push(await shop.createProduct({ category }));
  const address = `${path}?category=${category}&levels=${base}%2C${id}`;
  const open = async () => readGrid(await (await client.fetch(address)).text());
  const pricesOf = async (product_id: string) =>
    (await client.call(getAdminProduct, { params: { product_id } })).reply().price_levels;
  const [first, second] = products;
  if (!first || !second) throw new Error("no products");
  return { client, user, level, id, base, first, second, products, address, open, pricesOf };
}

test("prices are typed in dollars and saved at once, by a plain form", async () => {
  const { client, level, first, second, open, pricesOf } = await setUp();
  const { fields, fieldOf, href } = await open();
  fields[fieldOf(first.id, level)] = "$1,299.50";
  fields[fieldOf(second.id, "Base Price")] = "80";
  const saveAnswer = await postForm(client, href, fields);
  expect([saveAnswer.status, saveAnswer.headers.get("location")]).toEqual([303, href]);
  expect(await (await client.fetch(href)).text()).toContain("The prices of 2 products are saved.");
  expect(await pricesOf(first.id)).toEqual({ "Base Price": 100_00, [level]: 1299_50 });
  expect(await pricesOf(second.id)).toEqual({ "Base Price": 80_00 });
});

test("what is no amount is told at its field, nothing is saved and nothing that was typed is lost", async () => {
  const { client, level, first, second, open, pricesOf } = await setUp();
  const { fields, fieldOf, href } = await open();
  fields[fieldOf(first.id, level)] = "12,50";
  fields[fieldOf(first.id, "Base Price")] = "1000000";
  fields[fieldOf(second.id, level)] = "70";
  const refusal = await postForm(client, href, fields);
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  for (const typed of ["12,50", "1000000"])
    expect(html).toContain(`“${typed}” is no amount. Type dollars from 0 to 999,999.99, as 12.50.`);
  const redrawnGrid = readGrid(html);
  expect(redrawnGrid.fields[redrawnGrid.fieldOf(first.id, level)]).toBe("12,50");
  expect(redrawnGrid.fields[redrawnGrid.fieldOf(second.id, level)]).toBe("70");
  expect(await pricesOf(second.id)).toEqual({ "Base Price": 100_00 });
});

test("a product that somebody changed meanwhile is shown beside what was typed, and saving again is deliberate", async () => {
  const { client, level, first, second, open, pricesOf } = await setUp();
  const { fields, fieldOf, href } = await open();
  await query(
    `update products set price_levels = '{"Base Price": 5000}', updated_at = updated_at + interval '1 second' where id = $1`,
    [first.id],
  );
  fields[fieldOf(first.id, level)] = "40";
  fields[fieldOf(second.id, level)] = "41";
  const refusal = await postForm(client, href, fields);
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  expect(html).toContain("Changed in the meantime from $100.00 to $50.00.");
  const redrawnGrid = readGrid(html);
  expect(redrawnGrid.fields[redrawnGrid.fieldOf(first.id, "Base Price")], "what only they changed is theirs").toBe(
    "50.00",
  );
  expect(redrawnGrid.fields[redrawnGrid.fieldOf(first.id, level)]).toBe("40");
  expect(await pricesOf(second.id)).toEqual({ "Base Price": 100_00 });
  expect((await postForm(client, redrawnGrid.href, redrawnGrid.fields)).status).toBe(303);
  expect(await pricesOf(first.id)).toEqual({ "Base Price": 50_00, [level]: 40_00 });
  expect(await pricesOf(second.id)).toEqual({ "Base Price": 100_00, [level]: 41_00 });
});

test("a column is filled by a rule without saving, and many changes are shown once more before they are", async () => {
  const { client, level, products, first, open, pricesOf } = await setUp(12);
  await query(`update products set price_levels = '{"Base Price": 9999}' where id = $1`, [first.id]);
  const { fields, href } = await open();
  const fillHref = href.replace(path, `${path}/fill`);
  const wrongAnswer = await postForm(client, fillHref, { ...fields, fill_level: level, fill_percent: "101" });
  expect(await wrongAnswer.text()).toContain("Type a percentage from 0 to 100, as 12.5.");
  const filledGrid = readGrid(
    await (await postForm(client, fillHref, { ...fields, fill_level: level, fill_percent: "12.5" })).text(),
  );
  expect(filledGrid.fields[filledGrid.fieldOf(first.id, level)], "8,749.125 cents").toBe("87.49");
  expect(await pricesOf(first.id)).toEqual({ "Base Price": 99_99 });
  const confirmAnswer = await postForm(client, filledGrid.href, filledGrid.fields);
  expect(confirmAnswer.status).toBe(422);
  const html = await confirmAnswer.text();
  expect(html).toContain("Nothing is saved yet. 12 prices would change: check them, then save them.");
  const reviewedGrid = readGrid(html);
  const other = { ...reviewedGrid.fields, [reviewedGrid.fieldOf(first.id, level)]: "1" };
  expect((await postForm(client, reviewedGrid.href, other)).status, "what was not reviewed is asked for again").toBe(
    422,
  );
  expect((await postForm(client, reviewedGrid.href, reviewedGrid.fields)).status).toBe(303);
  for (const { id } of products)
    expect(await pricesOf(id)).toEqual(
      id === first.id ? { "Base Price": 99_99, [level]: 87_49 } : { "Base Price": 100_00, [level]: 87_50 },
    );
});

test("with a day the changed prices begin then, in the grid and on the product, and can be taken back there", async () => {
  const { client, level, first, second, open, pricesOf } = await setUp();
  const { fields, fieldOf, href } = await open();
  fields[fieldOf(first.id, level)] = "75";
  fields[fieldOf(second.id, level)] = "76";
  const pastAnswer = await postForm(client, href, { ...fields, day: "2020-01-01" });
  expect([pastAnswer.status, (await pastAnswer.text()).includes("A scheduled price starts in the future.")]).toEqual([
    422,
    true,
  ]);
  const wrongAnswer = await postForm(client, href, { ...fields, day: "", time: "09:30" });
  expect(await wrongAnswer.text()).toContain("Choose the day on which the price starts.");
  expect((await postForm(client, href, { ...fields, day: "2030-03-01", time: "09:30" })).status).toBe(303);
  const html = await (await client.fetch(href)).text();
  expect(html).toContain("2 prices are scheduled.");
  expect(html).toMatch(/\$75\.00.{0,20}from.*1 Mar 2030/s);
  expect(await pricesOf(first.id)).toEqual({ "Base Price": 100_00 });
  const productPath = `/admin/products/${first.id}`;
  const productHtml = await (await client.fetch(productPath)).text();
  expect(productHtml).toContain("1 Mar 2030, 09:30");
  const [, cancelPath = ""] = /action="([^"]+\/scheduled-prices\/[^"]+\/delete)"/.exec(productHtml) ?? [];
  expect((await postForm(client, cancelPath, {})).status).toBe(303);
  expect(await (await client.fetch(productPath)).text()).toContain("The scheduled price is canceled.");
  const input = { level, dollars: "12,50", day: "2030-03-01", time: "" };
  const refusal = await postForm(client, `${productPath}/scheduled-prices`, input);
  expect(refusal.status).toBe(422);
  const redrawnHtml = await refusal.text();
  expect(redrawnHtml).toContain("Type dollars from 0 to 999,999.99, as 12.50.");
  expect(redrawnHtml).toMatch(/name="dollars"[^>]*value="12,50"|value="12,50"[^>]*name="dollars"/);
  expect((await postForm(client, `${productPath}/scheduled-prices`, { ...input, dollars: "12.50" })).status).toBe(303);
  expect(await (await client.fetch(productPath)).text()).toContain("1 Mar 2030, 00:00");
});

test("levels are chosen by boxes, NetSuite's products are read-only, and the grid is for administrators", async () => {
  const { client, id, level, first, address } = await setUp();
  const choiceAnswer = await client.fetch(`${path}?search=x&level=${id}`);
  expect([choiceAnswer.status, choiceAnswer.headers.get("location")]).toEqual([302, `${path}?search=x&levels=${id}`]);
  await query("update products set net_suite_id = $2 where id = $1", [first.id, unique("NS")]);
  const grid = readGrid(await (await client.fetch(address)).text());
  expect(grid.fields[grid.fieldOf(first.id, level)]).toBeUndefined();
  for (const role of ["org", "buyer"] as const) {
    const other = await signedIn({ roles: [role, "user"] });
    expect((await other.client.fetch(path)).status).toBe(404);
    expect((await postForm(other.client, path, { "p.0": first.id })).status).not.toBe(303);
  }
});
