import { expect, test } from "vitest";
import { workerUrl } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { shop } from "../../support/store.ts";

const read = async (path: string) => {
  const answer = await createClient().fetch(path);
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};

/** Whether a crawler may read a path, as RFC 9309 has it: the longest rule that fits. */
const mayRead = (robots: string, path: string): boolean =>
  ![...robots.matchAll(/^Disallow: (\S+)$/gm)].some(([, rule = ""]) => path.startsWith(rule));

test("robots.txt closes only what is private, and names the sitemap", async () => {
  const { status, type, text } = await read("/robots.txt");
  expect([status, type]).toEqual([200, "text/plain; charset=UTF-8"]);
  for (const path of [
    "/",
    "/store",
    "/store/products",
    "/store/products/1",
    "/store/legal/terms",
    "/sign-in/crunchbox",
  ])
    expect(mayRead(text, path), path).toBe(true);
  for (const path of ["/store/cart", "/store/checkout", "/store/orders/1", "/store/subscriptions", "/portal/profile"])
    expect(mayRead(text, path), path).toBe(false);
  for (const path of ["/admin", "/v1/store/products", "/setup/1/2", "/verify/1/2", "/verify-email/1/2", "/flowpoint"])
    expect(mayRead(text, path), path).toBe(false);
  expect(text).toContain(`Sitemap: ${workerUrl}/sitemap.xml`);
});

test("the sitemap names what is sold and every text of the shop, and nothing that robots may not read", async () => {
  const { id } = await shop.createProduct();
  const hidden = await shop.createProduct({ is_published: false });
  const { status, type, text } = await read(`/sitemap.xml?at=${id}`);
  expect([status, type]).toEqual([200, "application/xml"]);
  const paths = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => url.replace(workerUrl, ""));
  expect(paths).toContain(`/store/products/${id}`);
  expect(paths).not.toContain(`/store/products/${hidden.id}`);
  for (const path of ["/store", "/store/products", "/store/legal/terms", "/store/legal/privacy"])
    expect(paths).toContain(path);
  const robots = (await read("/robots.txt")).text;
  expect(paths.filter((path) => !mayRead(robots, path))).toEqual([]);
});

test("a product's link shows its name, its words and a picture wherever it is pasted", async () => {
  const { id, name } = await shop.createProduct({ short_description: "Reads light." });
  const { text } = await read(`/store/products/${id}`);
  const properties = Object.fromEntries(
    [...text.matchAll(/<meta property="(og:\w+)" content="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  expect(properties).toMatchObject({
    "og:title": name,
    "og:description": "Reads light.",
    "og:url": `${workerUrl}/store/products/${id}`,
    "og:image": `${workerUrl}/og.png`,
  });
  expect(text).toContain('<meta name="theme-color" content="#10171c" media="(prefers-color-scheme: dark)"');
  for (const path of ["/og.png", "/favicon.ico", "/apple-touch-icon.png"])
    expect((await createClient().fetch(path)).status, path).toBe(200);
});

test("the title of a search says what was searched for", async () => {
  expect((await read("/store/products?search=spectra")).text).toContain(
    "<title>“spectra” · Products · CrunchBox</title>",
  );
});
