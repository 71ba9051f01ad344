import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listAdminDownloads, setPriceLevel } from "../../../../worker/contract/v1/admin/organizations.ts";
import { checkoutCart } from "../../../../worker/contract/v1/store/checkout.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { sendAtOnce } from "../../../support/at-once.ts";
import { query } from "../../../support/database.ts";
import { createOrganization, unique } from "../../../support/factories.ts";
import { createSoftware, createVersion } from "../../../support/software/rows.ts";
import { shop } from "../../../support/store.ts";

const listLevels = (ids: string[]) =>
  query<{ level: string | null }>(
    "select price_level_name as level from organizations where id = any($1) order by array_position($1, id)",
    [ids],
  );
const listEntries = (ids: string[]) =>
  query("select org_id, data from audit_log where action = 'updateOrganization' and org_id = any($1)", [ids]);

describe("the price level of several organizations", () => {
  test("is set for all, outdates the carts of those that had another, and leaves a trace of those alone", async () => {
    const { client } = await signedInAdmin();
    const level = unique("Level");
    const product = await shop.createProduct({ price_levels: { "Base Price": 100_00, [level]: 90_00 } });
    const [buyer, alignedBuyer] = [await shop.buyer(), await shop.buyer()];
    await query("update organizations set price_level_name = $2 where id = $1", [alignedBuyer.org_id, level]);
    const carts = [await shop.fillCart(buyer, [product]), await shop.fillCart(alignedBuyer, [product])];
    const org_ids = [buyer.org_id, alignedBuyer.org_id];
    (await client.call(setPriceLevel, { body: { org_ids, price_level_name: level } })).reply();
    expect(await listLevels(org_ids)).toEqual([{ level }, { level }]);
    const pay = (who: typeof buyer, at: number) =>
      who.client.call(checkoutCart, { body: { updated_at: carts[at]?.updated_at } });
    expect((await pay(buyer, 0)).errcode).toBe("CART_OUTDATED");
    (await pay(alignedBuyer, 1)).reply();
    expect(await listEntries(org_ids)).toMatchObject([
      { org_id: buyer.org_id, data: { fields: ["price_level_name"] } },
    ]);
    (await client.call(setPriceLevel, { body: { org_ids, price_level_name: null } })).reply();
    expect(await listLevels(org_ids)).toEqual([{ level: null }, { level: null }]);
  });

  test("is set for none of them when one is unknown, or no product knows the level", async () => {
    const { client } = await signedInAdmin();
    const level = unique("Level");
    const { id } = await createOrganization();
    const setLevel = (org_ids: string[], price_level_name: string | null) =>
      client.call(setPriceLevel, { body: { org_ids, price_level_name } });
    expect((await setLevel([id], level)).errcode).toBe("PRODUCT_PRICE_LEVEL_NOT_FOUND");
    await shop.createProduct({ price_levels: { "Base Price": 100_00, [level]: 90_00 } });
    expect((await setLevel([id, randomUUID()], level)).errcode).toBe("ORG_NOT_FOUND");
    expect(await listLevels([id])).toEqual([{ level: null }]);
    expect(await listEntries([id])).toEqual([]);
    expect((await setLevel([], level)).status).toBe(400);
  });

  test("is set once by twenty at once", async () => {
    const { client } = await signedInAdmin();
    const level = unique("Level");
    await shop.createProduct({ price_levels: { "Base Price": 100_00, [level]: 90_00 } });
    const org_ids = [(await createOrganization()).id, (await createOrganization()).id];
    const answers = await sendAtOnce(20, (at) => {
      const ids = at % 2 ? org_ids : org_ids.toReversed();
      return client.call(setPriceLevel, { body: { org_ids: ids, price_level_name: level } });
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await listEntries(org_ids)).toHaveLength(2);
  });
});

test("downloads of an organization are read by administrators, and of an unknown one are not found", async () => {
  const [{ client }, member] = [await signedInAdmin(), await signedIn()];
  const software = await createSoftware();
  const version = await createVersion(software);
  await query(
    "insert into downloads (id, org_id, user_id, software_id, version_id, bytes) values ($1, $2, $3, $4, $5, 7)",
    [randomUUID(), member.user.org_id, member.user.id, software.id, version.id],
  );
  const listDownloads = (org_id: string) => client.call(listAdminDownloads, { params: { org_id } });
  const { data } = (await listDownloads(member.user.org_id)).reply();
  expect(data).toMatchObject([{ version: { id: version.id }, user: { id: member.user.id }, bytes: 7 }]);
  expect((await listDownloads((await createOrganization()).id)).reply().data).toEqual([]);
  expect((await listDownloads(randomUUID())).errcode).toBe("ORG_NOT_FOUND");
});
