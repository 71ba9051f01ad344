// The life of a picture from upload to removal; hostile files are in product-images/hostile.test.ts.
import { expect, test } from "vitest";
import { openImage } from "../../../worker/contract/images.ts";
import {
  createProductImage,
  deleteProductImage,
  listProductImages,
  orderProductImages,
  updateProductImage,
} from "../../../worker/contract/v1/admin/product-images.ts";
import { getAdminProduct, updateProduct } from "../../../worker/contract/v1/admin/products.ts";
import { getProduct } from "../../../worker/contract/v1/store/products.ts";
import { signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { buildAvif } from "../../support/pictures/avif.ts";
import { buildExif, joinBytes, script } from "../../support/pictures/bytes.ts";
import { buildJpeg, buildSegment } from "../../support/pictures/jpeg.ts";
import { buildPng, buildPngChunk } from "../../support/pictures/png.ts";
import { uploadPicture } from "../../support/pictures/upload.ts";
import { buildWebp, buildLosslessWebp } from "../../support/pictures/webp.ts";
import { shop } from "../../support/store.ts";

/** Makes each picture different, because equal bytes are one file. */
let pictureCount = 0;
const nextPng = () => buildPng({ width: 20, height: 10 + (pictureCount += 1), before: [] });

const admin = await signedInAdmin();

test("an uploaded picture is the product's, and is served by its content for a year", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  const file = nextPng();
  const image = (await uploadPicture(admin.client, id, file, "The front")).reply();
  expect(image).toMatchObject({ alt_text: "The front", content_type: "image/png", width: 20, is_shown: true });
  expect(image.address).toMatch(/^\/images\/[0-9a-f]{64}-20x\d+\.png$/);
  const reader = await signedIn();
  const productReply = (await reader.client.call(getProduct, { params: { id } })).reply();
  expect(productReply).toMatchObject({ main_image: image.address, image_texts: { [image.address]: "The front" } });
  const answer = await visitor().fetch(image.address);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(image.bytes),
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; sandbox/),
  });
  expect(answer.headers.get("vary")).toBeNull();
  expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
  const [entry] = await query(
    `select data -> 'changes' as changes from audit_log where subject_id = $1 and action = 'createProductImage' and actor_id = $2`,
    [id, admin.user.id],
  );
  expect(entry).toEqual({
    changes: { main_image: [null, image.address], [`image_texts.${image.address}`]: [null, "The front"] },
  });
});

test("whoever has a picture is told that it has not changed, and HEAD tells of it without its bytes", async () => {
  const { id } = await shop.createProduct();
  const { address, bytes } = (await uploadPicture(admin.client, id, nextPng())).reply();
  const first = await visitor().fetch(address);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toBe(`"${address.slice(8, 72)}"`);
  for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await visitor().fetch(address, { headers: { "if-none-match": ifNoneMatch } });
    expect([ifNoneMatch, again.status, await again.text(), again.headers.get("etag")]).toEqual([
      ifNoneMatch,
      304,
      "",
      etag,
    ]);
  }
  expect((await visitor().fetch(address, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  const head = await visitor().fetch(address, { method: "HEAD" });
  expect([
    head.status,
    head.headers.get("content-length"),
    head.headers.get("content-type"),
    await head.text(),
  ]).toEqual([200, String(bytes), "image/png", ""]);
});

test("what is not there is not found", async () => {
  const { id } = await shop.createProduct();
  const { address } = (await uploadPicture(admin.client, id, nextPng())).reply();
  const hash = "0".repeat(64);
  const invalidPaths = [
    `/images/${hash}-8x6.png`,
    `/images/${hash}.png`,
    "/images/x",
    "/images/..%2fversions%2f1",
    address.replace(".png", ".webp"),
    address.replace(".png", ".svg"),
    address.replace("-20x", "-21x"),
  ];
  for (const path of invalidPaths) {
    const answer = await visitor().fetch(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.headers.get("content-type")).toBe("application/json");
    const conditionalAnswer = await visitor().fetch(path, { headers: { "if-none-match": "*" } });
    expect([path, conditionalAnswer.status]).toEqual([path, 404]);
  }
  const answer = await visitor().call(openImage, { params: { file_name: `${hash}-8x6.png` } });
  expect([answer.status, answer.errcode]).toEqual([404, "FILE_NOT_FOUND"]);
});

test("pictures stand in the order in which they came, until they are put into another", async () => {
  const { id } = await shop.createProduct({ main_image: "https://images.example.com/a.png", other_images: [] });
  const params = { product_id: id };
  const [one, two] = [
    (await uploadPicture(admin.client, id, nextPng())).reply(),
    (await uploadPicture(admin.client, id, nextPng())).reply(),
  ];
  const listShown = async () => {
    const { main_image, other_images } = (await admin.client.call(getAdminProduct, { params })).reply();
    return [main_image, ...other_images];
  };
  expect(await listShown()).toEqual(["https://images.example.com/a.png", one.address, two.address]);
  const images = [two.id ?? "", "https://images.example.com/a.png", one.id ?? ""];
  expect((await admin.client.call(orderProductImages, { params, body: { images } })).status).toBe(200);
  expect(await listShown()).toEqual([two.address, "https://images.example.com/a.png", one.address]);
  const listed = (await admin.client.call(listProductImages, { params })).reply();
  expect(listed.data.map(({ id: image, address, is_shown }) => [image, address, is_shown])).toEqual([
    [two.id, two.address, true],
    [null, "https://images.example.com/a.png", true],
    [one.id, one.address, true],
  ]);
  const invalidPaths = [
    [],
    [images[0]],
    [...images, images[0]],
    [...images, "/images/other.png"],
    images.with(0, crypto.randomUUID()),
  ];
  for (const each of invalidPaths) {
    const answer = await admin.client.call(orderProductImages, { params, body: { images: each } });
    expect([each, answer.status, answer.errcode]).toEqual([each, 422, "PRODUCT_IMAGES_CHANGED"]);
  }
  expect(await listShown()).toEqual([two.address, "https://images.example.com/a.png", one.address]);
});

test("a picture that somebody took out of the product is still there and can be shown again", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  const params = { product_id: id };
  const image = (await uploadPicture(admin.client, id, nextPng(), "Seen from above")).reply();
  await admin.client.call(updateProduct, { params, body: { main_image: null } });
  const hidden = (await admin.client.call(listProductImages, { params })).reply().data;
  expect(hidden).toMatchObject([{ id: image.id, is_shown: false }]);
  await admin.client.call(orderProductImages, { params, body: { images: [image.id] } });
  expect((await admin.client.call(getAdminProduct, { params })).reply().main_image).toBe(image.address);
});

test("an alternative text is changed, and emptied", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  const image = (await uploadPicture(admin.client, id, nextPng())).reply();
  const params = { product_id: id, image_id: image.id ?? "" };
  const updateText = (alt_text: string) => admin.client.call(updateProductImage, { params, body: { alt_text } });
  const readTexts = async () =>
    (await admin.client.call(getAdminProduct, { params: { product_id: id } })).reply().image_texts;
  expect(await readTexts()).toEqual({});
  expect((await updateText("  The front  ")).reply()).toMatchObject({
    id: image.id,
    alt_text: "The front",
    is_shown: true,
  });
  expect(await readTexts()).toEqual({ [image.address]: "The front" });
  expect((await updateText("")).reply().alt_text).toBe("");
  expect(await readTexts()).toEqual({});
  expect((await updateText("x".repeat(251))).problems[0]).toMatch(/^alt_text: /);
  const other = await shop.createProduct();
  const foreignParams = { ...params, product_id: other.id };
  const answer = await admin.client.call(updateProductImage, { params: foreignParams, body: { alt_text: "x" } });
  expect([answer.status, answer.errcode]).toEqual([404, "PRODUCT_IMAGE_NOT_FOUND"]);
});

test("a deleted picture leaves the product at once, and the next one is the main one", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  const [one, two] = [
    (await uploadPicture(admin.client, id, nextPng(), "One")).reply(),
    (await uploadPicture(admin.client, id, nextPng())).reply(),
  ];
  const params = { product_id: id, image_id: one.id ?? "" };
  const answers = await Promise.all([1, 2, 3].map(() => admin.client.call(deleteProductImage, { params })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  const product = (await admin.client.call(getAdminProduct, { params: { product_id: id } })).reply();
  expect(product).toMatchObject({ main_image: two.address, other_images: [], image_texts: {} });
  // The file remains until the clean-up job deletes it.
  expect((await visitor().fetch(one.address)).status).toBe(200);
});

test("the same picture sent ten times at once is one picture and one file, also of two products", async () => {
  const [one, two] = [await shop.createProduct({ main_image: null }), await shop.createProduct({ main_image: null })];
  const file = nextPng();
  const targets = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? one.id : two.id));
  const answers = await Promise.all(targets.map((id) => uploadPicture(admin.client, id, file)));
  expect(answers.map(({ status }) => status)).toEqual(targets.map(() => 201));
  expect(new Set(answers.map((answer) => answer.reply().address)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.reply().id)).size).toBe(2);
  const address = answers[0]?.reply().address ?? "";
  expect(await query("select 1 from image_objects where address = $1", [address])).toHaveLength(1);
  for (const { id } of [one, two])
    expect((await admin.client.call(getAdminProduct, { params: { product_id: id } })).reply()).toMatchObject({
      main_image: address,
      other_images: [],
    });
  const auditSql = "select data from audit_log where subject_id = $1 and action = 'createProductImage'";
  expect(await query(auditSql, [one.id])).toHaveLength(1);
});

test("a product has at most 20 pictures, however many come at once", async () => {
  const { id } = await shop.createProduct({ main_image: null, other_images: [] });
  await query("update products set other_images = $2 where id = $1", [
    id,
    Array.from({ length: 17 }, (_, n) => `https://images.example.com/${n}.png`),
  ]);
  const answers = await Promise.all(Array.from({ length: 6 }, () => uploadPicture(admin.client, id, nextPng())));
  expect(answers.map(({ status, errcode }) => errcode ?? status).toSorted()).toEqual([
    201,
    201,
    201,
    "PRODUCT_IMAGE_LIMIT",
    "PRODUCT_IMAGE_LIMIT",
    "PRODUCT_IMAGE_LIMIT",
  ]);
});

test("an unknown product is told before the file is read", async () => {
  const answer = await uploadPicture(admin.client, crypto.randomUUID(), Buffer.alloc(4 * 2 ** 20));
  expect([answer.status, answer.errcode]).toEqual([404, "PRODUCT_NOT_FOUND"]);
  expect((await uploadPicture(admin.client, "x", nextPng())).problems).toEqual(["product_id: Invalid uuid."]);
});

test.each([
  ["a JPEG", buildJpeg(), "image/jpeg", [8, 6]],
  ["a progressive JPEG", buildJpeg({ isProgressive: true, width: 20, height: 12 }), "image/jpeg", [20, 12]],
  [
    "a JPEG that lies on its side",
    buildJpeg({ width: 24, height: 8, before: [buildSegment(0xe1, joinBytes("Exif\0\0", buildExif(6)))] }),
    "image/jpeg",
    [8, 24],
  ],
  ["a WebP", buildWebp(), "image/webp", [32, 24]],
  ["a lossless WebP", buildLosslessWebp(), "image/webp", [32, 24]],
  ["an AVIF", buildAvif(), "image/avif", [32, 24]],
] as const)("%s is known by its content, whatever its name and declared type say", async (_what, file, type, size) => {
  const { id } = await shop.createProduct({ main_image: null });
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(file)], { type: "text/html" }), "../../page.html");
  const answer = await admin.client.fetch(`/v1/admin/products/${id}/images`, { method: "POST", body: form });
  const image = createProductImage.reply.parse(await answer.json());
  expect([answer.status, image.content_type, image.width, image.height]).toEqual([201, type, ...size]);
  const served = await visitor().fetch(image.address);
  expect([served.headers.get("content-type"), served.headers.get("x-content-type-options")]).toEqual([type, "nosniff"]);
});

test("nothing of the metadata is stored", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  const file = buildJpeg({
    width: 24,
    before: [
      buildSegment(0xe1, joinBytes("Exif\0\0", buildExif(3))),
      buildSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${script}`),
      buildSegment(0xfe, script),
    ],
    behind: script,
  });
  const jpegImage = (await uploadPicture(admin.client, id, file)).reply();
  const pngImage = (
    await uploadPicture(
      admin.client,
      id,
      buildPng({ width: 9, before: [buildPngChunk("tEXt", `Comment\0${script}`)], behind: script }),
    )
  ).reply();
  for (const { address, bytes } of [jpegImage, pngImage]) {
    const stored = Buffer.from(await (await visitor().fetch(address)).arrayBuffer());
    expect(stored).toHaveLength(bytes ?? 0);
    expect(stored.includes("script")).toBe(false);
  }
});
