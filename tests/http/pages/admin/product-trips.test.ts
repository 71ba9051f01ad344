import { afterAll, beforeAll, expect, test } from "vitest";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import * as contract from "../../../../worker/contract/v1/admin/product-imports.ts";
import { actorsOn } from "../../../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../../../support/app.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { factoriesOn, unique } from "../../../support/factories.ts";
import { buildPng } from "../../../support/pictures/png.ts";
import { recordTrips } from "../../../support/round-trips.ts";
import { shop } from "../../../support/store.ts";

let worker: RecordedWorker;
let client: Client;
beforeAll(async () => {
  worker = await startRecordedWorker();
  ({ client } = await actorsOn({ query, factories: factoriesOn(query), url: worker.url }).signedInAdmin());
});
afterAll(() => worker?.stop());

/** SQL of the statements in each round trip of one request. */
async function recordStatements(
  act: () => Promise<{ status: number; headers: Headers }>,
  status: number,
): Promise<string[][]> {
  const trips = await recordTrips(worker.recorder, async () => {
    const answer = await act();
    expect(answer.status).toBe(status);
    return answer;
  });
  return trips.map((trip) => trip.map(({ query: text }) => text));
}

async function createImport(count: number) {
  const mark = unique("SKU-T");
  const lines = Array.from({ length: count }, (_, at) => `${mark}-${at},Tripod,hardware`);
  const file = new Blob([["sku,name,type", ...lines].join("\n")]);
  return { mark, id: (await client.call(contract.createProductImport, { body: { file } })).reply().id };
}

const confirmByApi = (id: string) => client.call(contract.confirmProductImport, { params: { id } });
const confirmByForm = (id: string) => client.fetch(hrefOf(pages.confirmProductImport, { id }), { method: "POST" });

test.each([
  ["the API", confirmByApi, 200],
  ["the plain form", confirmByForm, 303],
] as const)("an import of three parts is confirmed by %s in two round trips", async (_, confirm, status) => {
  const { mark, id } = await createImport(250);
  const trips = await recordStatements(() => confirm(id), status);
  expect(trips).toHaveLength(2);
  // The recorded trips include the writes, so no write used another connection.
  expect(trips[1]?.filter((text) => text.includes("insert into products"))).toHaveLength(3);
  const [importedCount] = await query("select count(*)::int as count from products where starts_with(sku, $1)", [mark]);
  expect(importedCount).toEqual({ count: 250 });
});

test("a file of three hundred products is previewed by the API and the plain form in two round trips", async () => {
  const mark = unique("SKU-P");
  const lines = Array.from({ length: 300 }, (_, at) => `${mark}-${at},Tripod,hardware`);
  const file = () => new Blob([["sku,name,type", ...lines].join("\n")]);
  const uploadByApi = () => client.call(contract.createProductImport, { body: { file: file() } });
  expect(await recordStatements(uploadByApi, 201)).toHaveLength(2);
  const form = new FormData();
  form.append("file", file(), "products.csv");
  // `Request` encodes the form and chooses its boundary.
  const request = new Request("http://upload.invalid", { method: "POST", body: form });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const body = await request.arrayBuffer();
  const uploadByForm = () => client.fetch(pages.importProducts, { method: "POST", headers, body });
  expect(await recordStatements(uploadByForm, 303)).toHaveLength(2);
});

test("a picture is uploaded by the plain form in two round trips", async () => {
  const { id: product_id } = await shop.createProduct({ main_image: null });
  const form = new FormData();
  form.append("file", new Blob([buildPng({ width: 21, height: 9 })], { type: "image/png" }), "front.png");
  form.append("alt_text", unique("Front"));
  // `Request` encodes the form and chooses its boundary.
  const request = new Request("http://upload.invalid", { method: "POST", body: form });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const body = await request.arrayBuffer();
  const path = hrefOf(pages.uploadProductImage, { product_id });
  const trips = await recordStatements(() => client.fetch(path, { method: "POST", headers, body }), 303);
  expect(trips).toHaveLength(2);
  expect(await query("select 1 from product_images where product_id = $1", [product_id])).toHaveLength(1);
});
