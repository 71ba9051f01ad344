import { expect, test } from "vitest";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";

const path = "/admin/products/import";

async function upload(client: Client, file: string) {
  const form = new FormData();
  form.append("file", new Blob([file], { type: "text/csv" }), "products.csv");
  // `Request` encodes the form and chooses its boundary.
  const request = new Request("http://upload.invalid", { method: "POST", body: form });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return client.fetch(path, { method: "POST", headers, body: await request.arrayBuffer() });
}
const confirm = (client: Client, importPath: string) => client.fetch(`${importPath}/confirm`, { method: "POST" });

test("a file is uploaded, looked at and imported by plain forms", async () => {
  const { client } = await signedInAdmin();
  const [existingSku, newSku] = [unique("SKU-A"), unique("SKU-B")];
  await shop.createProduct({ sku: existingSku, category: "Old" });
  expect(await readWords(client, path)).toContain("Price: Base Price US dollars from 0 to 999,999.99, such as 12.50");
  const file = `sku,name,type,category,Price: Base Price\n${existingSku},,,New,110\n${newSku},Tripod,hardware,,12.50`;
  const uploadAnswer = await upload(client, file);
  const address = uploadAnswer.headers.get("location") ?? "";
  expect([uploadAnswer.status, address]).toEqual([303, expect.stringMatching(/^\/admin\/products\/imports\//)]);
  const pageText = await readWords(client, address);
  expect(pageText).toContain("1 new, 1 changed, 0 unchanged. Nothing is written yet.");
  expect(pageText).toContain("category: Old → New");
  expect(pageText).toContain("Price: Base Price: $100.00 → $110.00");
  expect(await readWords(client, `${address}?outcome=created`)).not.toContain("Old → New");
  expect((await confirm(client, address)).headers.get("location")).toBe(address);
  expect(await readWords(client, address)).toContain("1 product is created and 1 is changed.");
  expect(await query("select category from products where sku = $1", [existingSku])).toEqual([{ category: "New" }]);
  expect((await confirm(client, address)).status).toBe(303);
  expect(await readWords(client, address)).toContain("This import is already confirmed");
});

test("problems are named, and what somebody changed since the preview is refused with its lines", async () => {
  const { client } = await signedInAdmin();
  const sku = unique("SKU");
  await shop.createProduct({ sku });
  const wrongImport = (await upload(client, `sku,is_active\n${sku},perhaps`)).headers.get("location") ?? "";
  const pageText = await readWords(client, wrongImport);
  expect(pageText).toContain(`Line 2 ${sku} is_active “perhaps” is not allowed. true or false.`);
  expect(pageText).not.toContain("Import them");
  const address = (await upload(client, `sku,name\n${sku},Renamed`)).headers.get("location") ?? "";
  await query("update products set updated_at = updated_at + interval '1 second' where sku = $1", [sku]);
  await confirm(client, address);
  const refusalText = await readWords(client, address);
  expect(refusalText).toContain(
    `After this preview, another user changed the products of line 2 (${sku}). Upload the file again.`,
  );
  expect(await query("select 1 from products where sku = $1 and name = 'Renamed'", [sku])).toEqual([]);
});

test("a file that cannot be read is told on its page, and the pages are for administrators", async () => {
  const { client } = await signedInAdmin();
  const refusal = await upload(client, "name\nA");
  expect([refusal.status, (await refusal.text()).includes("The file needs the column “sku”.")]).toEqual([422, true]);
  const other = await signedIn({ roles: ["org", "buyer", "user"] });
  expect((await other.client.fetch(path)).status).toBe(404);
  expect((await upload(other.client, "sku\nA")).status).not.toBe(303);
});
