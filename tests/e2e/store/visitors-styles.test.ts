// A visitor's page carries a part of the stylesheet that customers load, and nobody may see that it is a part.
import type { Page } from "playwright";
import { signedIn } from "../../support/actors.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { noUser } from "../../http/inline/addresses.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";

/** Which properties of which elements change once the page has the stylesheet at `href` in place of its own. */
const listChanges = (page: Page, href: string) =>
  page.evaluate(async (address) => {
    const stylesOf = (element: Element) =>
      [undefined, "::before", "::after"].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        if (pseudo && style.content === "none") return [];
        return Array.from(style, (name) => `${pseudo ?? ""} ${name}: ${style.getPropertyValue(name)}`);
      });
    const elements = [...document.body.querySelectorAll("*")];
    const before = elements.map(stylesOf);
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    const arrived = new Promise((resolve) => link.addEventListener("load", resolve));
    document.head.append(link);
    await arrived;
    document.querySelectorAll("style").forEach((style) => style.remove());
    return elements.flatMap((element, index) => {
      const old = new Set(before[index]);
      const changed = stylesOf(element).filter((text) => !old.has(text));
      return changed.length > 0 ? [`${element.tagName} ${element.className.toString()}: ${changed.join(", ")}`] : [];
    });
  }, href);

test("a visitor's page needs no file of styles, and looks as with the whole stylesheet", async ({ page }) => {
  const own = await (await (await signedIn()).client.fetch("/store")).text();
  const href = /href="(\/assets\/site-[^"]+\.css)"/.exec(own)?.[1] ?? "";
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
    `/store/products/${noUser}`,
    hrefOf(pages.legalText, { kind: "terms" }),
    pages.accessibility,
    pages.status,
  ];
  for (const path of paths) {
    for (const size of [desktopViewport, phoneViewport]) {
      await page.setViewportSize(size);
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(path.endsWith(noUser) ? 404 : 200);
      expect(await page.locator('link[rel="stylesheet"]').count(), path).toBe(0);
      expect(await listChanges(page, href), `${path} at ${size.width} px`).toEqual([]);
    }
  }
});
