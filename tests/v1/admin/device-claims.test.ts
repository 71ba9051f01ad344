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
const signInBuyer = () => signedIn({ roles: ["buyer", "user"] });
const claim = async ({ client }: Actor, serial_number: string) =>
  (await client.call(createOrgProduct, { body: { serial_number } })).reply();
const readDevice = async ({ client }: Actor, id: string) =>
  (await client.call(getOrgProduct, { params: { id } })).reply();

/** Creates a product with a SKU, because files of serial numbers refer to products by SKU. */
async function createSkuDevice() {
  const [device, sku] = [await createDevice(), unique("SKU")];
  await query("update products set sku = $1 where id = $2", [sku, device.id]);
  return { ...device, sku };
}

describe("claims", () => {
  test("are listed for administrators, and verified all or none, which makes room for more", async () => {
    const [admin, actor, device] = [await signedInAdmin(), await signInBuyer(), await createSkuDevice()];
    const claimed = [];
    for (let n = 0; n < 20; n += 1) claimed.push(await claim(actor, device.serial()));
    const nextSerial = device.serial();
    const refused = await actor.client.call(createOrgProduct, { body: { serial_number: nextSerial } });
    expect(refused.errcode).toBe("DEVICE_CLAIMS_EXHAUSTED");

    const claimsInput = { query: { org_id: actor.user.org_id } };
    const claimList = (await admin.client.call(listDeviceClaims, claimsInput)).reply();
    expect([claimList.meta.count, claimList.data.map(({ id }) => id)]).toEqual([
      20,
      claimed.map(({ id }) => id).toReversed(),
    ]);
    expect(claimList.data[0]).toMatchObject({
      org: { id: actor.user.org_id },
      product: { id: device.id, sku: device.sku },
    });
    const [first, second] = claimed;
    const ids = [first?.id ?? "", second?.id ?? ""];
    const missing = await admin.client.call(verifyDevices, { body: { ids: [...ids, unknownId] } });
    expect([missing.status, missing.errcode]).toEqual([404, "ORG_PRODUCT_NOT_FOUND"]);
    expect((await readDevice(actor, ids[0] ?? "")).is_verified).toBe(false);
    for (let n = 0; n < 2; n += 1) (await admin.client.call(verifyDevices, { body: { ids } })).reply();
    expect((await readDevice(actor, ids[0] ?? "")).is_verified).toBe(true);
    expect((await admin.client.call(listDeviceClaims, claimsInput)).reply().meta.count).toBe(18);
    expect(
      await query(
        "select actor_id, data -> 'changes' as changes from audit_log where action = $1 and subject_id = $2",
        ["verifyDevices", ids[0]],
      ),
    ).toEqual([{ actor_id: admin.user.id, changes: { verified_by: [null, "administrator"] } }]);
    expect((await claim(actor, nextSerial)).is_verified).toBe(false);
    const knownSerials = await admin.client.call(listMadeSerials, { query: { search: first?.serial ?? "" } });
    expect(knownSerials.reply().data.map(({ serial }) => serial)).toEqual([first?.serial]);
  });

  test("are removed all or none; verified devices are not removed with them", async () => {
    const [admin, actor, device] = [await signedInAdmin(), await signInBuyer(), await createSkuDevice()];
    const [one, two] = [await claim(actor, device.serial()), await claim(actor, device.serial())];
    const params = { org_id: actor.user.org_id };
    const body = { serial_number: device.serial(), product_id: device.id };
    const verifiedDevice = (await admin.client.call(createAdminOrgProduct, { params, body })).reply();
    expect(verifiedDevice.is_verified, "an administrator vouches for it").toBe(true);
    const mixedAnswer = await admin.client.call(deleteDeviceClaims, { body: { ids: [one.id, verifiedDevice.id] } });
    expect(mixedAnswer.errcode).toBe("ORG_PRODUCT_NOT_FOUND");
    (await admin.client.call(deleteDeviceClaims, { body: { ids: [one.id, two.id] } })).reply();
    const remaining = (await actor.client.call(listOrgProducts)).reply().data;
    expect(remaining.map(({ id }) => id)).toEqual([verifiedDevice.id]);
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
      await signInBuyer(),
      await createSkuDevice(),
      await createSkuDevice(),
    ];
    const [claimedSerial, newSerial, foreignSerial] = [device.serial(), device.serial(), other.serial()];
    const { id } = await claim(actor, claimedSerial.toLowerCase());
    const lines = [
      "SKU;Serial number",
      `${device.sku};${claimedSerial}`,
      `${device.sku.toLowerCase()};${newSerial}`,
      `${device.sku};${newSerial.toLowerCase()}`,
      `${device.sku};${foreignSerial}`,
      `NONE;${other.serial()}`,
      `${device.sku};A B`,
      `${device.sku};`,
    ];
    const first = (await upload(admin, `\uFEFF${lines.join("\r\n")}`)).reply();
    expect(first).toMatchObject({ added: 2, already_known: 0, devices_verified: 1, refused: 4 });
    expect(first.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      `5 The number does not fit the serial number patterns of ${device.name}.`,
      "6 There is no product with the SKU NONE.",
      "7 A serial number is at most 32 letters, digits and hyphens.",
      "8 It has no serial number.",
    ]);
    expect((await readDevice(actor, id)).is_verified).toBe(true);
    expect((await claim(actor, newSerial)).is_verified).toBe(true);
    const again = (await upload(admin, lines.join("\n"))).reply();
    expect(again).toMatchObject({ added: 0, already_known: 2, devices_verified: 0, refused: 4 });
    const serialList = (await admin.client.call(listMadeSerials, { query: { product_id: device.id } })).reply();
    expect(serialList.data.map(({ serial }) => serial).toSorted()).toEqual([claimedSerial, newSerial].toSorted());
    const auditRows = await query("select data from audit_log where action = 'importMadeSerials' and actor_id = $1", [
      admin.user.id,
    ]);
    expect(auditRows).toEqual([{ data: { added: 2 } }, { data: { added: 0 } }]);
  });

  test("counts for no limit of claims", async () => {
    const [admin, actor, device] = [await signedInAdmin(), await signInBuyer(), await createSkuDevice()];
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
    const [admin, device] = [await signedInAdmin(), await createSkuDevice()];
    const lines = Array.from({ length: 10_000 }, () => `${device.serial()},${device.sku}`);
    const importReply = (await upload(admin, ["serial_number,sku", ...lines].join("\n"))).reply();
    expect([importReply.added, importReply.refused]).toEqual([10_000, 0]);
  });
});

test("the console verifies, removes and imports, and says what happened", async () => {
  const [admin, actor, device] = [await signedInAdmin(), await signInBuyer(), await createSkuDevice()];
  const [one, two] = [await claim(actor, device.serial()), await claim(actor, device.serial())];
  const claimsPath = `/admin/device-claims?search=${one.serial.slice(0, 11)}`;
  const fetchPage = async (path: string) => (await admin.client.fetch(path)).text();
  expect(await fetchPage(claimsPath)).toContain(one.serial);
  const post = (path: string, body: URLSearchParams | FormData) => admin.client.fetch(path, { method: "POST", body });
  const selection = (id: string) => new URLSearchParams({ id, [`name.${id}`]: "It" });
  expect((await post("/admin/device-claims/verify", selection(one.id))).status).toBe(303);
  expect(await fetchPage(claimsPath)).toContain("It verified.");
  expect((await post("/admin/device-claims/remove", selection(two.id))).status).toBe(303);
  expect(await fetchPage(claimsPath)).toContain("It removed.");
  expect(await fetchPage(claimsPath)).not.toContain(one.serial);

  const file = new FormData();
  file.set("file", new Blob([`serial_number,sku\n${device.serial()},${device.sku}\nX,NONE\n`]), "made.csv");
  expect((await post("/admin/made-serials", file)).status).toBe(303);
  const importPage = await fetchPage("/admin/made-serials");
  expect(importPage).toContain("1 serial number added, 0 known before. 1 line was left out. ");
  expect(importPage).toContain("Line 3 (X): There is no product with the SKU NONE.");
  expect(importPage).toContain(device.sku);
});
