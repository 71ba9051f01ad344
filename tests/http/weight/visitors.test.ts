import { beforeAll, expect, test } from "vitest";
import { type Weight, weigh } from "../../../tools/bench/weight.ts";
import { workerUrl } from "../../support/app.ts";
import { query } from "../../support/database.ts";

const firstViewMax = 25_000;
const weights = new Map<string, Weight>();

/** Path of a product of the demo shop, whose products have pictures, facts and files. */
async function findProduct(sku: string): Promise<string> {
  const [product] = await query<{ id: string }>("select id from products where sku = $1", [sku]);
  if (!product) throw new Error(`${sku} is not sold`);
  return `/store/products/${product.id}`;
}

beforeAll(async () => {
  const pages = {
    home: "/store",
    list: "/store/products",
    device: await findProduct("CGX-SP100"),
    plan: await findProduct("FP-PRO-M"),
  };
  for (const [name, path] of Object.entries(pages)) weights.set(name, await weigh(workerUrl + path));
});

test.each(["home", "list", "device", "plan"])(
  "the HTML, style and script of a visitor's first view, the %s of the store, are at most 25 kB",
  (name) => {
    const { html_gzip = Infinity, script_brotli = Infinity, stylesheets = [], third_party } = weights.get(name) ?? {};
    const style = stylesheets.reduce((sum, { gzip }) => sum + gzip, 0);
    expect(style).toBeGreaterThan(1000);
    expect(html_gzip + style + script_brotli).toBeLessThanOrEqual(firstViewMax);
    expect(third_party).toEqual([]);
  },
);
