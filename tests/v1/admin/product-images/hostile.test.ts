import { expect, test } from "vitest";
import { createProductImage } from "../../../../worker/contract/v1/admin/product-images.ts";
import { signedInAdmin, visitor } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { hostileFiles } from "../../../support/pictures/hostile.ts";
import { buildPng } from "../../../support/pictures/png.ts";
import { shop } from "../../../support/store.ts";

const { client } = await signedInAdmin();

test("the corpus has no fewer than 40 files, and each a name of its own", () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(40);
  expect(new Set(hostileFiles.map(([name]) => name)).size).toBe(hostileFiles.length);
});

test.each(hostileFiles)("%s", async (_name, file, outcome) => {
  const { id } = await shop.createProduct({ main_image: null, other_images: [] });
  const form = new FormData();
  // The declared media type is wrong on purpose: the server must look at the bytes.
  form.append("file", new Blob([file], { type: "text/html" }), "picture.html");
  const answer = await client.fetch(`/v1/admin/products/${id}/images`, { method: "POST", body: form });
  const text = await answer.text();
  if (outcome === "refused") {
    expect(answer.status, text).toBe(400);
    const { issues } = JSON.parse(text);
    expect(issues).toEqual([
      { code: "custom", path: ["file"], message: expect.stringContaining("PNG, JPEG, WebP or AVIF") },
    ]);
    expect(await query("select main_image, other_images from products where id = $1", [id])).toEqual([
      { main_image: null, other_images: [] },
    ]);
    return;
  }
  expect(answer.status, text).toBe(201);
  const { address, bytes } = createProductImage.reply.parse(JSON.parse(text));
  const served = await visitor().fetch(address);
  expect([served.status, served.headers.get("content-type"), served.headers.get("x-content-type-options")]).toEqual([
    200,
    outcome,
    "nosniff",
  ]);
  expect(served.headers.get("content-security-policy")).toMatch(/^default-src 'none'; sandbox/);
  const stored = Buffer.from(await served.arrayBuffer());
  expect(stored).toHaveLength(bytes ?? 0);
  for (const word of ["script", "<html", "<svg", "PK\u0003", "Photoshop", "xap/1.0"])
    expect([word, stored.includes(word, 0, "latin1")]).toEqual([word, false]);
});

test("every beginning of a picture is refused, and no byte that is turned over fails the worker", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  const file = buildPng();
  const send = async (content: Buffer<ArrayBuffer>) => {
    const form = new FormData();
    form.append("file", new Blob([content]));
    return (await client.fetch(`/v1/admin/products/${id}/images`, { method: "POST", body: form })).status;
  };
  for (let length = 1; length < file.length; length += 7)
    expect([length, await send(Buffer.from(file.subarray(0, length)))]).toEqual([length, 400]);
  for (let at = 0; at < file.length; at += 5) {
    const corrupted = Buffer.from(file);
    corrupted[at] = (corrupted[at] ?? 0) ^ 0x55;
    expect([at, await send(corrupted)]).toEqual([at, 400]);
  }
});
