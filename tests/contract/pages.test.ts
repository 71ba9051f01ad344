import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { findPageLiterals } from "./page-literals.ts";

const root = join(import.meta.dirname, "../..");
const pathsFile = "worker/contract/page-paths.ts";
const sources = globSync("{worker,routes,islands}/**/*.{ts,tsx}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file !== pathsFile && !file.endsWith(".d.ts"));

test("the address of a page is written in one place", () => {
  expect(sources.length).toBeGreaterThan(100);
  const pageTexts = sources.flatMap((file) =>
    findPageLiterals(file, readFileSync(join(root, file), "utf8")).map((text) => `${file}: ${text}`),
  );
  expect(pageTexts).toEqual([]);
});

test.each([
  'const path = "/store/orders";',
  "const href = `/store/orders/${id}`;",
  "const href = `${base}/sign-in/crunchbox?${query}`;",
  "const url = sql`${base} || '/store/subscriptions/' || s.id`;",
  'const link = <a href="/portal/profile">Profile</a>;',
  'const link = <a href="/">Home</a>;',
])("a page's address that is spelled out is found: %s", (source) => {
  expect(findPageLiterals("routes/some.tsx", source)).toHaveLength(1);
});

test.each([
  'const path = "/v1/store/products";',
  'import { page } from "../store/page.ts";',
  'const parts = text.split("/");',
  "const link = <a href={pages.home}>Home</a>;",
  'const picture = "/products/gate.svg";',
])("what is no page's address is left alone: %s", (source) => {
  expect(findPageLiterals("routes/some.tsx", source)).toEqual([]);
});

test("an address has its parameters and what its query names", () => {
  expect(hrefOf(pages.order, { order_id: "7" })).toBe("/portal/orders/7");
  expect(hrefOf(pages.verify, { user_id: "u", code: "A/B" })).toBe("/verify/u/A%2FB");
  expect(hrefOf(pages.products, {}, { search: "a&b", sort: "", page: undefined })).toBe("/store/products?search=a%26b");
  expect(hrefOf(pages.cart, {})).toBe("/store/cart");
});
