import { expect, test } from "vitest";
import {
  createAdminOrgProduct,
  deleteAdminOrgProduct,
  getAdminOrgProduct,
  listAdminOrgProducts,
} from "../../../worker/contract/v1/admin/org-products.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createProduct } from "../../support/factories.ts";

const unknownId = "00000000-0000-4000-8000-000000000000";

test("an administrator registers, lists, reads and removes the devices of any organization", async () => {
  const [{ client, user }, { id: org_id }, product] = [
    await signedInAdmin(),
    await createOrganization(),
    await createProduct(),
  ];
  const params = { org_id };
  const [one, two] = [product.serial(), product.serial()];
  for (const serial_number of [one, two, one])
    (await client.call(createAdminOrgProduct, { params, body: { product_id: product.id, serial_number } })).reply();
  const { data, meta } = (await client.call(listAdminOrgProducts, { params, query: { sort: "created_at" } })).reply();
  expect([meta.count, data.map(({ serial }) => serial)]).toEqual([2, [one, two]]);
  const found = (await client.call(listAdminOrgProducts, { params, query: { search: two.slice(3) } })).reply();
  expect(found.data).toEqual([data[1]]);
  const other = await createProduct();
  const filtered = await client.call(listAdminOrgProducts, { params, query: { product_id: other.id } });
  expect(filtered.reply().meta.count).toBe(0);
  const id = data[0]?.id ?? "";
  expect((await client.call(getAdminOrgProduct, { params: { org_id, id } })).reply()).toMatchObject({ ...data[0] });
  (await client.call(deleteAdminOrgProduct, { params: { org_id, id } })).reply();
  for (const spec of [getAdminOrgProduct, deleteAdminOrgProduct])
    expect((await client.call(spec, { params: { org_id, id } })).errcode).toBe("ORG_PRODUCT_NOT_FOUND");
  expect((await client.call(listAdminOrgProducts, { params })).reply().data).toEqual([data[1]]);
  expect(
    await query("select action, actor_id, org_id from audit_log where subject_id = $1 order by created_at", [id]),
  ).toEqual([
    { action: "registerDevice", actor_id: user.id, org_id },
    { action: "removeDevice", actor_id: user.id, org_id },
  ]);
});

test("what is not there and what is another's is told by its code", async () => {
  const [{ client }, owner, { id: org_id }] = [await signedInAdmin(), await signedIn(), await createOrganization()];
  const [product, other] = [await createProduct(), await createProduct()];
  const [device] = await query<{ id: string; serial: string }>(
    "insert into devices (org_id, product_id, serial) values ($1, $2, $3) returning id, serial",
    [owner.user.org_id, product.id, product.serial()],
  );
  const add = async (params: { org_id: string }, body: object) => {
    const { status, errcode, problems } = await client.call(createAdminOrgProduct, { params, body });
    return [status, errcode ?? problems[0]];
  };
  const validBody = { product_id: product.id, serial_number: product.serial() };
  expect(await add({ org_id: unknownId }, validBody)).toEqual([404, "ORG_NOT_FOUND"]);
  expect(await add({ org_id: "acme" }, validBody)).toEqual([400, "org_id: Invalid Organization Id."]);
  expect(await add({ org_id }, { ...validBody, product_id: unknownId })).toEqual([404, "PRODUCT_NOT_FOUND"]);
  expect(await add({ org_id }, { serial_number: validBody.serial_number })).toEqual([400, "product_id: Invalid uuid."]);
  expect(await add({ org_id }, { ...validBody, product_id: other.id })).toEqual([
    404,
    "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
  ]);
  expect(await add({ org_id }, { product_id: product.id, serial_number: device?.serial })).toEqual([
    422,
    "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
  ]);
  expect((await client.call(listAdminOrgProducts, { params: { org_id: unknownId } })).errcode).toBe("ORG_NOT_FOUND");
  const params = { org_id, id: device?.id ?? "" };
  for (const spec of [getAdminOrgProduct, deleteAdminOrgProduct])
    expect((await client.call(spec, { params })).errcode, "of another organization").toBe("ORG_PRODUCT_NOT_FOUND");
  const missing = { org_id: owner.user.org_id, id: unknownId };
  expect((await client.call(getAdminOrgProduct, { params: missing })).errcode).toBe("ORG_PRODUCT_NOT_FOUND");
});
