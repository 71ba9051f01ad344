// A visitor's page carries only the part of the customers' stylesheet that it needs, and looks the same.
import type { Page } from "playwright";
import { signedIn } from "../../support/actors.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { unknownUserId } from "../../http/inline/addresses.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

/** Styles of elements that change when the stylesheet at `href` replaces the page's own. */
const listChanges = (page: Page, href: string) =>
  page.evaluate(async (address) => {
    const listStyles = (element: Element) =>
      [undefined, "::before", "::after"].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        if (pseudo && style.content === "none") return [];
        return Array.from(style, (name) => `${pseudo ?? ""} ${name}: ${style.getPropertyValue(name)}`);
      });
    const elements = [...document.body.querySelectorAll("*")];
    const stylesBefore = elements.map(listStyles);
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    const stylesheetLoad = new Promise((resolve) => link.addEventListener("load", resolve));
    document.head.append(link);
    await stylesheetLoad;
    document.querySelectorAll("style").forEach((style) => style.remove());
    return elements.flatMap((element, index) => {
      const oldStyles = new Set(stylesBefore[index]);
      const changedStyles = listStyles(element).filter((text) => !oldStyles.has(text));
      return changedStyles.length > 0
        ? [`${element.tagName} ${element.className.toString()}: ${changedStyles.join(", ")}`]
        : [];
    });
  }, href);

test("a visitor's page needs no file of styles, and looks as with the whole stylesheet", async ({ page }) => {
  const customerHtml = await (await (await signedIn()).client.fetch("/store")).text();
  const href = /href="(\/assets\/site-[^"]+\.css)"/.exec(customerHtml)?.[1] ?? "";
  expect(href).not.toBe("");
  const product = await shop.createProduct({
    short_description: "Measures light.",
    key_features: ["Light", "Small"],
    other_images: ["/products/spectra-100-front.svg"],
    main_image: "/products/spectra-100.svg",
  });
  const paths = [
    "/store",
    "/store/products",
    "/store/products?search=nothingofthatname",
    `/store/products/${product.id}`,
    `/store/products/${unknownUserId}`,
    hrefOf(pages.legalText, { kind: "terms" }),
    pages.accessibility,
    pages.status,
  ];
  for (const path of paths) {
    for (const size of [desktopViewport, phoneViewport]) {
      await page.setViewportSize(size);
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(path.endsWith(unknownUserId) ? 404 : 200);
      expect(await page.locator('link[rel="stylesheet"]').count(), path).toBe(0);
      expect(await listChanges(page, href), `${path} at ${size.width} px`).toEqual([]);
    }
  }
});
