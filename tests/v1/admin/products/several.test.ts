import { expect, test } from "vitest";
import {
  archiveProducts,
  getAdminProduct,
  publishProducts,
  unpublishProducts,
} from "../../../../worker/contract/v1/admin/products.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { shop } from "../../../support/store.ts";

const unknown = "00000000-0000-4000-8000-000000000000";

test("several products are published, taken out and archived together, each with its entry in the log", async () => {
  const { client, user } = await signedInAdmin();
  const made = await Promise.all([1, 2, 3].map(() => shop.createProduct({ is_published: false })));
  const ids = made.map(({ id }) => id);
  const state = async (product_id: string) => {
    const shown = (await client.call(getAdminProduct, { params: { product_id } })).reply();
    return [shown.is_published, shown.is_archived];
  };
  const states = () => Promise.all(ids.map(state));
  // one that is named twice is one
  (await client.call(publishProducts, { body: { product_ids: [...ids, ids[0]] } })).reply();
  expect(await states()).toEqual(ids.map(() => [true, false]));
  (await client.call(unpublishProducts, { body: { product_ids: ids } })).reply();
  expect(await states()).toEqual(ids.map(() => [false, false]));
  (await client.call(archiveProducts, { body: { product_ids: ids } })).reply();
  expect(await states()).toEqual(ids.map(() => [false, true]));
  const entries = await query<{ action: string; n: number }>(
    `select action, count(*)::int as n from audit_log where subject_id = any($1) and actor_id = $2 group by action order by action`,
    [ids, user.id],
  );
  expect(entries).toEqual([
    { action: "archiveProduct", n: 3 },
    { action: "publishProduct", n: 3 },
    { action: "unpublishProduct", n: 3 },
  ]);
});

test("one that cannot stops all of them with its reason, and ten administrators publish the same ones once", async () => {
  const { client } = await signedInAdmin();
  const [good, bad] = [
    await shop.createProduct({ is_published: false }),
    await shop.createProduct({ is_published: false, price_levels: { Partner: 1 } }),
  ];
  const call = async (product_ids: string[], who = client) => {
    const answer = await who.call(publishProducts, { body: { product_ids } });
    return answer.errcode ?? answer.status;
  };
  expect(await call([good.id, bad.id])).toBe("PRODUCT_BASE_PRICE_NOT_FOUND");
  expect(await call([unknown, good.id])).toBe("PRODUCT_NOT_FOUND");
  expect(await call([])).toBe(400);
  const shown = (await client.call(getAdminProduct, { params: { product_id: good.id } })).reply();
  expect(shown.is_published, "all or nothing").toBe(false);
  const other = await shop.createProduct({ is_published: false });
  const answers = await Promise.all(Array.from({ length: 10 }, () => call([good.id, other.id])));
  expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set([200, "PRODUCT_ALREADY_PUBLISHED"]));
});
