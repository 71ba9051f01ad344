import type { Page } from "playwright";
import { pages } from "../../worker/contract/pages.ts";
import { signedInAdmin } from "../support/actors.ts";
import { expect, test } from "../support/browser.ts";
import { everyNth } from "../support/by-night.ts";
import { createAccountRequest, unique } from "../support/factories.ts";
import { shop } from "../support/store.ts";
import { hold } from "./forms/hold.ts";

/** Expects `parts` where they are in the whole page while only its HTML up to a match of `ends` has arrived. */
async function expectSteadyArrival(page: Page, path: string, parts: string, ends: RegExp): Promise<void> {
  const html = (await (await page.goto(path))?.text()) ?? "";
  const readPlaces = () =>
    page
      .locator(parts)
      .evaluateAll((all) => all.map((each) => [each.getBoundingClientRect().x, each.getBoundingClientRect().y]));
  const places = await readPlaces();
  expect(places.length, path).toBeGreaterThan(1);
  const main = html.indexOf("<main");
  const cuts = [...html.matchAll(ends)].map(({ index }) => index).filter((index) => index > main);
  expect(cuts.length, path).toBeGreaterThan(1);
  for (const cut of everyNth(cuts, 2)) {
    const body = html.slice(0, cut);
    await page.route(`**${path}`, (route) => route.fulfill({ contentType: "text/html", body }), { times: 1 });
    await page.goto(path);
    const early = await readPlaces();
    expect(early, `${path} after ${cut} characters`).toEqual(places.slice(0, early.length));
  }
}

/** Creates a buyer whose home page has five needs, a fleet, an order and new software. */
async function createBusyBuyer() {
  const products = [await shop.createProduct(), await shop.createProduct(), await shop.createProduct()];
  const plans = [await shop.createPlan(), await shop.createPlan(), await shop.createPlan(), await shop.createPlan()];
  const buyer = await shop.purchase([...products, ...plans]);
  await shop.settled();
  const changes = [
    "status = 'past_due'",
    "status = 'unpaid'",
    "cancel_at = now() + interval '10 days'",
    "current_period_end = now() + interval '5 days'",
  ];
  for (const [index, change] of changes.entries())
    await shop.query(`update subscriptions set ${change} where id = $1`, [buyer.bought.subscription_ids[index]]);
  // The demo shop has software for this product.
  await shop.query(
    "insert into devices (org_id, product_id, serial) select $1, id, $2 from products where sku = 'CGX-SP100'",
    [buyer.org_id, unique("S")],
  );
  return buyer;
}

test("nothing moves while the HTML of a page arrives in pieces", async ({ open }) => {
  const [buyer, shopper, admin] = [await createBusyBuyer(), await shop.buyer(), await signedInAdmin()];
  const product = await shop.createProduct();
  await shop.fillCart(shopper, [product, await shop.createPlan()]);
  await createAccountRequest();
  // Scripts of half a page would report what it lacks.
  const javaScriptEnabled = false;
  const visitorPage = await open({ javaScriptEnabled });
  const buyerPage = await open({ session: buyer.token, javaScriptEnabled });
  const { token: session, bought } = await shop.purchase([product]);
  const tabletPage = await open({ session, javaScriptEnabled, viewport: { width: 768, height: 1024 } });
  const shopperPage = await open({ session: shopper.token, javaScriptEnabled });
  const adminPage = await open({ session: admin.token, javaScriptEnabled });
  await buyerPage.goto(pages.portal);
  expect(await buyerPage.locator(".dashboard-needs > li").count()).toBeGreaterThanOrEqual(5);
  const accountParts = ".account main > *, .field, .button";
  const listParts = ".title > *, .tabs > a, .toolbar > *";
  const orderParts = ".stepper-line > li, .parties > div, .cart-line, .totals > div";
  for (const [page, path, parts, ends] of [
    [visitorPage, "/sign-in/crunchbox", accountParts, /<\/(?:label|p|button)>/g],
    [visitorPage, pages.requestAccount, accountParts, /<\/(?:label|p|button)>/g],
    [visitorPage, pages.recoverPassword, accountParts, /<\/(?:label|p|button)>/g],
    [visitorPage, pages.store, ".hero > div > *, .categories > li", /<\/(?:h2|p|li)>/g],
    [visitorPage, pages.products, ".with-filters > *, .product-card", /<\/h3>/g],
    [visitorPage, `${pages.products}/${product.id}`, ".picture-and-text > *, .buy-box > *", /<\/(?:h2|p)>/g],
    [buyerPage, pages.store, ".open-orders li > *, .buy-again li > *", /<\/(?:h2|li)>/g],
    [buyerPage, pages.portal, ".dashboard-needs > li, .dashboard-cards .title > *", /<\/(?:li|section)>/g],
    [buyerPage, pages.orders, listParts, /<\/(?:button|tr)>/g],
    [buyerPage, pages.devices, listParts, /<\/(?:button|tr)>/g],
    [buyerPage, `${pages.orders}/${buyer.bought.order_id}`, orderParts, /<\/(?:li|dd)>/g],
    [tabletPage, `${pages.checkout}/${bought.cart_no}`, ".thanks > div > *", /<\/(?:h1|p|li)>/g],
    [shopperPage, pages.cart, ".cart-line, .with-summary > *, .totals > div", /<\/(?:li|dd)>/g],
    [shopperPage, pages.checkout, ".step, .choice, .summary > *", /<\/(?:legend|label|li|dd)>/g],
    [adminPage, pages.admin, ".dashboard-needs > li, .dashboard-cards h2", /<\/(?:h2|li|figure)>/g],
  ] as const)
    await expectSteadyArrival(page, path, parts, ends);
});

test("the pay button of a device stays where it is when the total is known", async ({ open }) => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  const page = await open({ session: buyer.token });
  const { release } = await hold(page, "/v1/store/cart/tax");
  await page.goto(pages.checkout);
  await expect(page.getByText("Calculating the total…")).toBeVisible();
  const payButton = page.locator(".pay-bar .main");
  const boxBefore = await payButton.boundingBox();
  release();
  await expect(payButton).toHaveText(/^Pay \$/);
  expect((await payButton.boundingBox())?.y).toBe(boxBefore?.y);
});
