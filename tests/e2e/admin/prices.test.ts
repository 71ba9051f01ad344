import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";

async function createPriceGrid() {
  const [category, level] = [unique("Keys"), unique("Level")];
  const prices = { "Base Price": 100_00, [level]: 90_00 };
  const createNamedProduct = (name: string) =>
    shop.createProduct({ name: unique(name), category, price_levels: prices });
  const [first, fixed, last] = [
    await createNamedProduct("Alpha"),
    await createNamedProduct("Beta"),
    await createNamedProduct("Gamma"),
  ];
  await query("update products set net_suite_id = $2 where id = $1", [fixed.id, unique("NS")]);
  const ids = await query<{ id: string }>("select id from price_levels where name = any($1) order by is_base desc", [
    ["Base Price", level],
  ]);
  const address = `/admin/products/prices?category=${category}&sort=name&levels=${ids.map(({ id }) => id).join("%2C")}`;
  return { level, first, last, address, admin: await signedInAdmin() };
}

test("prices are typed, gone through by arrows and Enter, and saved", async ({ open }) => {
  const { level, first, last, address, admin } = await createPriceGrid();
  const page = await open({ session: admin.token });
  await page.goto(address);
  const cell = (name: string, columnName: string) => page.getByRole("textbox", { name: `${name}, ${columnName}` });
  await cell(first.name, "Base Price").fill("110");
  await page.keyboard.press("ArrowRight");
  await expect(cell(first.name, level)).toBeFocused();
  await page.keyboard.type("99.5");
  await page.keyboard.press("Enter");
  await expect(cell(last.name, level), "what comes from NetSuite is passed over").toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page, "Enter never sends the form by accident").toHaveURL(address);
  await page.keyboard.type("88");
  await page.keyboard.press("ArrowUp");
  await expect(cell(first.name, level)).toBeFocused();
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(page.getByText("The prices of 2 products are saved.")).toBeVisible();
  await expect(cell(first.name, "Base Price")).toHaveValue("110.00");
  await expect(cell(first.name, level)).toHaveValue("99.50");
  await expect(cell(last.name, level)).toHaveValue("88.00");
});

test("a column is filled and saved without script", async ({ open }) => {
  const { level, first, last, address, admin } = await createPriceGrid();
  const page = await open({ session: admin.token, javaScriptEnabled: false });
  await page.goto(address);
  await page.getByLabel("Percent below the base price").fill("25");
  await page.getByRole("button", { name: "Fill the column" }).click();
  const cell = (name: string) => page.getByRole("textbox", { name: `${name}, ${level}` });
  await expect(cell(first.name)).toHaveValue("75.00");
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(page.getByText("The prices of 2 products are saved.")).toBeVisible();
  await expect(cell(last.name)).toHaveValue("75.00");
});
