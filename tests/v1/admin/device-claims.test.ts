import { describe, expect, test } from "vitest";
import {
  deleteDeviceClaims,
  importMadeSerials,
  listDeviceClaims,
  listMadeSerials,
  verifyDevices,
} from "../../../worker/contract/v1/admin/device-claims.ts";
import { createAdminOrgProduct } from "../../../worker/contract/v1/admin/org-products.ts";
import { createOrgProduct, getOrgProduct, listOrgProducts } from "../../../worker/contract/v1/client/org-products.ts";
import { type Actor, signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { createDevice } from "../../support/shipping/orders.ts";

const unknownId = "00000000-0000-4000-8000-000000000000";
const buyer = () => signedIn({ roles: ["buyer", "user"] });
const claim = async ({ client }: Actor, serial_number: string) =>
  (await client.call(createOrgProduct, { body: { serial_number } })).reply();
const read = async ({ client }: Actor, id: string) => (await client.call(getOrgProduct, { params: { id } })).reply();

/** A device with a SKU, as a file of serial numbers names it. */
async function createSerials() {
  const [device, sku] = [await createDevice(), unique("SKU")];
  await query("update products set sku = $1 where id = $2", [sku, device.id]);
  return { ...device, sku };
}

describe("claims", () => {
  test("are listed for administrators, and verified all or none, which makes room for more", async () => {
    const [admin, actor, device] = [await signedInAdmin(), await buyer(), await createSerials()];
    const claimed = [];
    for (let n = 0; n < 20; n += 1) claimed.push(await claim(actor, device.serial()));
    const next = device.serial();
    const refused = await actor.client.call(createOrgProduct, { body: { serial_number: next } });
    expect(refused.errcode).toBe("DEVICE_CLAIMS_EXHAUSTED");

    const mine = { query: { org_id: actor.user.org_id } };
    const listed = (await admin.client.call(listDeviceClaims, mine)).reply();
    expect([listed.meta.count, listed.data.map(({ id }) => id)]).toEqual([
      20,
      claimed.map(({ id }) => id).toReversed(),
    ]);
    expect(listed.data[0]).toMatchObject({
      org: { id: actor.user.org_id },
      product: { id: device.id, sku: device.sku },
    });
    const [first, second] = claimed;
    const ids = [first?.id ?? "", second?.id ?? ""];
    const missing = await admin.client.call(verifyDevices, { body: { ids: [...ids, unknownId] } });
    expect([missing.status, missing.errcode]).toEqual([404, "ORG_PRODUCT_NOT_FOUND"]);
    expect((await read(actor, ids[0] ?? "")).is_verified).toBe(false);
    for (let n = 0; n < 2; n += 1) (await admin.client.call(verifyDevices, { body: { ids } })).reply();
    expect((await read(actor, ids[0] ?? "")).is_verified).toBe(true);
    expect((await admin.client.call(listDeviceClaims, mine)).reply().meta.count).toBe(18);
    expect(
      await query(
        "select actor_id, data -> 'changes' as changes from audit_log where action = $1 and subject_id = $2",
        ["verifyDevices", ids[0]],
      ),
    ).toEqual([{ actor_id: admin.user.id, changes: { verified_by: [null, "administrator"] } }]);
    expect((await claim(actor, next)).is_verified).toBe(false);
    const known = await admin.client.call(listMadeSerials, { query: { search: first?.serial ?? "" } });
    expect(known.reply().data.map(({ serial }) => serial)).toEqual([first?.serial]);
  });

  test("are removed all or none; verified devices are not removed with them", async () => {
    const [admin, actor, device] = [await signedInAdmin(), await buyer(), await createSerials()];
    const [one, two] = [await claim(actor, device.serial()), await claim(actor, device.serial())];
    const params = { org_id: actor.user.org_id };
    const body = { serial_number: device.serial(), product_id: device.id };
    const own = (await admin.client.call(createAdminOrgProduct, { params, body })).reply();
    expect(own.is_verified, "an administrator vouches for it").toBe(true);
    const some = await admin.client.call(deleteDeviceClaims, { body: { ids: [one.id, own.id] } });
    expect(some.errcode).toBe("ORG_PRODUCT_NOT_FOUND");
    (await admin.client.call(deleteDeviceClaims, { body: { ids: [one.id, two.id] } })).reply();
    const left = (await actor.client.call(listOrgProducts)).reply().data;
    expect(left.map(({ id }) => id)).toEqual([own.id]);
    const removed = await query("select 1 from audit_log where action = 'removeDevice' and subject_id = any($1)", [
      [one.id, two.id],
    ]);
    expect(removed).toHaveLength(2);
  });
});

describe("a file of made serial numbers", () => {
  const upload = async ({ client }: Actor, file: string) =>
    client.call(importMadeSerials, { body: { file: new Blob([file]) } });

  test("verifies what was claimed and what will be; lines with a problem are left out and named", async () => {
    const [admin, actor, device, other] = [
      await signedInAdmin(),
      await buyer(),
      await createSerials(),
      await createSerials(),
    ];
    const [before, later, foreign] = [device.serial(), device.serial(), other.serial()];
    const { id } = await claim(actor, before.toLowerCase());
    const lines = [
      "SKU;Serial number",
      `${device.sku};${before}`,
      `${device.sku.toLowerCase()};${later}`,
      `${device.sku};${later.toLowerCase()}`,
      `${device.sku};${foreign}`,
      `NONE;${other.serial()}`,
      `${device.sku};A B`,
      `${device.sku};`,
    ];
    const first = (await upload(admin, `\uFEFF${lines.join("\r\n")}`)).reply();
    expect(first).toMatchObject({ added: 2, already_known: 0, devices_verified: 1, refused: 4 });
    expect(first.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      `5 It does not fit the serial number patterns of ${device.name}.`,
      "6 There is no product with the SKU NONE.",
      "7 A serial number is at most 32 letters, digits and hyphens.",
      "8 It has no serial number.",
    ]);
    expect((await read(actor, id)).is_verified).toBe(true);
    expect((await claim(actor, later)).is_verified).toBe(true);
    const again = (await upload(admin, lines.join("\n"))).reply();
    expect(again).toMatchObject({ added: 0, already_known: 2, devices_verified: 0, refused: 4 });
    const listed = (await admin.client.call(listMadeSerials, { query: { product_id: device.id } })).reply();
    expect(listed.data.map(({ serial }) => serial).toSorted()).toEqual([before, later].toSorted());
    const audited = await query("select data from audit_log where action = 'importMadeSerials' and actor_id = $1", [
      admin.user.id,
    ]);
    expect(audited).toEqual([{ data: { added: 2 } }, { data: { added: 0 } }]);
  });

  test("counts for no limit of claims", async () => {
    const [admin, actor, device] = [await signedInAdmin(), await buyer(), await createSerials()];
    const serials = Array.from({ length: 25 }, () => device.serial());
    (
      await upload(admin, ["serial_number,sku", ...serials.map((serial) => `${serial},${device.sku}`)].join("\n"))
    ).reply();
    for (const serial of serials) expect((await claim(actor, serial)).is_verified).toBe(true);
  });

  test.each([
    ["", "The first line must name the columns serial_number and sku."],
    ["serial_number\nA-1", "The first line must name the columns serial_number and sku."],
    ["serial_number,sku\n", "The file has no serial numbers."],
    ['serial_number,sku\n"A-1,X', "A quotation mark in line 2 does not end."],
    [`serial_number,sku\n${"A-1,X\n".repeat(10_001)}`, "A file has at most 10,000 lines; this one has 10001."],
  ])("is refused in words: %.30s", async (file, message) => {
    const answer = await upload(await signedInAdmin(), file);
    expect([answer.status, answer.issues[0]?.message]).toEqual([400, message]);
  });

  test("of 10,000 lines is read at once", async () => {
    const [admin, device] = [await signedInAdmin(), await createSerials()];
    const lines = Array.from({ length: 10_000 }, () => `${device.serial()},${device.sku}`);
    const done = (await upload(admin, ["serial_number,sku", ...lines].join("\n"))).reply();
    expect([done.added, done.refused]).toEqual([10_000, 0]);
  });
});

test("the console verifies, removes and imports, and says what happened", async () => {
  const [admin, actor, device] = [await signedInAdmin(), await buyer(), await createSerials()];
  const [one, two] = [await claim(actor, device.serial()), await claim(actor, device.serial())];
  const here = `/admin/device-claims?search=${one.serial.slice(0, 11)}`;
  const page = async (path: string) => (await admin.client.fetch(path)).text();
  expect(await page(here)).toContain(one.serial);
  const post = (path: string, body: URLSearchParams | FormData) => admin.client.fetch(path, { method: "POST", body });
  const chosen = (id: string) => new URLSearchParams({ id, [`name.${id}`]: "It" });
  expect((await post("/admin/device-claims/verify", chosen(one.id))).status).toBe(303);
  expect(await page(here)).toContain("It verified.");
  expect((await post("/admin/device-claims/remove", chosen(two.id))).status).toBe(303);
  expect(await page(here)).toContain("It removed.");
  expect(await page(here)).not.toContain(one.serial);

  const file = new FormData();
  file.set("file", new Blob([`serial_number,sku\n${device.serial()},${device.sku}\nX,NONE\n`]), "made.csv");
  expect((await post("/admin/made-serials", file)).status).toBe(303);
  const told = await page("/admin/made-serials");
  expect(told).toContain("1 serial number added, 0 known before. 1 line was left out. ");
  expect(told).toContain("Line 3 (X): There is no product with the SKU NONE.");
  expect(told).toContain(device.sku);
});
