import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/admin/product-imports.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import type { Client } from "../../support/client.ts";

const upload = (client: Client, file: string) =>
  client.call(contract.createProductImport, { body: { file: new Blob([file]) } });
const confirm = (client: Client, id: string) => client.call(contract.confirmProductImport, { params: { id } });

test("an import of 5,000 lines is previewed and confirmed", async () => {
  const { client } = await signedInAdmin();
  const mark = randomUUID().slice(0, 8);
  const lines = Array.from(
    { length: 5000 },
    (_, at) => `BULK-${mark}-${at},Product ${at},hardware,Bulk ${mark},${at}.50`,
  );
  const file = ["sku,name,type,category,Price: Base Price", ...lines].join("\n");
  const startedAt = Date.now();
  const shown = (await upload(client, file)).reply();
  const previewedAt = Date.now();
  expect(shown).toMatchObject({ created_count: 5000, refused_count: 0 });
  (await confirm(client, shown.id)).reply();
  const confirmedAt = Date.now();
  const secondPreview = (await upload(client, file.replaceAll(".50", ".75"))).reply();
  expect(secondPreview.changed_count).toBe(5000);
  (await confirm(client, secondPreview.id)).reply();
  console.log(
    `5,000 lines: preview ${previewedAt - startedAt} ms, confirm ${confirmedAt - previewedAt} ms, change ${Date.now() - confirmedAt} ms`,
  );
  const [row] = await query<{ n: number }>(
    "select count(*)::int as n from products where category = $1 and (price_levels ->> 'Base Price')::int % 100 = 75",
    [`Bulk ${mark}`],
  );
  expect(row?.n).toBe(5000);
  await query("delete from price_changes where product_id in (select id from products where category = $1)", [
    `Bulk ${mark}`,
  ]);
  await query("delete from products where category = $1", [`Bulk ${mark}`]);
});
