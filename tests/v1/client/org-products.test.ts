import { describe, expect, test } from "vitest";
import {
  createOrgProduct,
  deleteOrgProduct,
  getOrgProduct,
  listOrgProducts,
} from "../../../worker/contract/v1/client/org-products.ts";
import { impersonating, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createProduct, createUser, unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";

type DeviceFields = { org_id: string; product_id: string; serial?: string; is_deleted?: boolean };

async function createDevice({ org_id, product_id, serial = unique("SN"), is_deleted = false }: DeviceFields) {
  await query("insert into devices (org_id, product_id, serial, is_deleted) values ($1, $2, $3, $4)", [
    org_id,
    product_id,
    serial,
    is_deleted,
  ]);
  return serial;
}

async function createFleet() {
  const { id: org_id } = await createOrganization();
  const [spectrometer, gateway] = [await createProduct(), await createProduct()];
  const serials = [
    await createDevice({ org_id, product_id: spectrometer.id }),
    await createDevice({ org_id, product_id: spectrometer.id }),
    await createDevice({ org_id, product_id: gateway.id }),
  ];
  const { client } = await signedIn({ org_id });
  const list = async (filters: Record<string, string> = {}) =>
    (await client.call(listOrgProducts, { query: filters })).reply();
  return { org_id, spectrometer, gateway, serials, client, list };
}

describe("the organization's devices", () => {
  test("are listed newest first for any member, each with its product", async () => {
    const { org_id, gateway, serials, list } = await createFleet();
    const { data, meta } = await list();
    expect(data.map(({ serial }) => serial)).toEqual(serials.toReversed());
    expect(meta).toEqual({ limit: 20, offset: 0, count: 3 });
    const [product] = await query("select id, name, sku, main_image, short_description from products where id = $1", [
      gateway.id,
    ]);
    expect(data[0]).toMatchObject({ org_id, product_id: gateway.id, is_deleted: false, product });
  });

  test("are searched by a part of the serial number without case, filtered by product and sorted", async () => {
    const { spectrometer, serials, list } = await createFleet();
    const listSerials = async (filters: Record<string, string>) =>
      (await list(filters)).data.map(({ serial }) => serial);
    expect(await listSerials({ search: (serials[1] ?? "").slice(2).toLowerCase() })).toEqual([serials[1]]);
    expect(await listSerials({ search: "%" })).toEqual([]);
    expect(await listSerials({ product_id: spectrometer.id, sort: "created_at" })).toEqual(serials.slice(0, 2));
    expect(await listSerials({ sort: "serial" })).toEqual(serials.toSorted());
    expect(await listSerials({ sort: "-serial", limit: "1", offset: "1" })).toEqual(
      serials.toSorted().toReversed().slice(1, 2),
    );
    expect((await list({ limit: "1", offset: "7" })).meta).toEqual({ limit: 1, offset: 7, count: 3 });
  });

  test("hold neither a removed one nor another organization's", async () => {
    const { org_id, gateway, serials, list } = await createFleet();
    await createDevice({ org_id, product_id: gateway.id, is_deleted: true });
    await createDevice({ org_id: (await createOrganization()).id, product_id: gateway.id });
    expect((await list()).data.map(({ serial }) => serial)).toEqual(serials.toReversed());
    expect((await list({ product_id: gateway.id })).meta.count).toBe(1);
  });

  test("are the same on every page, near or far, and so is what stands with them", async () => {
    const { org_id, spectrometer, list } = await createFleet();
    await query(
      `insert into devices (org_id, product_id, serial, created_at)
       select $1, $2, $3 || n, now() + n / 4 * interval '1 second' from generate_series(1, 137) n`,
      [org_id, spectrometer.id, unique("SN")],
    );
    const page = async (offset: number, limit: number) =>
      (await list({ offset: `${offset}`, limit: `${limit}` })).data.map(({ id, product }) => ({ id, product }));
    const allDevices = [...(await page(0, 100)), ...(await page(100, 40))];
    expect(allDevices.map(({ id }) => ({ id }))).toEqual(
      await query("select id from devices where org_id = $1 order by created_at desc, id desc", [org_id]),
    );
    for (const offset of [1, 99, 101, 139])
      expect(await page(offset, 20)).toEqual(allDevices.slice(offset, offset + 20));
    expect(await page(140, 20)).toEqual([]);
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

const foreignErrcode = "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG";
const signInBuyer = () => signedIn({ roles: ["buyer", "user"] });

describe("a device", () => {
  test("is registered by its serial number alone, whose product is found, and every member reads it", async () => {
    const [{ client, user }, product] = [await signInBuyer(), await createProduct()];
    const serial_number = product.serial();
    const answer = await client.call(createOrgProduct, { body: { serial_number } });
    const device = answer.reply();
    expect(device).toMatchObject({ org_id: user.org_id, product_id: product.id, serial: serial_number });
    expect(device).toMatchObject({ is_deleted: false, product: { id: product.id } });
    const colleague = await signedIn({ org_id: user.org_id });
    const colleagueView = (await colleague.client.call(getOrgProduct, { params: { id: device.id } })).reply();
    expect(colleagueView).toEqual(device);
  });

  test("that is registered twice is the one that is there, whatever the case and the name of the field", async () => {
    const [{ client, user }, product] = [await signInBuyer(), await createProduct()];
    const serial = product.serial();
    const first = (await client.call(createOrgProduct, { body: { serial, product_id: product.id } })).reply();
    const again = (await client.call(createOrgProduct, { body: { serial_number: serial.toLowerCase() } })).reply();
    expect(again).toEqual(first);
    expect(await query("select 1 from devices where org_id = $1", [user.org_id])).toHaveLength(1);
    expect(await query("select action from audit_log where org_id = $1", [user.org_id])).toEqual([
      { action: "registerDevice" },
    ]);
  });

  test("is refused with the words of the specification: without, with a wrong and with an unknown serial number or product", async () => {
    const [{ client }, product, other] = [await signInBuyer(), await createProduct(), await createProduct()];
    const register = async (body: object) => {
      const { status, errcode, message, problems } = await client.call(createOrgProduct, { body });
      return [status, errcode ?? problems[0], ...(errcode ? [message] : [])];
    };
    const notFoundMessage = "There is no device with this serial number.";
    expect(await register({})).toEqual([400, "serial_number: CGX Serial number is required."]);
    expect(await register({ serial: "" })).toEqual([400, "serial: CGX Serial number is required."]);
    expect(await register({ serial_number: "CGX 1" })).toEqual([400, `serial_number: ${notFoundMessage}`]);
    expect(await register({ serial_number: "C".repeat(33) })).toEqual([
      400,
      "serial_number: CGX Serial number must be at most 32 characters.",
    ]);
    expect(await register({ serial_number: "NONE-1", product_id: "1" })).toEqual([400, "product_id: Invalid uuid."]);
    const notFoundResult = [404, "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND", notFoundMessage];
    expect(await register({ serial_number: unique("NONE").slice(0, 20) })).toEqual(notFoundResult);
    for (const longSerial of [`${product.serial()}-2`, `A-${product.serial()}`])
      expect(await register({ serial_number: longSerial }), "of no product as a whole").toEqual(notFoundResult);
    expect(await register({ serial_number: product.serial(), product_id: other.id }), "of another product").toEqual(
      notFoundResult,
    );
    const unknownId = "00000000-0000-4000-8000-000000000000";
    expect(await register({ serial_number: product.serial(), product_id: unknownId })).toEqual([
      404,
      "PRODUCT_NOT_FOUND",
      "Not found: product",
    ]);
  });

  test("of another organization is refused until that one removes it; its own list forgets it, its row stays", async () => {
    const [owner, other, product] = [
      await signInBuyer(),
      await signedIn({ roles: ["org", "user"] }),
      await createProduct(),
    ];
    const serial_number = product.serial();
    const { id } = (await owner.client.call(createOrgProduct, { body: { serial_number } })).reply();
    const refusal = await other.client.call(createOrgProduct, { body: { serial_number: serial_number.toLowerCase() } });
    expect([refusal.status, refusal.errcode, refusal.message]).toEqual([
      422,
      foreignErrcode,
      "This Serial Number belongs to another organization.",
    ]);
    (await owner.client.call(deleteOrgProduct, { params: { id } })).reply();
    for (const spec of [getOrgProduct, deleteOrgProduct])
      expect((await owner.client.call(spec, { params: { id } })).errcode).toBe("ORG_PRODUCT_NOT_FOUND");
    expect((await owner.client.call(listOrgProducts)).reply().meta.count).toBe(0);
    const newDevice = (await other.client.call(createOrgProduct, { body: { serial_number } })).reply();
    expect(newDevice.id).not.toBe(id);
    expect(
      await query("select org_id, is_deleted from devices where serial = $1 order by is_deleted", [serial_number]),
    ).toEqual([
      { org_id: other.user.org_id, is_deleted: false },
      { org_id: owner.user.org_id, is_deleted: true },
    ]);
  });

  test("that two organizations claim 20 times at once is held by one of them, once", async () => {
    const [one, other, product] = [await signInBuyer(), await signInBuyer(), await createProduct()];
    const serial_number = product.serial();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? one : other).client.call(createOrgProduct, { body: { serial_number } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(4).fill(201),
      ...Array<number>(4).fill(422),
    ]);
    expect(new Set(answers.flatMap(({ errcode }) => errcode ?? []))).toEqual(new Set([foreignErrcode]));
    expect(await query("select 1 from devices where serial = $1 and not is_deleted", [serial_number])).toHaveLength(1);
  });

  test("is told to the managers who have an account, once, and to nobody else", async () => {
    const [{ client, user }, product] = [await signInBuyer(), await createProduct()];
    const org_id = user.org_id;
    const manager = await createUser({ org_id, roles: ["org", "user"] });
    await createUser({ org_id, roles: ["org", "user"], state: "inactive" });
    await createUser({ org_id, roles: ["org", "user"], state: "new" });
    // A manager without a password signs in with a passkey.
    const passkeyManager = await createUser({ org_id, roles: ["org", "user"] });
    await query("update users set password_hash = null where id = $1", [passkeyManager.id]);
    const serial_number = product.serial();
    const body = { serial_number };
    const { id } = (await client.call(createOrgProduct, { body })).reply();
    (await client.call(createOrgProduct, { body })).reply();
    const mail = await sandbox.waitForMail(manager.email, "A device was added to your organization");
    expect(mail.text).toContain(serial_number);
    expect(mail.text).toContain(`/portal/devices/${id}`);
    const mails = await query<{ recipient: string }>(
      "select o.recipient from outbox o join users u on u.id = o.user_id where u.org_id = $1 and o.type = 'deviceAdded'",
      [org_id],
    );
    const recipients = mails.map(({ recipient }) => recipient);
    expect(recipients.toSorted()).toEqual([manager.email, passkeyManager.email].toSorted());
  });

  test("is added and removed by an administrator in a customer's name, with both in the audit log", async () => {
    const [{ client, customer, user }, product] = [await impersonating(), await createProduct()];
    const { id } = (await client.call(createOrgProduct, { body: { serial_number: product.serial() } })).reply();
    (await client.call(deleteOrgProduct, { params: { id } })).reply();
    const entry = { actor_id: customer.id, impersonator_id: user.id, org_id: customer.org_id };
    expect(
      await query(
        "select action, actor_id, impersonator_id, org_id from audit_log where subject_id = $1 order by created_at",
        [id],
      ),
    ).toEqual([
      { action: "registerDevice", ...entry },
      { action: "removeDevice", ...entry },
    ]);
  });
});
