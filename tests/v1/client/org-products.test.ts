import { describe, expect, test } from "vitest";
import { listOrgProducts } from "../../../worker/contract/v1/client/org-products.ts";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createProduct, unique } from "../../support/factories.ts";

type Fields = { org_id: string; product_id: string; serial?: string; is_deleted?: boolean };

async function createDevice({ org_id, product_id, serial = unique("SN"), is_deleted = false }: Fields) {
  await query("insert into devices (org_id, product_id, serial, is_deleted) values ($1, $2, $3, $4)", [
    org_id,
    product_id,
    serial,
    is_deleted,
  ]);
  return serial;
}

/** A member of an organization with three devices of two products. */
async function fleet() {
  const { id: org_id } = await createOrganization();
  const [spectrometer, gateway] = [await createProduct(), await createProduct()];
  const serials = [
    await createDevice({ org_id, product_id: spectrometer.id }),
    await createDevice({ org_id, product_id: spectrometer.id }),
    await createDevice({ org_id, product_id: gateway.id }),
  ];
  const { client } = await signedIn({ org_id });
  const list = async (asked: Record<string, string> = {}) =>
    (await client.call(listOrgProducts, { query: asked })).reply();
  return { org_id, spectrometer, gateway, serials, client, list };
}

describe("the organization's devices", () => {
  test("are listed newest first for any member, each with its product", async () => {
    const { org_id, gateway, serials, list } = await fleet();
    const { data, meta } = await list();
    expect(data.map(({ serial }) => serial)).toEqual(serials.toReversed());
    expect(meta).toEqual({ limit: 20, offset: 0, count: 3 });
    const [product] = await query("select id, name, sku, main_image, short_description from products where id = $1", [
      gateway.id,
    ]);
    expect(data[0]).toMatchObject({ org_id, product_id: gateway.id, is_deleted: false, product });
  });

  test("are searched by a part of the serial number without case, filtered by product and sorted", async () => {
    const { spectrometer, serials, list } = await fleet();
    const shown = async (asked: Record<string, string>) => (await list(asked)).data.map(({ serial }) => serial);
    expect(await shown({ search: (serials[1] ?? "").slice(2).toLowerCase() })).toEqual([serials[1]]);
    expect(await shown({ search: "%" })).toEqual([]);
    expect(await shown({ product_id: spectrometer.id, sort: "created_at" })).toEqual(serials.slice(0, 2));
    expect(await shown({ sort: "serial" })).toEqual(serials.toSorted());
    expect(await shown({ sort: "-serial", limit: "1", offset: "1" })).toEqual(
      serials.toSorted().toReversed().slice(1, 2),
    );
    expect((await list({ limit: "1", offset: "7" })).meta).toEqual({ limit: 1, offset: 7, count: 3 });
  });

  test("hold neither a removed one nor another organization's", async () => {
    const { org_id, gateway, serials, list } = await fleet();
    await createDevice({ org_id, product_id: gateway.id, is_deleted: true });
    await createDevice({ org_id: (await createOrganization()).id, product_id: gateway.id });
    expect((await list()).data.map(({ serial }) => serial)).toEqual(serials.toReversed());
    expect((await list({ product_id: gateway.id })).meta.count).toBe(1);
  });

  test.each([
    ["product_id", "acme"],
    ["sort", "org_id"],
    ["limit", "101"],
  ])("refuse %s=%s", async (name, value) => {
    const { client } = await signedIn();
    expect((await client.call(listOrgProducts, { query: { [name]: value } })).issues[0]?.path).toEqual([name]);
  });
});
