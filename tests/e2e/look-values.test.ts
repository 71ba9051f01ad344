// Design values that no other test covers, as the browser computes them.
import type { Page } from "playwright";
import { pages } from "../../worker/contract/pages.ts";
import { expect, test } from "../support/browser.ts";
import { shop } from "../support/store.ts";

const main_image = "/products/spectra-100.svg";

/** Computed values of each selector's first match: type as "28px/34px 600", sizes in pixels, others by name. */
const readStyles = (page: Page, expectations: readonly (readonly [selector: string, what: string, value: string])[]) =>
  page.evaluate(
    (list) =>
      list.map(([selector, what]) => {
        const element = document.querySelector(selector);
        if (!element) return `${selector} is not there`;
        const style = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        if (what === "type") return `${style.fontSize}/${style.lineHeight} ${style.fontWeight}`;
        return what === "width" ? `${width}px` : what === "height" ? `${height}px` : style.getPropertyValue(what);
      }),
    expectations,
  );

const bodyType = "14px/22px 400";
const cardStyles = (selector: string) =>
  [
    [selector, "border-radius", "12px"],
    [selector, "border-top-width", "1px"],
    [selector, "border-top-color", "rgb(228, 233, 236)"],
    [selector, "background-color", "rgb(255, 255, 255)"],
  ] as const;

test("type, ground, cards, rows and columns have the values of the look", async ({ open }) => {
  const product = await shop.createProduct({ main_image });
  const buyer = await shop.purchase([product]);
  const page = await open({ session: buyer.token });
  const styles = [
    [
      pages.orders,
      [
        ["html", "background-color", "rgb(246, 248, 249)"],
        ["main h1", "type", "28px/34px 600"],
        ["main h1", "letter-spacing", "-0.56px"],
        ["main th", "type", "12px/16px 500"],
        ["main tbody tr", "type", bodyType],
        ["main tbody tr", "height", "48px"],
        ["main th", "background-color", "rgb(250, 251, 252)"],
        ...cardStyles("main .table"),
      ],
    ],
    [
      `${pages.orders}/${buyer.bought.order_id}`,
      [["main h2", "type", "15px/22px 600"], ["main small", "type", "13px/18px 400"], ...cardStyles("main .card")],
    ],
    [
      pages.profile,
      [
        [".settings-rail", "width", "208px"],
        [".settings-rail a", "height", "36px"],
        [".form-group", "width", "720px"],
        ...cardStyles(".form-group"),
      ],
    ],
    [
      pages.store,
      [
        [".hero h2", "type", "56px/60px 600"],
        [".hero .picture", "width", "640px"],
        [".contours", "height", "160px"],
      ],
    ],
    [
      `${pages.products}/${product.id}`,
      [["main h1", "type", "32px/38px 600"], [".buy-box .price", "type", "28px/34px 600"], ...cardStyles(".buy-box")],
    ],
  ] as const;
  for (const [path, wanted] of styles) {
    await page.goto(path);
    expect(await readStyles(page, wanted), path).toEqual(wanted.map(([, , value]) => value));
  }
  const dark = await open({ session: buyer.token, colorScheme: "dark" });
  await dark.goto(pages.orders);
  expect(await readStyles(dark, [["html", "background-color", ""]])).toEqual(["rgb(11, 17, 21)"]);
});

const hasPageTransition = (page: Page) =>
  page.evaluate(() => {
    const rulesOf = (rules: CSSRuleList): CSSRule[] =>
      [...rules].flatMap((rule) => {
        if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) return [];
        return "cssRules" in rule ? [rule, ...rulesOf(rule.cssRules as CSSRuleList)] : [rule];
      });
    return [...document.styleSheets]
      .flatMap((sheet) => rulesOf(sheet.cssRules))
      .some((rule) => rule.cssText.replaceAll(/\s+/g, " ").startsWith("@view-transition { navigation: auto"));
  });

test("pages fade into each other and dialogs rise, for those alone who did not ask for less", async ({ open }) => {
  const product = await shop.createProduct({ main_image });
  const buyer = await shop.purchase([await shop.createPlan()]);
  for (const [reducedMotion, hasMotion] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    const page = await open({ session: buyer.token, reducedMotion });
    await page.goto(`${pages.products}?search=${encodeURIComponent(product.name)}`);
    expect(await hasPageTransition(page), reducedMotion).toBe(hasMotion);
    await page.locator(".product-card a").first().focus();
    expect(await readStyles(page, [[".product-card .picture", "view-transition-name", ""]])).toEqual([
      hasMotion ? "product-picture" : "none",
    ]);
    await page.goto(`${pages.products}/${product.id}`);
    expect(await readStyles(page, [[".gallery .picture", "view-transition-name", ""]])).toEqual([
      hasMotion ? "product-picture" : "none",
    ]);
    await page.goto(`${pages.subscriptions}/${buyer.bought.subscription_ids[0]}`);
    await page.getByRole("button", { name: "Cancel plan" }).click();
    const dialog = page.locator(".dialog:popover-open");
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((element) => getComputedStyle(element).transitionDuration), reducedMotion).toBe(
      hasMotion ? "0.14s, 0.14s" : "0s",
    );
  }
});
