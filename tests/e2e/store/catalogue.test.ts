import { expect, phoneViewport, test } from "../../support/browser.ts";
import { unique } from "../../support/factories.ts";
import { type TestProduct, shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";

/** Creates a plan sold by the month for $10.00 and by the year for $100.00; price level Partner is 10 % lower. */
async function createTwoTerms(): Promise<{ family: string; category: string; month: TestProduct; year: TestProduct }> {
  const [family, category] = [unique("Plan"), unique("Shelf")];
  const createTerm = (subscription_term: "month" | "year", base: number, position: number) =>
    shop.createPlan({
      family,
      category,
      subscription_term,
      position,
      name: `${family} by the ${subscription_term}`,
      price_levels: { "Base Price": base, Partner: base * 0.9 },
    });
  return {
    family,
    category,
    month: await createTerm("month", 10_00, 900_001),
    year: await createTerm("year", 100_00, 900_002),
  };
}

test("a plan of several terms is one card, from the price of the shortest, also when it is searched for by the other", async ({
  page,
}) => {
  const { family, category, year } = await createTwoTerms();
  const cards = page.locator(".product-card");
  await page.goto(`/store/products?category=${category}`);
  await expect(cards).toHaveText([new RegExp(`${family}.*from \\$10\\.00 per month`)]);
  await expect(page.getByText("1 product", { exact: true })).toBeVisible();
  const currentCategory = page.getByRole("navigation", { name: "Category" }).locator("[aria-current]");
  await expect(currentCategory).toHaveText(`${category} 1`);
  await page.goto(`/store/products?search=${encodeURIComponent(year.name)}`);
  await expect(cards).toHaveCount(1);
  await link(page, family).click();
  await expect(page).toHaveURL(new RegExp(year.id));
});

test("the page of a plan switches between its terms, and the one that is seen is bought", async ({ open }) => {
  const { family, month, year } = await createTwoTerms();
  const buyer = await shop.buyer();
  const page = await open({ session: buyer.token });
  await page.goto(`/store/products/${month.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(family);
  const terms = page.getByRole("navigation", { name: "Term" });
  await expect(terms.getByRole("link")).toHaveText([/Monthly.*\$10\.00/, /Yearly.*\$100\.00.*saves 16 %/]);
  await expect(terms.locator("[aria-current]")).toContainText("Monthly");
  await terms.getByRole("link", { name: /Yearly/ }).click();
  await expect(page).toHaveURL(new RegExp(year.id));
  await button(page, "Add to cart").click();
  await expect(page.locator("main").getByText(/^Added/)).toBeVisible();
  await page.goto("/store/cart");
  await expect(page.locator(".cart-line .line-product > a")).toHaveText([year.name]);
});

test("a term that is no longer sold leaves the plan with the other alone", async ({ page }) => {
  const { category, month, year } = await createTwoTerms();
  await shop.query("update products set is_archived = true where id = $1", [month.id]);
  await page.goto(`/store/products?category=${category}`);
  await expect(page.locator(".product-card h3")).toHaveText([year.name]);
  await link(page, year.name).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(year.name);
  await expect(page.getByRole("navigation", { name: "Term" })).toHaveCount(0);
});

test("products and categories come in the order that was set by hand, others behind them", async ({ page }) => {
  const name = unique("Row");
  const createInCategory = (letter: string, position?: number) =>
    shop.createProduct({ name: `${name} ${letter}`, category: `${name}-${letter}`, ...(position && { position }) });
  await createInCategory("a");
  await createInCategory("b", 900_002);
  await createInCategory("c", 900_001);
  await page.goto(`/store/products?search=${name}`);
  await expect(page.locator(".product-card h3")).toHaveText([`${name} c`, `${name} b`, `${name} a`]);
  await expect(page.getByRole("navigation", { name: "Sort by" }).locator("[aria-current]")).toHaveText("Recommended");
  const options = page.getByRole("navigation", { name: "Category" }).getByRole("link");
  await expect(options).toHaveText(["c", "b", "a"].map((letter) => `${name}-${letter} 1`));
});

test("a filter of the products applies at once and is given up by a second press, without script and on a phone", async ({
  open,
}) => {
  const name = unique("Facet");
  for (const letter of ["a", "b"])
    await shop.createProduct({ name: `${name} ${letter}`, category: `${name}-${letter}` });
  const page = await open({ javaScriptEnabled: false });
  await page.goto(`/store/products?search=${name}`);
  const cards = page.locator(".product-card h3");
  await expect(cards).toHaveCount(2);
  const choice = page.getByRole("navigation", { name: "Category" }).getByRole("link", { name: `${name}-b` });
  await choice.click();
  await expect(cards).toHaveText([`${name} b`]);
  await choice.click();
  await expect(cards).toHaveCount(2);
  await page.setViewportSize(phoneViewport);
  await expect(choice).toBeHidden();
  await page.getByText("Filter and sort").click();
  await page.getByRole("navigation", { name: "Sort by" }).getByRole("link", { name: "Name" }).click();
  await expect(page).toHaveURL(/sort=name/);
});

test("on a phone the pictures of a product stand in a row, and each can be reached by keyboard", async ({ open }) => {
  const { id } = await shop.createProduct({
    main_image: "/products/spectra-100.svg",
    other_images: ["/products/spectra-optics.svg", "/products/spectra-response.svg"],
  });
  const page = await open({ viewport: phoneViewport });
  await page.goto(`/store/products/${id}`);
  const shots = page.locator(".shot > img");
  const tops = await shots.evaluateAll((all) => all.map((shot) => Math.round(shot.getBoundingClientRect().top)));
  expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
  await expect(shots.nth(2)).not.toBeInViewport();
  await page.getByRole("radio", { name: "Picture 1 of 3" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(shots.nth(2)).toBeInViewport({ ratio: 0.9 });
});

test("a price level is shown beside the list price and what it saves; without one there is only the list price", async ({
  open,
}) => {
  const device = await shop.createProduct({ price_levels: { "Base Price": 4890_00, Partner: 4352_00 } });
  const buyer = await shop.buyer();
  const page = await open({ session: buyer.token });
  const reason = page.locator(".buy-box").getByText(/price|List/i);
  await page.goto(`/store/products/${device.id}`);
  await expect(reason).toHaveText(["List price"]);
  await shop.query("update organizations set price_level_name = 'Partner' where id = $1", [buyer.org_id]);
  await page.reload();
  await expect(reason).toHaveText([/^Partner price for /, "List $4,890.00 · you save 11 %"]);
});

test("the specification names each companion once and links those that are sold", async ({ page }) => {
  const other = await shop.createProduct();
  const device = await shop.createProduct({ compatibility: [other.name, "Flowpoint 5.0"], format: "1 × 2 × 3 mm" });
  await shop.query("update products set devices = $1 where id = $2", [[device.name, other.name], device.id]);
  await page.goto(`/store/products/${device.id}`);
  const fact = (name: string) => page.locator(".facts > div").filter({ has: page.getByText(name, { exact: true }) });
  await expect(fact("Works with").locator("dd")).toHaveText(`${other.name}, Flowpoint 5.0`);
  await expect(fact("Dimensions").locator("dd")).toHaveText("1 × 2 × 3 mm");
  await expect(page.getByRole("navigation", { name: "Where you are" })).toContainText(device.name);
  await page.locator("dl").getByRole("link", { name: other.name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(other.name);
});
