// Tasks of a customer, from the store's home page with an empty cart, counted in presses.
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { startOwnApp } from "../../support/app.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { address, cards, type Shop, openShop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";
import { part, payButton } from "../store/steps.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

/** Counts presses of mouse or finger; the bank's page, typing and Enter do not count. */
function createPressCounter() {
  let count = 0;
  return {
    on: async (place: Locator) => {
      count += 1;
      await place.click();
    },
    count: () => count,
  };
}

/** Waits until the next page has loaded its scripts: an earlier press works without script and leads elsewhere. */
async function pressAndLoad(page: Page, press: () => Promise<void>): Promise<void> {
  // The end of a page that still loads would end the wait for the next one.
  await page.waitForLoadState();
  await Promise.all([page.waitForEvent("load"), press()]);
}

async function typeAddress(page: Page): Promise<void> {
  const form = part(page, "Shipping address");
  await form.getByLabel("Address line 1", { exact: true }).fill(address.line1);
  await form.getByLabel("City", { exact: true }).fill(address.city);
  await form.getByLabel("Country", { exact: true }).selectOption(address.country);
  await form.getByLabel("State or region", { exact: true }).selectOption(address.state);
  await form.getByLabel("Postal code", { exact: true }).fill(address.postal_code);
  await form.getByLabel("Postal code", { exact: true }).press("Enter");
  await expect(form.getByLabel(address.line1)).toBeChecked();
}

async function confirmAtBank(page: Page, press: (place: Locator) => Promise<void>): Promise<void> {
  const [bank] = await Promise.all([page.waitForEvent("popup"), press(link(page, "Confirm the payment"))]);
  await button(bank, "Complete authentication").click();
  await expect(bank.getByText("This invoice is paid.")).toBeVisible();
  await bank.close();
}

const sizes = [
  ["1440", desktopViewport],
  ["390", phoneViewport],
] as const;

for (const [width, viewport] of sizes) {
  test(`job 1 at ${width} px: two devices and a yearly plan with a new card whose bank asks, and the PO number, in 12 presses`, async ({
    open,
  }) => {
    const buyer = await shop.buyer();
    const page = await open({ session: buyer.token, baseURL: app.worker.url, viewport });
    const { on, count } = createPressCounter();
    await page.goto("/");
    await pressAndLoad(page, () => on(page.locator("main").getByRole("link", { name: "CGX Spectra 100" }).first()));
    await page.getByLabel("Quantity").fill("2");
    await on(button(page, "Add to cart"));
    await expect(page.getByRole("status").getByText(/Added/)).toBeVisible();
    const search = page.locator('header input[type="search"]');
    if (!(await search.isVisible()))
      await page
        .locator("header")
        .getByRole("button", { name: /menu|search/i })
        .first()
        .click();
    await search.fill("Flowpoint Pro");
    await search.press("Enter");
    const plan = page.locator("main").getByRole("link", { name: /^Flowpoint Pro/ });
    await expect(plan.first()).toBeVisible();
    await pressAndLoad(page, () => on(plan.first()));
    await pressAndLoad(page, () => on(page.locator(".buy-box").getByRole("link", { name: /year/i })));
    await on(button(page, "Add to cart"));
    await pressAndLoad(page, () => on(link(page, "Check out")));
    await typeAddress(page);
    await page.getByLabel("PO number", { exact: true }).fill("4500099887");
    await page.getByLabel("Note to us", { exact: true }).fill("Dock 4");
    await expect(part(page, "Payment")).toContainText("Your organization has no payment method yet.");
    if (width === "1440") await expect(page.getByText("Choose a payment method to pay.")).toBeVisible();
    await on(button(page, "Add payment method"));
    await on(page.getByLabel(/asks/i).first());
    await on(button(page, "Save"));
    await expect(page).toHaveURL(/\/store\/checkout\?added=true$/);
    await expect(part(page, "Payment").getByLabel("Visa ending in 3184")).toBeChecked();
    await expect(part(page, "Shipping address").getByLabel(address.line1)).toBeChecked();
    await expect(page.getByLabel("PO number", { exact: true })).toHaveValue("4500099887");
    await expect(page.getByLabel("Note to us", { exact: true })).toHaveValue("Dock 4");
    await on(payButton(page));
    await confirmAtBank(page, on);
    await expect(page.locator(".payment-parts li").first()).toContainText("Confirmed and paid");
    await confirmAtBank(page, on);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/is placed$/);
    const confirmation = page.locator("main");
    await expect(confirmation).toContainText("paid with Visa ending in 3184");
    await expect(confirmation).toContainText("4500099887");
    await expect(confirmation).toContainText(/Arrives\s*\d+/);
    expect(count()).toBeLessThanOrEqual(12);
    const [order] = await shop.query<{ id: string }>("select id from orders where org_id = $1", [buyer.org_id]);
    const placedOrder = (await buyer.client.call(getOrder, { params: { order_id: order?.id ?? "" } })).reply();
    expect(placedOrder).toMatchObject({ po_number: "4500099887", note: "Dock 4", lines: [{ quantity: 2 }] });
  });

  test(`job 2 at ${width} px: the last order is placed again with one change, in 3 presses`, async ({ open }) => {
    const [firstProduct, other] = [await shop.createProduct(), await shop.createProduct()];
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [firstProduct, other]);
    (await shop.checkout(buyer)).reply();
    const page = await open({ session: buyer.token, baseURL: app.worker.url, viewport });
    const { on, count } = createPressCounter();
    await page.goto("/portal");
    await pressAndLoad(page, () => on(page.locator("main").getByRole("link", { name: /^Order again/ })));
    await page.getByLabel(`Quantity of ${other.name}`).fill("3");
    await expect(page.locator(".again-sum")).toContainText("Subtotal, 4 items $400.00");
    await pressAndLoad(page, () => on(button(page, "Check out")));
    await on(payButton(page));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/is placed$/);
    expect(count()).toBeLessThanOrEqual(3);
    const orders = await shop.query<{ id: string }>(
      "select id from orders where org_id = $1 order by created_at desc",
      [buyer.org_id],
    );
    expect(orders).toHaveLength(2);
    const secondOrder = (await buyer.client.call(getOrder, { params: { order_id: orders[0]?.id ?? "" } })).reply();
    const quantities = Object.fromEntries(secondOrder.lines.map(({ product_id, quantity }) => [product_id, quantity]));
    expect(quantities).toEqual({ [firstProduct.id]: 1, [other.id]: 3 });
    expect(secondOrder.payment_status).toBe("paid");
  });

  test(`job 9 at ${width} px: a declined card is understood, never chosen again, and the PO number survives`, async ({
    open,
  }) => {
    const buyer = await shop.buyer();
    await shop.addMethod(buyer.customer, cards.good);
    await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
    const page = await open({ session: buyer.token, baseURL: app.worker.url, viewport });
    const { on, count } = createPressCounter();
    await page.goto("/store/checkout");
    await page.getByLabel("PO number", { exact: true }).fill("4500099887");
    await on(payButton(page));
    const payment = part(page, "Payment");
    await expect(payment.getByRole("alert")).toHaveText(
      "The payment was declined and nothing was charged. Choose another payment method, or ask your bank why.",
    );
    await page.waitForLoadState();
    expect(await shop.charges(buyer.customer)).toEqual([]);
    await expect(payment).toContainText(/Declined \d{1,2} [A-Z][a-z]{2}, \d\d:\d\d/);
    await expect(page.getByLabel("PO number", { exact: true })).toHaveValue("4500099887");
    await expect(payment.getByRole("radio", { checked: true })).toHaveCount(0);
    if (width === "390") {
      // The bar at the bottom names the missing fields and links to them.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await button(page, "Choose another payment method").click();
      await expect(payment).toBeInViewport();
    }
    await on(payment.getByText("Visa ···· 4242"));
    await expect(payment.getByRole("alert")).toHaveCount(0);
    await on(payButton(page));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/is placed$/);
    expect(await shop.charges(buyer.customer)).toHaveLength(1);
    expect(await shop.query("select 1 from orders where org_id = $1", [buyer.org_id])).toHaveLength(1);
    expect(count()).toBeLessThanOrEqual(3);
    // The next cart starts with the card that paid.
    await shop.fillCart(buyer, [await shop.createProduct()]);
    await shop.query("update carts set stripe_payment_method_id = null where user_id = $1 and not is_complete", [
      buyer.user.id,
    ]);
    await page.goto("/store/checkout");
    await expect(payment.getByRole("radio", { checked: true })).toHaveCount(1);
    await expect(payment.locator("label:has(:checked)")).not.toContainText("Declined");
  });
}

test("a PO number typed just before a reload is there after it", async ({ open }) => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  const page = await open({ session: buyer.token, baseURL: app.worker.url });
  await page.goto("/store/checkout");
  const cartSave = page.waitForResponse(
    (reply) => reply.request().method() === "PUT" && reply.url().endsWith("/v1/store/cart"),
  );
  await page.getByLabel("PO number", { exact: true }).fill("PO-77");
  await cartSave;
  await page.reload();
  await expect(page.getByLabel("PO number", { exact: true })).toHaveValue("PO-77");
});
