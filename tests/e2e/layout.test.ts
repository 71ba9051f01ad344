import type { Page } from "playwright";
import { pages } from "../../worker/contract/pages.ts";
import { signedIn, signedInAdmin } from "../support/actors.ts";
import { expect, phoneViewport, test, desktopViewport } from "../support/browser.ts";
import { everyNth } from "../support/by-night.ts";
import { createAccountRequest, createUser, sha256, unique } from "../support/factories.ts";
import { sandbox } from "../support/sandbox.ts";
import { shop } from "../support/store.ts";
import { button, field, linkFor } from "./account/steps.ts";
import { hold } from "./forms/hold.ts";

declare global {
  var shifts: number[];
}

const accountPaths = ["/sign-in/crunchbox", "/request-account", "/recover-password", "/license-agreement", "/nowhere"];

const coverStyles = (page: Page) =>
  page.locator(".account").evaluate((element) => {
    const { backgroundImage, backgroundSize, backgroundAttachment, backgroundColor, paddingLeft } =
      getComputedStyle(element);
    return { backgroundImage, backgroundSize, backgroundAttachment, backgroundColor, paddingLeft };
  });

test("from 1200 px on the account screens stand 140 px from the left over a fixed cover image", async ({ page }) => {
  for (const path of accountPaths) {
    await page.goto(path);
    for (const width of [1440, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      const cover = await coverStyles(page);
      expect(cover, `${path} at ${width} px`).toMatchObject({
        paddingLeft: "140px",
        backgroundSize: "cover",
        backgroundAttachment: "fixed",
      });
      expect(cover.backgroundImage).toMatch(/^url\(/);
    }
  }
});

test("the cover image is ours and is loaded at 1440 px", async ({ page }) => {
  const imageResponse = page.waitForResponse(
    (response) => response.request().resourceType() === "image" && /cover/.test(response.url()),
  );
  await page.goto("/sign-in/crunchbox");
  expect((await imageResponse).status()).toBe(200);
});

test("below 1200 px the account screens are plain white, without image and padding, and load no image", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1199, height: 900 } });
  const images: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "image" && !request.url().endsWith("/favicon.svg")) images.push(request.url());
  });
  for (const path of accountPaths) {
    for (const width of [1199, 800, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      const plainStyles = { paddingLeft: "0px", backgroundImage: "none", backgroundColor: "rgb(255, 255, 255)" };
      expect(await coverStyles(page), `${path} at ${width} px`).toMatchObject(plainStyles);
    }
  }
  expect(images).toEqual([]);
});

test("where a person forces colours, no light cover image stands behind them", async ({ open }) => {
  const page = await open({ forcedColors: "active", colorScheme: "dark" });
  await page.goto("/sign-in/crunchbox");
  expect(await coverStyles(page)).toMatchObject({ backgroundImage: "none", backgroundColor: "rgb(0, 0, 0)" });
});

test("the account screens stay light in a dark system, the signed-in pages follow it", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token, colorScheme: "dark" });
  const readBackground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.goto("/license-agreement");
  expect(await readBackground()).toBe("rgb(255, 255, 255)");
  for (const path of ["/store", "/portal", "/portal/profile"]) {
    await page.goto(path);
    expect(await readBackground(), path).not.toBe("rgb(255, 255, 255)");
  }
});

test("what cannot be shown follows the system, too, to whomever", async ({ open }) => {
  const { token } = await signedIn();
  const hash = sha256(token).toString("hex");
  const fault = { service: "database", kind: "status", value: 503, text: hash, times: 20 } as const;
  for (const [path, title, session] of [
    ["/nowhere", "Page not found", undefined],
    ["/sign-in/crunchbox?redirect_uri=https%3A%2F%2Fevil.example", "This link cannot be followed", token],
    ["/admin", "We will be right back", token],
  ] as const) {
    if (path === "/admin") await sandbox.addFault(fault);
    for (const [colorScheme, paper, ink] of [
      ["dark", "rgb(16, 23, 28)", "rgb(235, 239, 241)"],
      ["light", "rgb(255, 255, 255)", "rgb(16, 23, 28)"],
    ] as const) {
      const page = await open({ session, colorScheme });
      await page.goto(path);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText(title);
      await expect(heading).toHaveCSS("color", ink);
      expect(await coverStyles(page), `${path}, ${colorScheme}`).toMatchObject({ backgroundColor: paper });
    }
  }
});

test("nothing moves while a page loads", async ({ open }) => {
  const { token } = await signedIn();
  const page = await open({ session: token });
  const visitor = await open({ viewport: phoneViewport });
  for (const each of [page, visitor]) {
    await each.addInitScript(() => {
      globalThis.shifts = [];
      // The DOM types lack the `value` of layout-shift entries.
      const shiftObserver = new PerformanceObserver((list) =>
        globalThis.shifts.push(...list.getEntries().map((entry) => Number(Reflect.get(entry, "value")))),
      );
      shiftObserver.observe({ type: "layout-shift", buffered: true });
    });
  }
  const links = [
    await linkFor(await createUser(), "verify:email-password-reset"),
    await linkFor(await createUser({ state: "new" }), "verify:user-setup"),
  ];
  for (const [each, paths] of [
    [visitor, [...accountPaths, ...links]],
    [page, ["/store", "/portal/profile", "/flowpoint", "/docs", ...links]],
  ] as const) {
    for (const path of paths) {
      await each.goto(path);
      await each.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
      expect(await each.evaluate(() => globalThis.shifts), path).toEqual([]);
    }
  }
});

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

test("errors take the place that was kept for them: nothing below moves", async ({ page }) => {
  for (const [path, label, submit] of [
    ["/sign-in/crunchbox", "Email Address", "SIGN IN"],
    ["/request-account", "First Name", "Request"],
    ["/recover-password", "Email Address", "ENTER"],
    [await linkFor(await createUser(), "verify:email-password-reset"), "New password", "UPDATE"],
  ] as const) {
    for (const size of [desktopViewport, phoneViewport]) {
      await page.setViewportSize(size);
      await page.goto(path);
      const boxBefore = await button(page, submit).boundingBox();
      await field(page, label).press("Enter");
      await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
      expect(await button(page, submit).boundingBox(), `${path} at ${size.width} px`).toEqual(boxBefore);
    }
  }
});

test("without a wish for motion nothing is animated", async ({ open }) => {
  const page = await open({ reducedMotion: "reduce" });
  await page.route("**/v1/sso/password-reset", () => undefined);
  await page.goto("/recover-password");
  await field(page, "Email Address").fill("nobody@example.test");
  await button(page, "ENTER").click();
  await expect(button(page, "ENTER")).toHaveAttribute("aria-busy", "true");
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("the footer ends where the page ends, its words stand evenly, and a short tab is a target", async ({ open }) => {
  const { token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token });
  await page.goto("/portal/notifications?search=none");
  const { footer, column, gaps } = await page.evaluate(() => {
    const textBox = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const links = [...document.querySelectorAll(".foot a")].map(textBox);
    return {
      footer: links.at(-1)?.right ?? 0,
      column: document.querySelector("main h1")?.closest("main")?.getBoundingClientRect().right ?? 0,
      gaps: links.slice(1).map(({ left }, index) => Math.round(left - (links[index]?.right ?? 0))),
    };
  });
  const edge = await page.evaluate(() =>
    parseFloat(getComputedStyle(document.querySelector("main") ?? document.body).paddingRight),
  );
  expect(Math.abs(footer - (column - edge))).toBeLessThanOrEqual(1);
  expect(new Set(gaps).size).toBe(1);
  const tab = page.getByRole("navigation", { name: /^Views of/ }).getByRole("link", { name: "All", exact: true });
  expect((await tab.boundingBox())?.width).toBeGreaterThanOrEqual(32);
});
