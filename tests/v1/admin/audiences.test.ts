import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listAudit } from "../../../worker/contract/v1/admin/audit.ts";
import * as contract from "../../../worker/contract/v1/admin/audiences.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { createProduct, createOrganization, unique } from "../../support/factories.ts";

const { client: admin, user } = await signedInAdmin();
const create = (name: string, audience: object) => admin.call(contract.createAudience, { body: { name, audience } });
const findAudience = async (id: string) =>
  (await admin.call(contract.listAudiences)).reply().data.find((each) => each.id === id);

test("is saved under a name, listed with the names of what it names, renamed, changed and deleted", async () => {
  const [product, organization] = [await createProduct(), await createOrganization()];
  const name = unique("Nova owners");
  const saved = (await create(name, { product_ids: [product.id], roles: ["buyer"] })).reply();
  expect(await findAudience(saved.id)).toMatchObject({
    name,
    audience: { product_ids: [product.id], roles: ["buyer"] },
    audience_names: { [product.id]: expect.any(String) },
    created_by: { id: user.id },
  });
  const update = (body: object) => admin.call(contract.updateAudience, { params: { id: saved.id }, body });
  const renamed = (await update({ name: `${name} 2`, updated_at: saved.updated_at })).reply();
  expect(renamed).toMatchObject({ name: `${name} 2`, audience: { product_ids: [product.id] } });
  expect((await update({ name: "Third", updated_at: saved.updated_at })).errcode).toBe("OBJECT_OUTDATED");
  (await update({ audience: { org_ids: [organization.id] } })).reply();
  expect(await findAudience(saved.id)).toMatchObject({
    name: `${name} 2`,
    audience: { org_ids: [organization.id] },
    audience_names: { [organization.id]: organization.name },
  });
  const remove = () => admin.call(contract.deleteAudience, { params: { id: saved.id } });
  (await remove()).reply();
  expect(await findAudience(saved.id)).toBeUndefined();
  expect((await remove()).errcode).toBe("AUDIENCE_NOT_FOUND");
  expect((await update({ name: "Gone" })).errcode).toBe("AUDIENCE_NOT_FOUND");
  const log = (await admin.call(listAudit, { query: { subject_type: "audience", subject_id: saved.id } })).reply();
  expect(log.data.map(({ text }) => text)).toEqual([
    `Deleted audience ${name} 2`,
    `Changed audience ${name} 2`,
    `Changed audience ${name} 2`,
    `Saved audience ${name}`,
  ]);
});

test("a name that is taken in any case, no name and no condition are refused, and a double click saves one", async () => {
  const name = unique("Buyers");
  const answers = await Promise.all([1, 2, 3].map(() => create(name, { roles: ["buyer"] })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  expect((await create(name.toUpperCase(), { roles: ["org"] })).errcode).toBe("AUDIENCE_EXISTS");
  const other = (await create(unique("Others"), { roles: ["org"] })).reply();
  const taken = await admin.call(contract.updateAudience, { params: { id: other.id }, body: { name } });
  expect(taken.errcode).toBe("AUDIENCE_EXISTS");
  expect((await create(" ", { roles: ["org"] })).status).toBe(400);
  expect((await create(unique("None"), {})).status).toBe(400);
});

test("catalogue saves, support reads, warehouse neither", async () => {
  const fetchStatuses = async (preset: "catalogue" | "support" | "warehouse") => {
    const { client } = await signedInAdmin(preset);
    const body = { name: unique("Mine"), audience: { user_ids: [randomUUID()] } };
    return [
      (await client.call(contract.listAudiences)).status,
      (await client.call(contract.createAudience, { body })).status,
    ];
  };
  expect(await fetchStatuses("catalogue")).toEqual([200, 201]);
  expect(await fetchStatuses("support")).toEqual([200, 403]);
  expect(await fetchStatuses("warehouse")).toEqual([403, 403]);
});
