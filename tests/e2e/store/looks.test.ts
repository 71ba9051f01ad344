import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { demoProducts } from "../../../db/seed-products.ts";
import { expect, phone, test, wide } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { payButton } from "./steps.ts";

let session: string;
let orderPath: string;
beforeAll(async () => {
  const [device, plan] = [await shop.createProduct(), await shop.createPlan()];
  const { bought, ...buyer } = await shop.purchase([device, plan]);
  await shop.fillCart(buyer, [device, await shop.createPlan()]);
  session = buyer.token;
  orderPath = `/store/orders/${bought.order_id}`;
});

const product = `/store/products/${demoProducts.find(({ is_published }) => is_published)?.id}`;
const isReady = (page: Page) => expect(payButton(page)).toBeEnabled();
type Look = [name: string, path: () => string, until?: (page: Page) => Promise<unknown>];
const forAll: Look[] = [
  ["home", () => "/store"],
  ["list", () => "/store/products"],
  ["product", () => product],
];
const forBuyers: Look[] = [
  ["cart", () => "/store/cart"],
  ["checkout", () => "/store/checkout", isReady],
  ["order", () => orderPath],
];
const looks = [
  ...forAll.map((look) => ["visitor", ...look] as const),
  ...[...forAll, ...forBuyers].map((look) => ["buyer", ...look] as const),
];

/** What axe finds, short enough to read. */
async function findingsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

const excess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.for(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.for(looks)("a %s's %s has nothing that axe finds and fits a phone and a wide window", async (look, { open }) => {
    const [who, , path, until] = look;
    const page = await open({ colorScheme, ...(who === "buyer" ? { session } : {}) });
    expect((await page.goto(path()))?.status()).toBe(200);
    await until?.(page);
    for (const size of [phone, wide]) {
      await page.setViewportSize(size);
      expect(await excess(page), `at ${size.width} px`).toBe(0);
      expect(await findingsOf(page), `at ${size.width} px`).toEqual([]);
    }
  });
});
