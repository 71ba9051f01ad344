import { describe, expect, test } from "vitest";
import {
  archiveProduct,
  archiveProducts,
  getAdminProduct,
  listAdminCategories,
  listAdminProducts,
  lookUpAdminProduct,
  publishProduct,
  publishProducts,
  unarchiveProduct,
  unpublishProduct,
  unpublishProducts,
} from "../../../worker/contract/v1/admin/products.ts";
import { publishVersion } from "../../../worker/contract/v1/admin/software.ts";
import { lookUpProduct } from "../../../worker/contract/v1/client/products.ts";
import { getProduct } from "../../../worker/contract/v1/store/products.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createProduct as createDevice, unique } from "../../support/factories.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { shop } from "../../support/store.ts";

const unknownId = "00000000-0000-4000-8000-000000000000";
const commands = {
  publish: publishProduct,
  unpublish: unpublishProduct,
  archive: archiveProduct,
  unarchive: unarchiveProduct,
};
type Command = keyof typeof commands;
/** Asks as a signed-in user, because visitors' replies are cached for a minute. */
const isShown = async (id: string) => {
  const { client } = await signedIn();
  return (await client.call(getProduct, { params: { id } })).status === 200;
};

async function runCommand(product_id: string, command: Command): Promise<string> {
  const { client } = await signedInAdmin();
  const answer = await client.call(commands[command], { params: { product_id } });
  return answer.errcode ?? String(answer.status);
}

describe("a product", () => {
  test("is in the store from its publication until it is taken out", async () => {
    const { id } = await shop.createProduct({ is_published: false });
    expect([await runCommand(id, "publish"), await isShown(id)]).toEqual(["200", true]);
    expect([await runCommand(id, "unpublish"), await isShown(id)]).toEqual(["200", false]);
  });

  test("is out of the store while it is archived", async () => {
    const { id } = await shop.createProduct();
    expect([await runCommand(id, "archive"), await isShown(id)]).toEqual(["200", false]);
    expect([await runCommand(id, "unarchive"), await isShown(id)]).toEqual(["200", true]);
  });

  test.each([
    ["publish", { is_published: true }, "PRODUCT_ALREADY_PUBLISHED"],
    ["unpublish", { is_published: false }, "PRODUCT_ALREADY_UNPUBLISHED"],
    ["archive", { is_archived: true }, "PRODUCT_ALREADY_ARCHIVED"],
    ["unarchive", { is_archived: false }, "PRODUCT_NOT_ARCHIVED"],
    ["publish", { is_archived: true, is_published: false }, "PRODUCT_ALREADY_ARCHIVED"],
    ["publish", { is_published: false, type: "software", author: " " }, "PRODUCT_AUTHOR_REQUIRED"],
    ["publish", { is_published: false, price_levels: { Partner: 1 } }, "PRODUCT_BASE_PRICE_NOT_FOUND"],
  ] as const)("refuses to %s when it is %j with %s", async (command, fields, errcode) => {
    const { id } = await shop.createProduct(fields);
    expect(await runCommand(id, command)).toBe(errcode);
  });

  test("that is a plugin needs a linked plugin with a published version (B10, B11)", async () => {
    const { id } = await shop.createProduct({
      is_published: false,
      type: "software",
      author: "CGX",
      format: "Plugin, licence by organization",
    });
    expect(await runCommand(id, "publish")).toBe("SOFTWARE_PLUGIN_NOT_LINKED");
    const plugin = await createSoftware({ product_id: id });
    expect(await runCommand(id, "publish")).toBe("SOFTWARE_PLUGIN_NOT_PUBLISHED");
    const version = await createVersion(plugin, { published: null });
    expect(await runCommand(id, "publish")).toBe("SOFTWARE_PLUGIN_NOT_PUBLISHED");
    const { client } = await signedInAdmin();
    (await client.call(publishVersion, { params: { id: version.id } })).reply();
    await query("update software set is_deleted = true where id = $1", [plugin.id]);
    expect(await runCommand(id, "publish")).toBe("SOFTWARE_PLUGIN_NOT_LINKED");
    await query("update software set is_deleted = false where id = $1", [plugin.id]);
    expect(await runCommand(id, "publish")).toBe("200");
  });

  test.each(Object.keys(commands))("that is unknown cannot be told to %s", async (command) => {
    expect(await runCommand(unknownId, command as Command)).toBe("PRODUCT_NOT_FOUND"); // a key of `commands`
  });

  test("is published once by ten administrators at once", async () => {
    const { id } = await shop.createProduct({ is_published: false });
    const answers = await Promise.all(Array.from({ length: 10 }, () => runCommand(id, "publish")));
    expect(answers.filter((answer) => answer === "200")).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(["200", "PRODUCT_ALREADY_PUBLISHED"]));
  });

  test("shows an administrator every level, and notes, also when it is not sold", async () => {
    const category = unique("Cat");
    const { id } = await shop.createProduct({
      category,
      is_published: false,
      notes: "ours",
      price_levels: { Partner: 5 },
    });
    const { client } = await signedInAdmin();
    const adminProduct = (await client.call(getAdminProduct, { params: { product_id: id } })).reply();
    expect(adminProduct).toMatchObject({ price_levels: { Partner: 5 }, notes: "ours", is_published: false });
    const listed = (await client.call(listAdminProducts, { query: { category, is_published: "false" } })).reply();
    expect(listed.data).toEqual([expect.objectContaining({ id })]);
    const none = await client.call(listAdminProducts, { query: { category, is_published: "true" } });
    expect(none.reply().meta.count).toBe(0);
    expect((await client.call(listAdminCategories)).reply().data).toContain(category);
  });
});

describe("a serial number", () => {
  test("leads to its product, for administrators and for customers", async () => {
    const device = await createDevice();
    const params = { serial_number: device.serial() };
    const [admin, member] = [await signedInAdmin(), await signedIn()];
    expect((await admin.client.call(lookUpAdminProduct, { params })).reply().id).toBe(device.id);
    expect((await member.client.call(lookUpProduct, { params })).reply().id).toBe(device.id);
  });

  test("that fits no product is not found, with the words of the catalogue", async () => {
    const params = { serial_number: unique("none").slice(0, 20) };
    for (const { client, spec } of [
      { client: (await signedInAdmin()).client, spec: lookUpAdminProduct },
      { client: (await signedIn()).client, spec: lookUpProduct },
    ]) {
      const answer = await client.call(spec, { params });
      expect([answer.status, answer.errcode, answer.message]).toEqual([
        404,
        "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
        "There is no device with this serial number.",
      ]);
    }
  });

  test("of another organization's device is refused, of one's own is not", async () => {
    const device = await createDevice();
    const [owner, other] = [await signedIn(), await signedIn()];
    const serial = device.serial();
    await query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [
      owner.user.org_id,
      device.id,
      serial,
    ]);
    const params = { serial_number: serial.toLowerCase() };
    expect((await owner.client.call(lookUpProduct, { params })).reply().id).toBe(device.id);
    const answer = await other.client.call(lookUpProduct, { params });
    expect([answer.status, answer.errcode]).toEqual([422, "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG"]);
  });
});

test("several products are published, taken out and archived together, each with its entry in the log", async () => {
  const { client, user } = await signedInAdmin();
  const drafts = await Promise.all([1, 2, 3].map(() => shop.createProduct({ is_published: false })));
  const ids = drafts.map(({ id }) => id);
  const readState = async (product_id: string) => {
    const adminProduct = (await client.call(getAdminProduct, { params: { product_id } })).reply();
    return [adminProduct.is_published, adminProduct.is_archived];
  };
  const readStates = () => Promise.all(ids.map(readState));
  // A repeated id counts once.
  (await client.call(publishProducts, { body: { product_ids: [...ids, ids[0]] } })).reply();
  expect(await readStates()).toEqual(ids.map(() => [true, false]));
  (await client.call(unpublishProducts, { body: { product_ids: ids } })).reply();
  expect(await readStates()).toEqual(ids.map(() => [false, false]));
  (await client.call(archiveProducts, { body: { product_ids: ids } })).reply();
  expect(await readStates()).toEqual(ids.map(() => [false, true]));
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
  const publishAll = async (product_ids: string[], caller = client) => {
    const answer = await caller.call(publishProducts, { body: { product_ids } });
    return answer.errcode ?? answer.status;
  };
  expect(await publishAll([good.id, bad.id])).toBe("PRODUCT_BASE_PRICE_NOT_FOUND");
  expect(await publishAll([unknownId, good.id])).toBe("PRODUCT_NOT_FOUND");
  expect(await publishAll([])).toBe(400);
  const adminProduct = (await client.call(getAdminProduct, { params: { product_id: good.id } })).reply();
  expect(adminProduct.is_published, "all or nothing").toBe(false);
  const other = await shop.createProduct({ is_published: false });
  const answers = await Promise.all(Array.from({ length: 10 }, () => publishAll([good.id, other.id])));
  expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set([200, "PRODUCT_ALREADY_PUBLISHED"]));
});
