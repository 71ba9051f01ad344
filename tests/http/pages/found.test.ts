import { expect, test } from "vitest";
import { demoProducts } from "../../../sandbox/seed/products/index.ts";
import { workerUrl } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { shop } from "../../support/store.ts";

const read = async (path: string) => {
  const answer = await createClient().fetch(path);
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};

/** Whether no Disallow line of robots.txt is a prefix of the path (RFC 9309, without Allow). */
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
  for (const path of [
    "/store/cart",
    "/store/checkout",
    "/store/orders/1",
    "/portal/orders/1",
    "/portal/subscriptions",
    "/portal/profile",
  ])
    expect(mayRead(text, path), path).toBe(false);
  for (const path of ["/admin", "/v1/store/products", "/setup/1/2", "/verify/1/2", "/verify-email/1/2", "/flowpoint"])
    expect(mayRead(text, path), path).toBe(false);
  expect(text).toContain(`Sitemap: ${workerUrl}/sitemap.xml`);
});

test("the sitemap names what is sold and every text of the shop, and nothing that robots may not read", async () => {
  const { id } = await shop.createProduct();
  const hiddenProduct = await shop.createProduct({ is_published: false });
  const { status, type, text } = await read(`/sitemap.xml?at=${id}`);
  expect([status, type]).toEqual([200, "application/xml"]);
  const paths = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => url.replace(workerUrl, ""));
  expect(paths).toContain(`/store/products/${id}`);
  expect(paths).not.toContain(`/store/products/${hiddenProduct.id}`);
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

const drawings = demoProducts.flatMap(({ main_image }) => (main_image ? [main_image] : []));

test("a link to a product with a drawing shows the drawing, as PNG because nobody who shows links draws SVG", async () => {
  expect(new Set(drawings).size).toBeGreaterThan(15);
  for (const main_image of new Set(drawings)) {
    const { id } = await shop.createProduct({ main_image });
    const { text } = await read(`/store/products/${id}`);
    const [, image = ""] = /<meta property="og:image" content="([^"]*)"/.exec(text) ?? [];
    expect(image).toMatch(new RegExp(`^${workerUrl}/products/links/[\\w-]+\\.png$`));
    const answer = await createClient().fetch(image.replace(workerUrl, ""));
    const bytes = Buffer.from(await answer.arrayBuffer());
    // https://www.w3.org/TR/png-3/: the signature, then width and height at bytes 16 and 20
    expect([main_image, answer.status, bytes.toString("latin1", 1, 4)]).toEqual([main_image, 200, "PNG"]);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], main_image).toEqual([800, 420]);
  }
  const { id } = await shop.createProduct({ main_image: "https://images.example/b.png" });
  expect((await read(`/store/products/${id}`)).text).toContain(
    '<meta property="og:image" content="https://images.example/b.png"',
  );
});

test("a web manifest names the shop and its icons, and the page's policy lets it in", async () => {
  const page = await createClient().fetch("/store");
  expect(await page.text()).toContain('<link rel="manifest" href="/manifest.webmanifest"');
  expect(page.headers.get("content-security-policy")).toContain("manifest-src 'self'");
  const manifest = await createClient().fetch("/manifest.webmanifest");
  expect([manifest.status, manifest.headers.get("content-type")]).toEqual([200, "application/manifest+json"]);
  const { name, icons }: { name: string; icons: { src: string; sizes: string }[] } = await manifest.json();
  expect(name).toBe("CGX CrunchBox");
  // https://www.w3.org/TR/appmanifest/; browsers ask for an icon of 512 px
  expect(icons.map(({ sizes }) => sizes)).toContain("512x512");
  for (const { src } of icons) expect((await createClient().fetch(src)).status, src).toBe(200);
});

test("the title of a search says what was searched for", async () => {
  expect((await read("/store/products?search=spectra")).text).toContain(
    "<title>“spectra” · Products · CrunchBox</title>",
  );
});
