import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAudience, listAudiences } from "../../../worker/contract/v1/admin/audiences.ts";
import { getAdminOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { setPriceLevel, updateOrganization } from "../../../worker/contract/v1/admin/organizations.ts";
import * as contract from "../../../worker/contract/v1/admin/price-levels.ts";
import { getAdminProduct, updateProduct } from "../../../worker/contract/v1/admin/products.ts";
import { deleteScheduledPrice, schedulePrice } from "../../../worker/contract/v1/admin/scheduled-prices.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { hold, query, raceForRow } from "../../support/database.ts";
import { createOrganization, createUser, unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";
import { announce, draftActions } from "./broadcasts/drafts.ts";

const create = async (client: Client, name = unique("Level")) =>
  (await client.call(contract.createPriceLevel, { body: { name } })).reply();
const find = async (client: Client, id: string) =>
  (await client.call(contract.listPriceLevels)).reply().data.find((level) => level.id === id);
const rename = (client: Client, id: string, name: string, updated_at?: string) =>
  client.call(contract.updatePriceLevel, { params: { id }, body: { name, updated_at } });
const remove = (client: Client, id: string) => client.call(contract.deletePriceLevel, { params: { id } });
const findOrgLevel = async (org_id: string) =>
  (
    await query<{ level: string | null }>("select price_level_name as level from organizations where id = $1", [org_id])
  )[0]?.level;
const findBaseLevel = async (client: Client) => {
  const base = (await client.call(contract.listPriceLevels)).reply().data[0];
  if (!base) throw new Error("no level");
  return base;
};

describe("price levels", () => {
  test("are listed with their use, the base level first, and created once whatever the case", async () => {
    const { client } = await signedInAdmin();
    const createAnswer = await client.call(contract.createPriceLevel, { body: { name: `  ${unique("Level")}  ` } });
    expect(createAnswer.status).toBe(201);
    const { id, name } = createAnswer.reply();
    expect(name).toBe(name.trim());
    const again = await client.call(contract.createPriceLevel, { body: { name: name.toUpperCase() } });
    expect([again.status, again.errcode]).toEqual([422, "PRICE_LEVEL_EXISTS"]);
    await shop.createProduct({ price_levels: { "Base Price": 100_00, [name]: 90_00 } });
    const org = await createOrganization();
    (await client.call(setPriceLevel, { body: { org_ids: [org.id], price_level_name: name } })).reply();
    expect(await find(client, id)).toMatchObject({
      name,
      is_base: false,
      is_synchronized: false,
      product_count: 1,
      organization_count: 1,
    });
    const list = (await client.call(contract.listPriceLevels)).reply();
    expect(list.data[0]).toMatchObject({ name: "Base Price", is_base: true });
    expect(list.meta).toEqual({ limit: list.data.length, offset: 0, count: list.data.length });
    for (const invalidName of ["", "x".repeat(129)])
      expect((await client.call(contract.createPriceLevel, { body: { name: invalidName } })).status).toBe(400);
  });

  test("move with products and organizations when they are renamed, and carts, orders and history stay", async () => {
    const { client } = await signedInAdmin();
    const [oldName, newName] = [unique("Before"), unique("After")];
    const level = await create(client, oldName);
    const product = await shop.createProduct({ price_levels: { "Base Price": 100_00, [oldName]: 90_00 } });
    const buyer = await shop.buyer();
    (await client.call(setPriceLevel, { body: { org_ids: [buyer.org_id], price_level_name: oldName } })).reply();
    await shop.fillCart(buyer, [product]);
    const renamed = (await rename(client, level.id, newName, level.updated_at)).reply();
    expect(renamed).toMatchObject({ id: level.id, name: newName, product_count: 1, organization_count: 1 });
    const adminProduct = (await client.call(getAdminProduct, { params: { product_id: product.id } })).reply();
    expect(adminProduct.price_levels).toEqual({ "Base Price": 100_00, [newName]: 90_00 });
    expect(await findOrgLevel(buyer.org_id)).toBe(newName);
    expect((await shop.checkout(buyer)).status).toBe(200);
    const html = await (await client.fetch(`/admin/products/${product.id}?level=${newName}`)).text();
    expect(html.slice(html.indexOf("so far"))).toMatch(/\$90\.00.*when the level was renamed.*\$90\.00/s);
    expect((await rename(client, level.id, unique("Late"), level.updated_at)).errcode).toBe("OBJECT_OUTDATED");
    const audit = await query("select data from audit_log where subject_id = $1 and action = 'updatePriceLevel'", [
      level.id,
    ]);
    expect(audit).toMatchObject([{ data: { changes: { name: [oldName, newName] } } }]);
  });

  test("take no price by their former name from a change that waited for the renaming", async () => {
    const { client } = await signedInAdmin();
    const newName = unique("After");
    const { params, answers } = await raceForRow(async () => {
      const level = await create(client);
      const former = { "Base Price": 100_00, [level.name]: 90_00 };
      const product_id = (await shop.createProduct({ price_levels: former })).id;
      const lock = await hold("select 1 from products where id = $1 for update", [product_id]);
      const body = { price_levels: { "Base Price": 100_00, [level.name]: 80_00 } };
      const change = () => client.call(updateProduct, { params: { product_id }, body });
      return { params: { product_id }, lock, requests: [() => rename(client, level.id, newName), change] };
    });
    expect(answers.map(({ errcode }) => errcode)).toEqual([undefined, "PRODUCT_PRICE_LEVEL_NOT_FOUND"]);
    const product = (await client.call(getAdminProduct, { params })).reply();
    expect(product.price_levels).toEqual({ "Base Price": 100_00, [newName]: 90_00 });
  });

  test("keep their people in saved audiences and unsent notifications when they are renamed", async () => {
    const { client } = await signedInAdmin();
    const { draft, read, sendIt } = draftActions(client);
    const [level, otherName, newName] = [await create(client), unique("Other"), unique("After")];
    const user = await createUser();
    (await client.call(setPriceLevel, { body: { org_ids: [user.org_id], price_level_name: level.name } })).reply();
    const audience = { price_levels: [level.name, otherName], roles: ["user" as const] };
    const audienceBody = { name: unique("Of the level"), audience };
    const saved = (await client.call(createAudience, { body: audienceBody })).reply();
    const sentId = await draft(announce(unique("Before"), { audience }));
    const draftId = await draft(announce(unique("After"), { audience }));
    (await sendIt(sentId)).reply();
    (await rename(client, level.id, newName)).reply();
    const renamedAudience = { ...audience, price_levels: [newName, otherName] };
    const { data } = (await client.call(listAudiences)).reply();
    expect(data.find(({ id }) => id === saved.id)?.audience).toEqual(renamedAudience);
    expect((await read(draftId)).audience).toEqual(renamedAudience);
    expect((await read(sentId)).audience).toEqual(audience);
    expect((await sendIt(draftId)).reply()).toMatchObject({ queued: 2 });
  });

  test("are renamed to no name that another has, and never where the name is not ours", async () => {
    const { client } = await signedInAdmin();
    const [one, other] = [await create(client), await create(client)];
    expect((await rename(client, one.id, other.name.toUpperCase())).errcode).toBe("PRICE_LEVEL_EXISTS");
    expect((await rename(client, one.id, one.name.toUpperCase())).reply().name).toBe(one.name.toUpperCase());
    expect((await rename(client, (await findBaseLevel(client)).id, unique("X"))).errcode).toBe(
      "PRICE_LEVEL_NOT_RENAMABLE",
    );
    await query("update price_levels set synchronized_at = now() where id = $1", [other.id]);
    expect((await rename(client, other.id, unique("X"))).errcode).toBe("PRICE_LEVEL_NOT_RENAMABLE");
    expect((await rename(client, randomUUID(), unique("X"))).errcode).toBe("PRICE_LEVEL_NOT_FOUND");
  });

  test("are deleted only when nothing uses them", async () => {
    const { client } = await signedInAdmin();
    const level = await create(client);
    const product = await shop.createProduct({ price_levels: { "Base Price": 100_00, [level.name]: 90_00 } });
    expect((await remove(client, level.id)).errcode).toBe("PRICE_LEVEL_IN_USE");
    await query("update products set price_levels = price_levels - $2 where id = $1", [product.id, level.name]);
    const org = await createOrganization();
    (await client.call(setPriceLevel, { body: { org_ids: [org.id], price_level_name: level.name } })).reply();
    expect((await remove(client, level.id)).errcode).toBe("PRICE_LEVEL_IN_USE");
    (await client.call(setPriceLevel, { body: { org_ids: [org.id], price_level_name: null } })).reply();
    const starts_at = new Date(Date.now() + 86_400_000).toISOString();
    const body = { level: level.name, price: 80_00, starts_at };
    const scheduled = (await client.call(schedulePrice, { params: { product_id: product.id }, body })).reply();
    expect((await remove(client, level.id)).errcode, "a scheduled price").toBe("PRICE_LEVEL_IN_USE");
    (await client.call(deleteScheduledPrice, { params: { product_id: product.id, id: scheduled.id } })).reply();
    expect((await remove(client, level.id)).status).toBe(200);
    expect((await remove(client, level.id)).errcode).toBe("PRICE_LEVEL_NOT_FOUND");
    expect((await remove(client, (await findBaseLevel(client)).id)).errcode).toBe("PRICE_LEVEL_IN_USE");
    const assignAnswer = await client.call(setPriceLevel, {
      body: { org_ids: [org.id], price_level_name: level.name },
    });
    expect(assignAnswer.errcode).toBe("PRODUCT_PRICE_LEVEL_NOT_FOUND");
  });

  test("are there for every organization that has one, however often one is deleted and given at once", async () => {
    const { client } = await signedInAdmin();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const [level, org] = [await create(client), await createOrganization()];
        const assignLevel = () =>
          at % 2
            ? client.call(setPriceLevel, { body: { org_ids: [org.id], price_level_name: level.name } })
            : client.call(updateOrganization, { params: { org_id: org.id }, body: { price_level_name: level.name } });
        const [given, deleted] = await Promise.all([assignLevel(), remove(client, level.id)]);
        return { given, deleted, level, has: await findOrgLevel(org.id), left: await find(client, level.id) };
      }),
    );
    for (const { given, deleted, level, has, left } of outcomes) {
      const isGiven = given.status === 200;
      expect([given.errcode, deleted.errcode, has, left?.name]).toEqual(
        isGiven
          ? [undefined, "PRICE_LEVEL_IN_USE", level.name, level.name]
          : ["PRODUCT_PRICE_LEVEL_NOT_FOUND", undefined, null, undefined],
      );
    }
  });

  test("come with the prices and organizations that are written, in the spelling that is there", async () => {
    const { client } = await signedInAdmin();
    const name = unique("Level");
    await shop.createProduct({ price_levels: { "Base Price": 100_00, [name]: 90_00 } });
    const { id } = await createOrganization();
    await query("update organizations set price_level_name = upper($2) where id = $1", [id, name]);
    expect(await findOrgLevel(id)).toBe(name);
    const other = unique("Other");
    await query("update organizations set price_level_name = $2 where id = $1", [id, other]);
    const { data } = (await client.call(contract.listPriceLevels)).reply();
    expect(data.filter((level) => [name, other].includes(level.name)).map((level) => level.organization_count)).toEqual(
      expect.arrayContaining([0, 1]),
    );
  });

  test("that are renamed after a buyer saw the cart change nothing: its checkout charges the price they saw", async () => {
    const { client } = await signedInAdmin();
    const level = await create(client);
    const product = await shop.createProduct({ price_levels: { "Base Price": 100_00, [level.name]: 80_00 } });
    const buyer = await shop.buyer();
    (await client.call(setPriceLevel, { body: { org_ids: [buyer.org_id], price_level_name: level.name } })).reply();
    const cart = await shop.fillCart(buyer, [product]);
    (await rename(client, level.id, unique("New"))).reply();
    const paid = await buyer.client.call(checkoutCart, { body: { updated_at: cart.updated_at } });
    expect(paid.status).toBe(200);
    const order_id = paid.reply().order_id ?? "";
    const order = (await client.call(getAdminOrder, { params: { order_id } })).reply();
    const { shipping, tax } = order.total_details;
    expect(order.total - shipping - tax).toBe(80_00);
    expect((await shop.charges(buyer.customer)).map(({ amount }) => amount)).toEqual([order.total]);
  });
});
