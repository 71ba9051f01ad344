import { expect, test } from "vitest";
import { visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";

const badAddresses = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "http://images.example/a.png",
  "//images.example/a.png",
  "/\\images.example/a.png",
  "ftp://images.example/a.png",
  " javascript:alert(1)",
  "images/a.png",
];

const imagesIn = (html: string) => [
  ...[...html.matchAll(/<img[^>]*\bsrc="([^"]*)"/g)].map(([, src]) => src),
  ...[...html.matchAll(/"image":(\[[^\]]*\])/g)].flatMap(([, list = "[]"]) => JSON.parse(list)),
];

test.each(badAddresses)("a product's picture at %j is not loaded, and named nowhere", async (address) => {
  const { id } = await shop.createProduct();
  await query("update products set main_image = $2, other_images = $3 where id = $1", [
    id,
    address,
    [address, "https://images.example/b.png", "/products/gate-g4.svg"],
  ]);
  const html = await (await visitor().fetch(`/store/products/${id}`)).text();
  const images = imagesIn(html);
  expect(images).toContain("https://images.example/b.png");
  expect(images).toContain("/products/gate-g4.svg");
  for (const image of images) expect(image).toMatch(/^(https:\/\/|\/products\/|http:\/\/localhost)/);
  expect(html).not.toContain("alert(1)");
  for (const list of ["/store/products", "/store"])
    for (const image of imagesIn(await (await visitor().fetch(list)).text())) expect(image).toMatch(/^(https:|\/)/);
});
