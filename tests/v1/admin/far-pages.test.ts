// From offset 1000 on, a page is read from the nearer end of the list.
import { expect, test } from "vitest";
import { listMadeSerials } from "../../../worker/contract/v1/admin/device-claims.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";

const count = 2105;

test.each([
  ["created_at", "asc"],
  ["-created_at", "desc"],
])("a page sorted by %s holds the rows of its place, wherever it is", async (sort, direction) => {
  const product = await shop.createProduct();
  // Seven rows share each timestamp, so that ids break the ties.
  await query(
    `insert into made_serials (product_id, serial, created_at)
    select $1, $2 || n, timestamptz '2025-01-01Z' + n / 7 * interval '1 minute' from generate_series(1, $3) n`,
    [product.id, unique("far"), count],
  );
  const rows = await query<{ id: string }>(
    `select id from made_serials where product_id = $1 order by created_at ${direction}, id ${direction}`,
    [product.id],
  );
  const ids = rows.map(({ id }) => id);
  const { client } = await signedInAdmin();
  for (const [offset, limit] of [
    [999, 20],
    [1000, 20],
    [1052, 20],
    [1053, 20],
    [1500, 100],
    [2005, 100],
    [2100, 20],
    [2104, 20],
    [2105, 20],
    [5000, 20],
  ] as const) {
    const { data, meta } = (
      await client.call(listMadeSerials, {
        query: { product_id: product.id, sort, offset: String(offset), limit: String(limit) },
      })
    ).reply();
    expect([offset, meta.count, data.map(({ id }) => id)]).toEqual([offset, count, ids.slice(offset, offset + limit)]);
  }
});
