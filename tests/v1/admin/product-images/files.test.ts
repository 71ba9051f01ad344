import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createProductImage, deleteProductImage } from "../../../../worker/contract/v1/admin/product-images.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { createClient } from "../../../support/client.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { factoriesOn } from "../../../support/factories.ts";
import { sendRaw } from "../../../http/raw-request.ts";
import { joinBytes } from "../../../support/pictures/bytes.ts";
import { buildPng } from "../../../support/pictures/png.ts";
import { uploadPicture } from "../../../support/pictures/upload.ts";
import { sandboxAt } from "../../../support/sandbox.ts";
import { shopOn } from "../../../support/store.ts";

const dayMs = 24 * 60 * 60 * 1000;

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let database: Query;
let shop: ReturnType<typeof shopOn>;
let admin: Awaited<ReturnType<ReturnType<typeof actorsOn>["signedInAdmin"]>>;
beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
  database = openDatabase(app.sandbox.databaseUrl);
  const place = { query: database, factories: factoriesOn(database), url: app.worker.url };
  shop = shopOn({ ...place, sandbox });
  admin = await actorsOn(place).signedInAdmin();
});
afterEach(async () => {
  await sandbox.clearFaults();
  await setFileAge(0);
});
afterAll(() => app?.stop());

let pictureCount = 0;
const nextPng = () => buildPng({ width: 30, height: 1 + (pictureCount += 1) });
const setFileAge = (ms: number) => fetch(`${app.sandbox.url}/files/age`, { method: "PUT", body: String(ms) });
const fetchStatus = async (address: string) =>
  (await createClient({ url: app.worker.url }).fetch(address, { method: "HEAD" })).status;
async function cleanUpTomorrow(): Promise<void> {
  await setFileAge(dayMs + 60_000);
  await database("update image_objects set stored_at = stored_at - interval '25 hours'");
  await sandbox.runJob("clean-up");
}
const readPictures = (id: string) =>
  database(
    `select p.main_image, p.other_images, (select count(*)::int from product_images i where i.product_id = p.id) as images
     from products p where id = $1`,
    [id],
  );
const noPictures = [{ main_image: null, other_images: [], images: 0 }];
const createNamedProduct = (name: string) => shop.createProduct({ main_image: null, name });

test("a bucket that fails leaves nothing behind but a 503, and the same upload succeeds once it works", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  const file = nextPng();
  await sandbox.addFault({ service: "files", kind: "status", value: 500, path: "/put" });
  const refused = await uploadPicture(admin.client, id, file);
  expect([refused.status, refused.errcode]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(await readPictures(id)).toEqual(noPictures);
  const { address } = (await uploadPicture(admin.client, id, file)).reply();
  expect(await fetchStatus(address)).toBe(200);
  await sandbox.addFault({ service: "files", kind: "status", value: 500, path: "/head" });
  expect(await fetchStatus(address)).toBe(503);
});

test("a picture whose row was never written is removed after a day, and not before", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  const file = nextPng();
  await sandbox.addFault({ service: "database", kind: "cut", text: "image_objects" });
  expect((await uploadPicture(admin.client, id, file)).status).toBe(503);
  expect(await readPictures(id)).toEqual(noPictures);
  const other = await shop.createProduct({ main_image: null });
  const { address, id: image_id } = (await uploadPicture(admin.client, other.id, file)).reply();
  await database("delete from product_images where id = $1", [image_id]);
  await database("update products set main_image = null where id = $1", [other.id]);
  await database("delete from image_objects where address = $1", [address]);
  await sandbox.runJob("clean-up");
  expect(await fetchStatus(address)).toBe(200);
  await cleanUpTomorrow();
  expect(await fetchStatus(address)).toBe(404);
});

test("what a product or an order shows is never removed; what nothing shows is, a day after it was deleted", async () => {
  const [one, two] = [await shop.createProduct({ main_image: null }), await shop.createProduct({ main_image: null })];
  const file = nextPng();
  const first = (await uploadPicture(admin.client, one.id, file)).reply();
  const second = (await uploadPicture(admin.client, two.id, file)).reply();
  const remove = (product_id: string, image_id: string | null) =>
    admin.client.call(deleteProductImage, { params: { product_id, image_id: image_id ?? "" } });
  await remove(one.id, first.id);
  await cleanUpTomorrow();
  expect(await fetchStatus(first.address)).toBe(200);

  const [order] = await database<{ id: string }>("select id from orders limit 1");
  await database(
    `insert into order_lines (order_id, product_id, position, quantity, name, price, main_image)
     select $1, $2, 99, 1, 'Shown', 0, $3`,
    [order?.id ?? null, two.id, first.address],
  );
  await remove(two.id, second.id);
  await cleanUpTomorrow();
  expect(await fetchStatus(first.address)).toBe(200);
  await database("delete from order_lines where main_image = $1", [first.address]);

  await setFileAge(dayMs + 60_000);
  await database("update image_objects set stored_at = now() where address = $1", [first.address]);
  await sandbox.runJob("clean-up");
  expect(await fetchStatus(first.address)).toBe(200);
  await cleanUpTomorrow();
  expect(await fetchStatus(first.address)).toBe(404);
  expect(await readPictures(two.id)).toEqual(noPictures);
});

test("an upload of the same bytes while they are removed does not lose its file", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  for (let round = 0; round < 5; round++) {
    const file = nextPng();
    const { address, id: image_id } = (await uploadPicture(admin.client, id, file)).reply();
    await admin.client.call(deleteProductImage, { params: { product_id: id, image_id: image_id ?? "" } });
    await setFileAge(dayMs + 60_000);
    await database("update image_objects set stored_at = stored_at - interval '25 hours'");
    // The bucket deletes slowly while the same picture is uploaded again.
    await sandbox.addFault({ service: "files", kind: "delay", value: 40 * round, path: "/delete" });
    const [, secondUpload] = await Promise.all([sandbox.runJob("clean-up"), uploadPicture(admin.client, id, file)]);
    expect(secondUpload.reply().address).toBe(address);
    expect([round, await fetchStatus(address)]).toEqual([round, 200]);
    await admin.client.call(deleteProductImage, {
      params: { product_id: id, image_id: secondUpload.reply().id ?? "" },
    });
  }
});

test("a removal that died keeps the same picture from being uploaded for a minute at most", async () => {
  const { id } = await shop.createProduct({ main_image: null });
  const { address, id: image_id } = (await uploadPicture(admin.client, id, nextPng())).reply();
  await admin.client.call(deleteProductImage, { params: { product_id: id, image_id: image_id ?? "" } });
  await database("update image_objects set removing_at = now() - interval '2 minutes' where address = $1", [address]);
  const width = Number(/-(\d+)x/.exec(address)?.[1]);
  const height = Number(/x(\d+)\./.exec(address)?.[1]);
  expect((await uploadPicture(admin.client, id, buildPng({ width, height }))).reply().address).toBe(address);
});

const bound = "----picture";
const fileHead = `--${bound}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
const contentType = `multipart/form-data; boundary=${bound}`;

test("a request that breaks off in the middle writes nothing", async () => {
  const { id } = await createNamedProduct("Broken off");
  const file = nextPng();
  const cookie = `__Host-session=${admin.token}`;
  const headers = {
    cookie,
    "content-type": contentType,
    "sec-fetch-site": "same-origin",
    "content-length": String(file.length + 500),
  };
  const path = `/v1/admin/products/${id}/images`;
  const parts = [fileHead, file.toString("latin1").slice(0, 40)];
  await sendRaw({ url: app.worker.url, path, headers, parts, deadlineMs: 500 });
  expect(await readPictures(id)).toEqual(noPictures);
});

const joinParts = (...pieces: (string | Uint8Array)[]) => joinBytes(...pieces);
const forms: [string, Buffer<ArrayBuffer>, string][] = [
  ["of another type", joinParts("{}"), "415"],
  ["without its end", joinParts(fileHead, nextPng()), "400 This form cannot be read."],
  [
    "without a file",
    joinParts(`--${bound}\r\ncontent-disposition: form-data; name="alt_text"\r\n\r\nx\r\n--${bound}--\r\n`),
    "400 Choose a file.",
  ],
  [
    "with an empty file field",
    joinParts(`--${bound}\r\ncontent-disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--${bound}--\r\n`),
    "400 Choose a file.",
  ],
  [
    "with two files",
    joinParts(fileHead, nextPng(), "\r\n", fileHead, nextPng(), `\r\n--${bound}--\r\n`),
    "400 Send one file at a time.",
  ],
  [
    "with a file in another field",
    joinParts(fileHead.replace('"file"', '"other"'), nextPng(), `\r\n--${bound}--\r\n`),
    '400 The file belongs into the field "file".',
  ],
  ["with a head without end", joinParts(`--${bound}\r\n`, "x".repeat(5000)), "400 This form cannot be read."],
  [
    "with a file that is too long",
    joinParts(fileHead, Buffer.alloc(createProductImage.file.bytes_max + 1), `\r\n--${bound}--\r\n`),
    "400 The file must be at most 5 MiB.",
  ],
  ["that is far too long", joinParts(fileHead, Buffer.alloc(8 * 2 ** 20)), "400 The file must be at most 5 MiB."],
];

test.each(forms)("a form %s is refused, with what is wrong with it", async (name, body, outcome) => {
  const { id } = await createNamedProduct("Refused");
  const answer = await admin.client.fetch(`/v1/admin/products/${id}/images`, {
    method: "POST",
    headers: { "content-type": name === "of another type" ? "application/json" : contentType },
    body,
  });
  const formReply = Object(await answer.json());
  expect(
    [String(answer.status), ...(formReply.issues ?? []).map(({ message }: { message: string }) => message)].join(" "),
  ).toBe(outcome);
  expect(await readPictures(id)).toEqual(noPictures);
});

test("a form that does not say how long it is, is counted as it comes", async () => {
  const { id } = await createNamedProduct("Counted");
  const path = `/v1/admin/products/${id}/images`;
  const stream = (pieces: Uint8Array[]) =>
    new ReadableStream({
      pull(controller) {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
  const send = async (pieces: Uint8Array[]) => {
    const init: RequestInit & { duplex: "half" } = { method: "POST", body: stream(pieces), duplex: "half" };
    const answer = await admin.client.fetch(path, { ...init, headers: { "content-type": contentType } });
    return answer.status;
  };
  const file = nextPng();
  const bytePieces = [...joinBytes(fileHead, file, `\r\n--${bound}--\r\n`)].map((byte) => Uint8Array.of(byte));
  expect(await send(bytePieces)).toBe(201);
  expect(await send([joinBytes(fileHead), ...Array.from({ length: 7 }, () => new Uint8Array(2 ** 20))])).toBe(400);
});
