import { expect, test } from "vitest";
import { listOrgProducts, listOrgProductSoftware } from "../../../worker/contract/v1/client/org-products.ts";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createProduct } from "../../support/factories.ts";
import {
  createSoftware,
  createSoftwareProduct,
  createGivenSubscription,
  createVersion,
} from "../../support/software/rows.ts";

async function createOwner() {
  const [{ client, user }, product] = [await signedIn(), await createProduct()];
  const [device] = await query<{ id: string }>(
    "insert into devices (org_id, product_id, serial) values ($1, $2, $3) returning id",
    [user.org_id, product.id, product.serial()],
  );
  const read = async () => (await client.call(listOrgProductSoftware, { params: { id: device?.id ?? "" } })).reply();
  return { client, user, product, read };
}

test("a device leads to the builds that are made for it, and to none for other products", async () => {
  const { client, product, read } = await createOwner();
  expect(await read()).toMatchObject({ data: [], meta: { count: 0 } });
  const firmware = await createSoftware({ kind: "software", fits: [product.id] });
  await createVersion(firmware, { version: "1.9.0", published: 30 });
  const newest = await createVersion(firmware, { version: "1.10.0", published: 20 });
  await createVersion(firmware, { version: "1.9.1", published: 5 });
  await createVersion(firmware, { version: "2.0.0", published: null });
  const other = await createSoftware({ kind: "software", fits: [(await createProduct()).id] });
  await createVersion(other, { version: "9.0.0" });
  const { data } = await read();
  expect(data.map(({ name }) => name)).toEqual([firmware.name]);
  expect(data[0]).toMatchObject({ allowed: true, reason: null });
  const { id, version, file_name, sha256, content } = newest;
  expect(data[0]?.latest_version_allowed).toMatchObject({ id, version, file_name, sha256, size: content.length });
  const [listedDevice] = (await client.call(listOrgProducts)).reply().data;
  expect(listedDevice?.newest_build).toMatchObject({ title: firmware.title, version: "1.10.0" });
});

test("a device's newest build is the highest version by semver.org, whenever it was published", async () => {
  const { client, product } = await createOwner();
  const firmware = await createSoftware({ kind: "software", fits: [product.id] });
  const fetchNewestBuild = async () => (await client.call(listOrgProducts)).reply().data[0]?.newest_build;
  await createVersion(firmware, { version: "2.0.0-beta.10", published: 20 });
  await createVersion(firmware, { version: "2.0.0-beta.9", published: 10 });
  await createVersion(firmware, { version: "1.9.9", published: 1 });
  expect(await fetchNewestBuild()).toMatchObject({ version: "2.0.0-beta.10" });
  await createVersion(firmware, { version: "2.0.0-rc.1", published: 40 });
  expect(await fetchNewestBuild()).toMatchObject({ version: "2.0.0-rc.1" });
  await createVersion(firmware, { version: "2.0.0", published: 50 });
  expect(await fetchNewestBuild()).toMatchObject({ version: "2.0.0" });
});

test("of each build it says whether the organization may have it, and why not", async () => {
  const { user, product, read } = await createOwner();
  const plan = await createSoftwareProduct({ subscription_term: "month" });
  const plugin = await createSoftware({ product_id: plan.id, fits: [product.id] });
  await createVersion(plugin, { version: "1.0.0" });
  const unpublished = await createSoftware({ kind: "software", fits: [product.id] });
  const fetchByName = async () => new Map((await read()).data.map((row) => [row.name, row]));
  const rowsBefore = await fetchByName();
  expect(rowsBefore.get(plugin.name)).toMatchObject({
    allowed: false,
    reason: { code: "PURCHASE_NEEDED" },
    product_id: plan.id,
    latest_version_allowed: null,
  });
  expect(rowsBefore.get(unpublished.name)).toMatchObject({ allowed: false, reason: { code: "NOT_PUBLISHED" } });
  await createGivenSubscription(user.org_id, plan.id);
  expect((await fetchByName()).get(plugin.name)).toMatchObject({
    allowed: true,
    reason: null,
    latest_version_allowed: { version: "1.0.0" },
  });
});
