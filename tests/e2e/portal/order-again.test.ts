import type { Page } from "playwright";
import { addCartProduct, getCart } from "../../../worker/contract/v1/store/cart.ts";
import { signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";

test("an order is placed again from its page, with what changed told line by line before", async ({ open }) => {
  const [unchanged, dearer, archived] = await Promise.all([
    shop.createProduct({ price_levels: { "Base Price": 100_00 } }),
    shop.createProduct({ price_levels: { "Base Price": 200_00 } }),
    shop.createProduct({ price_levels: { "Base Price": 300_00 } }),
  ]);
  const { bought, client, token, org_id } = await shop.purchase([unchanged, dearer, archived]);
  await shop.query(`update products set price_levels = '{"Base Price": 25000}' where id = $1`, [dearer.id]);
  await shop.query("update products set is_archived = true where id = $1", [archived.id]);

  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto(`/portal/orders/${bought.order_id}`);
  await link(page, "Order again").click();
  const row = (name: string) => page.locator("main tbody tr").filter({ hasText: name });
  await expect(row(unchanged.name)).toContainText("Same price");
  await expect(row(dearer.name)).toContainText("$50.00 more each");
  await expect(row(archived.name)).toContainText("No longer sold");
  await expect(page.locator("main .notice")).toHaveText(
    "It costs more than it did: $350.00 instead of $300.00. 1 product cannot be added.",
  );
  await expect(page.locator(".again-sum")).toContainText("Subtotal, 2 items $350.00");
  await expect(page.getByRole("group", { name: /Your cart already has/ })).toHaveCount(0);
  await button(page, "Add to cart").click();
  await expect(page).toHaveURL(/\/store\/cart$/);
  await expect(page.getByText("2 products were added to your cart.")).toBeVisible();
  expect((await client.call(getCart)).reply().products).toEqual({ [unchanged.id]: 1, [dearer.id]: 1 });

  const member = await open({ session: (await signedIn({ org_id })).token });
  await member.goto(`/portal/orders/${bought.order_id}`);
  await expect(link(member, "Order again"), "who may not buy has no dead button").toHaveCount(0);
});

for (const javaScriptEnabled of [true, false])
  test(`quantities and lines are chosen before an order is placed again, ${javaScriptEnabled ? "with" : "without"} script`, async ({
    open,
  }) => {
    const [first, second, other] = await Promise.all([
      shop.createProduct({ price_levels: { "Base Price": 100_00 } }),
      shop.createProduct({ price_levels: { "Base Price": 30_00 } }),
      shop.createProduct(),
    ]);
    const { bought, client, token } = await shop.purchase([first, second]);
    (await client.call(addCartProduct, { params: { id: other.id }, body: { quantity: 2 } })).reply();
    const page = await open({ session: token, javaScriptEnabled });
    await page.goto(`/portal/orders/${bought.order_id}/again`);
    const sum = page.locator(".again-sum");
    await expect(sum).toContainText("Subtotal, 2 items $130.00");
    const cartChoice = page.getByRole("group", { name: `Your cart already has 2 ${other.name}` });
    await expect(cartChoice.getByLabel("Keep it in the cart")).toBeChecked();

    await page.getByLabel(`Quantity of ${first.name}`).fill("3");
    await button(page, `One more of ${first.name}`).click();
    await expect(page.getByLabel(`Quantity of ${first.name}`)).toHaveValue("4");
    await expect(sum).toContainText("Subtotal, 5 items $430.00");
    await page.getByLabel(`Select ${second.name}`).uncheck();
    if (!javaScriptEnabled) await button(page, "Update").click();
    await expect(sum).toContainText("Subtotal, 4 items $400.00");
    await cartChoice.getByLabel("Empty the cart first").check();
    await button(page, "Add to cart").click();
    await expect(page).toHaveURL(/\/store\/cart$/);
    expect((await client.call(getCart)).reply().products).toEqual({ [first.id]: 4 });
  });

/** Fails for a part that the page lacks, which would count as hidden. */
async function expectHiddenOnPaper(page: Page, part: string): Promise<void> {
  await expect(page.locator(part), part).not.toHaveCount(0);
  await expect(page.locator(part).first(), part).toBeHidden();
}

test("an order tells what happened to it, the newest first, and is a document on paper", async ({ open }) => {
  const { bought, token, user } = await shop.purchase([await shop.createProduct()]);
  const shippedPackage = {
    tracking_id: "1Z70310",
    tracking_link: "https://ups.example.test/1Z70310",
    freight_carrier: "UPS",
    freight_service: "Ground",
  };
  await shop.query("update orders set status = 'processing' where id = $1", [bought.order_id]);
  await shop.query(
    `update orders set status = 'shipped', shipping_data = jsonb_set(shipping_data, '{packages}', $2) where id = $1`,
    [bought.order_id, JSON.stringify([shippedPackage, { ...shippedPackage, tracking_id: "1Z70311" }])],
  );
  await shop.query("update orders set status = 'received' where id = $1", [bought.order_id]);
  const page = await open({ session: token });
  await page.goto(`/portal/orders/${bought.order_id}`);
  const events = page.locator(".timeline > li");
  await expect(events).toHaveText([
    /^Received/,
    /^Shipped, 2 packages.*UPS Ground 1Z70310.*UPS Ground 1Z70311/s,
    /^Being prepared/,
    /^Paid: \$[\d,.]+, Visa ending in 4242/,
    new RegExp(`^Placed.* by ${user.first_name} ${user.last_name}$`),
  ]);
  await expect(events.first().locator("time")).toHaveAttribute("title", /^\d+ \w+ \d{4}, \d\d:\d\d /);
  await expect(events.nth(1).getByRole("link", { name: "1Z70310" })).toHaveAttribute(
    "href",
    shippedPackage.tracking_link,
  );
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await button(page, "Print").click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  for (const part of ["header nav", "header .search", "footer", ".main-action", ".trail", ".title .badge", ".timeline"])
    await expectHiddenOnPaper(page, part);
  for (const part of ["h1", ".cart-lines", ".totals"]) await expect(page.locator(`main ${part}`).first()).toBeVisible();
});
