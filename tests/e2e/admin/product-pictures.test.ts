import type { Page } from "playwright";
import { onTestFinished } from "vitest";
import { listProductImages } from "../../../worker/contract/v1/admin/product-images.ts";
import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { expect, openPage, test } from "../../support/browser.ts";
import { buildAvif, codedItem } from "../../support/pictures/avif.ts";
import { buildExif, joinBytes, script } from "../../support/pictures/bytes.ts";
import { buildJpeg, buildSegment } from "../../support/pictures/jpeg.ts";
import { buildPng, buildPngChunk } from "../../support/pictures/png.ts";
import { uploadPicture } from "../../support/pictures/upload.ts";
import {
  alpha,
  buildExtendedHeader,
  lossy,
  buildRiff,
  buildRiffChunk,
  buildLosslessWebp,
} from "../../support/pictures/webp.ts";
import { shop } from "../../support/store.ts";

const pictureFile = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });
const section = (page: Page) => page.locator("#pictures");
const items = (page: Page) =>
  section(page).getByRole("list", { name: "Pictures in their order" }).getByRole("listitem");
const sizes = (page: Page) => items(page).locator(".small").allTextContents();

const listImages = async ({ client }: Actor, product_id: string) =>
  (await client.call(listProductImages, { params: { product_id } })).reply().data;

test("several pictures are uploaded at once, each with what became of it", async ({ open }) => {
  const admin = await signedInAdmin();
  const { id, name } = await shop.createProduct({ main_image: null });
  const page = await open({ session: admin.token });
  await page.goto(`/admin/products/${id}`);
  await expect(section(page).getByText("This product has no pictures yet.")).toBeVisible();
  await section(page)
    .getByLabel("Add pictures")
    .setInputFiles([
      pictureFile("one.png", buildPng({ width: 21 })),
      pictureFile("two.svg", joinBytes(`<svg>${script}</svg>`)),
      pictureFile("three.jpg", buildJpeg({ width: 22 })),
      pictureFile("four.png", Buffer.alloc(5 * 2 ** 20 + 1)),
    ]);
  await section(page).getByRole("button", { name: "Upload" }).click();
  await expect(items(page)).toHaveCount(2);
  expect(await sizes(page)).toEqual(["Main picture · 21 × 6", "Picture 2 · 22 × 6"]);
  const uploads = section(page).getByRole("list", { name: "Uploads" }).getByRole("listitem");
  await expect(uploads).toHaveCount(2);
  await expect(uploads.filter({ hasText: "two.svg" })).toContainText("Choose a PNG, JPEG, WebP or AVIF");
  await expect(uploads.filter({ hasText: "four.png" })).toContainText("The file must be at most 5 MiB.");
  await expect(items(page).first().getByRole("img", { name })).toHaveJSProperty("naturalWidth", 21);
});

test("files are dropped, pictures are dragged, moved by the keyboard, described and deleted", async ({ open }) => {
  const admin = await signedInAdmin();
  const { id } = await shop.createProduct({ main_image: null });
  const page = await open({ session: admin.token });
  await page.goto(`/admin/products/${id}`);
  await expect(section(page).getByLabel("Add pictures")).toBeVisible();
  const transfer = await page.evaluateHandle(
    (files) => {
      const data = new DataTransfer();
      for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
      return data;
    },
    [31, 32, 33].map((width): [string, number[]] => [`${width}.png`, [...buildPng({ width })]]),
  );
  await section(page).locator(".pictures").dispatchEvent("drop", { dataTransfer: transfer });
  await expect(items(page)).toHaveCount(3);

  await items(page).nth(2).dragTo(items(page).nth(0));
  await expect(items(page).first().locator(".small")).toHaveText("Main picture · 33 × 6");
  const later = section(page).getByRole("button", { name: "Move the main picture later" });
  await later.focus();
  await page.keyboard.press("Enter");
  await expect(items(page).first().locator(".small")).toHaveText("Main picture · 31 × 6");
  await expect(section(page).getByRole("button", { name: "Move picture 2 later" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(items(page).nth(2).locator(".small")).toHaveText("Picture 3 · 33 × 6");

  await items(page).first().getByLabel("Alternative text").fill("Seen from above");
  await items(page).first().getByRole("button", { name: "Save" }).click();
  await expect(items(page).first().getByRole("img", { name: "Seen from above" })).toBeVisible();

  await items(page).nth(1).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this picture?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(items(page)).toHaveCount(3);
  await items(page).nth(1).getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete picture" }).click();
  await expect(items(page)).toHaveCount(2);

  const remainingImages = await listImages(admin, id);
  expect(remainingImages.map(({ width, alt_text }) => [width, alt_text])).toEqual([
    [31, "Seen from above"],
    [33, ""],
  ]);
  await page.goto(`/store/products/${id}`);
  const picture = page.getByRole("img", { name: "Seen from above" }).first();
  await expect(picture).toHaveJSProperty("naturalWidth", 31);
  expect([await picture.getAttribute("width"), await picture.getAttribute("height")]).toEqual(["31", "6"]);
});

test("without script one picture at a time is uploaded, moved, described and deleted", async ({ open }) => {
  const admin = await signedInAdmin();
  const { id } = await shop.createProduct({ main_image: null });
  const page = await open({ session: admin.token, javaScriptEnabled: false });
  await page.goto(`/admin/products/${id}`);
  for (const [name, content] of [
    ["one.png", buildPng({ width: 41 })],
    ["two.png", buildPng({ width: 42 })],
  ] as const) {
    await section(page).getByLabel("Add a picture").setInputFiles(pictureFile(name, content));
    await section(page).getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("The picture is uploaded.")).toBeVisible();
  }
  await section(page)
    .getByLabel("Add a picture")
    .setInputFiles(pictureFile("page.html", joinBytes(script)));
  await section(page).getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Choose a PNG, JPEG, WebP or AVIF")).toBeVisible();
  await section(page)
    .getByLabel("Add a picture")
    .setInputFiles(pictureFile("big.png", Buffer.alloc(6 * 2 ** 20)));
  await section(page).getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("The file must be at most 5 MiB.")).toBeVisible();

  await section(page).getByRole("button", { name: "Move picture 2 earlier" }).click();
  await expect(page.getByText("The pictures are in their new order.")).toBeVisible();
  expect(await sizes(page)).toEqual(["Main picture · 42 × 6", "Picture 2 · 41 × 6"]);
  await items(page).first().getByLabel("Alternative text").fill("The front");
  await items(page).first().getByRole("button", { name: "Save" }).click();
  await expect(items(page).first().getByRole("img", { name: "The front" })).toBeVisible();
  await items(page).first().getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete picture" }).click();
  await expect(page.getByText("The picture is deleted.")).toBeVisible();
  await expect(items(page)).toHaveCount(1);
});

const drawPicture = (page: Page, type: string): Promise<number[]> =>
  page.evaluate(async (wanted) => {
    const canvas = new OffscreenCanvas(48, 36);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#0b5d75";
    context.fillRect(0, 0, 24, 36);
    const blob = await canvas.convertToBlob({ type: wanted, quality: 0.8 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, type);

test("every format is still a picture once it is cleaned, and a page hidden in one runs nothing", async ({ open }) => {
  const admin = await signedInAdmin();
  const page = await open({ session: admin.token });
  const { id } = await shop.createProduct({ main_image: null });
  await page.goto(`/admin/products/${id}`);
  const canvasPictures = await Promise.all(
    ["image/png", "image/jpeg", "image/webp"].map((type) => drawPicture(page, type)),
  );
  const rotatedExif = buildSegment(0xe1, joinBytes("Exif\0\0", buildExif(6)));
  const files: [Buffer<ArrayBuffer>, number, number][] = [
    ...canvasPictures.map((bytes): [Buffer<ArrayBuffer>, number, number] => [joinBytes(bytes), 48, 36]),
    [buildPng({ width: 12, before: [buildPngChunk("tEXt", `Comment\0${script}`)], behind: script }), 12, 6],
    [buildJpeg({ width: 24, height: 8, before: [rotatedExif], behind: `<html>${script}` }), 8, 24],
    [buildJpeg({ width: 40, height: 30, isProgressive: true }), 40, 30],
    [buildLosslessWebp(), 32, 24],
    [
      buildRiff(
        buildExtendedHeader(0x10),
        buildRiffChunk("ALPH", alpha),
        buildRiffChunk("VP8 ", lossy),
        buildRiffChunk("XMP ", script),
      ),
      32,
      24,
    ],
    [
      buildAvif({
        items: [codedItem(), { type: "Exif", data: joinBytes([0, 0, 0, 0], buildExif(6)) }],
        behind: script,
      }),
      32,
      24,
    ],
  ];
  // `openPage` does not fail on console errors: the browser's own page for an image reports the blocked script.
  const imagePage = await openPage();
  onTestFinished(() => imagePage.close());
  for (const [content, width, height] of files) {
    const image = (await uploadPicture(admin.client, id, content)).reply();
    expect([image.width, image.height]).toEqual([width, height]);
    const size = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return [picture.naturalWidth, picture.naturalHeight];
    }, image.address);
    expect([image.address, size]).toEqual([image.address, [width, height]]);
    await imagePage.page.goto(image.address);
    await expect(imagePage.page.locator("img")).toHaveJSProperty("naturalWidth", width);
    await expect(imagePage.page).not.toHaveTitle("run");
    expect(await imagePage.page.evaluate(() => origin)).toBe("null");
  }
});
