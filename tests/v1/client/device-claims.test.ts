import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { verifyDevices } from "../../../worker/contract/v1/admin/device-claims.ts";
import { cancelPackage, shipOrder } from "../../../worker/contract/v1/admin/shipping.ts";
import {
  createOrgProduct,
  deleteOrgProduct,
  listOrgProducts,
  reportInstalledVersion,
  updateOrgProduct,
} from "../../../worker/contract/v1/client/org-products.ts";
import { type Actor, signedIn, signedInAdmin } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSession, createUser, unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { createDevice, createOrder, createPaidOrder } from "../../support/shipping/orders.ts";

const signInBuyer = () => signedIn({ roles: ["buyer", "user"] });
const claim = ({ client }: Actor, serial_number: string) => client.call(createOrgProduct, { body: { serial_number } });
const newTrackingId = () => unique("1Z").toUpperCase();

async function ship(admin: Actor, order: { id: string; line_id: string }, serials: string[]) {
  const packages = [{ tracking_id: newTrackingId(), serials: { [order.line_id]: serials } }];
  return admin.client.call(shipOrder, { params: { order_id: order.id }, body: { packages } });
}

const fetchVerifiedFlags = async ({ client }: Actor) =>
  (await client.call(listOrgProducts, { query: { sort: "created_at" } })).reply().data.map((each) => each.is_verified);
const fetchOrgName = async ({ user }: Actor) =>
  (await query<{ name: string }>("select name from organizations where id = $1", [user.org_id]))[0]?.name ?? "";
const listLiveDevices = (serial: string) =>
  query("select org_id from devices where upper(serial) = upper($1) and not is_deleted", [serial]);

describe("a serial number that is shipped", () => {
  test("goes to who ordered it, from an organization that only claimed it, with audit entries and mails to both", async () => {
    const [admin, order, thief] = [await signedInAdmin(), await createPaidOrder(1), await signInBuyer()];
    const manager = await createUser({ org_id: thief.user.org_id, roles: ["org", "user"] });
    const owner = await createUser({ org_id: order.buyer.user.org_id, roles: ["org", "user"] });
    await query("update users set password_hash = null where id in ($1, $2)", [manager.id, owner.id]);
    const serial = order.device.serial();
    const { id } = (await claim(thief, serial.toLowerCase())).reply();

    expect((await ship(admin, order, [serial])).status).toBe(200);

    expect(await listLiveDevices(serial)).toEqual([{ org_id: order.buyer.user.org_id }]);
    const [takeOverEntry] = await query<Record<string, unknown>>(
      "select actor_id, org_id, data from audit_log where action = 'takeOverDevice' and subject_id = $1",
      [id],
    );
    expect(takeOverEntry).toMatchObject({
      actor_id: admin.user.id,
      org_id: thief.user.org_id,
      data: { serial: serial.toLowerCase(), order_number: order.order_number },
    });
    const registerEntries = await query(
      `select a.action from audit_log a join devices d on d.id::text = a.subject_id
       where d.org_id = $1 and d.serial = $2`,
      [order.buyer.user.org_id, serial],
    );
    expect(registerEntries).toEqual([{ action: "registerDevice" }]);
    const removalMail = await sandbox.waitForMail(manager.email, "A device was removed from your organization");
    expect(removalMail.text).toContain(serial.toLowerCase());
    const [buyerOrg, thiefOrg] = [await fetchOrgName(order.buyer), await fetchOrgName(thief)];
    expect(removalMail.text).toContain(thiefOrg);
    for (const secret of [buyerOrg, order.buyer.user.email, order.buyer.user.last_name])
      expect(JSON.stringify(removalMail), "whose it is stays a secret").not.toContain(secret);
    const mail = await sandbox.waitForMail(owner.email, "A device was added to your organization");
    expect(mail.text).toContain(serial);
    expect((await claim(thief, serial)).errcode).toBe("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");
    const inbox = await query<{ type: string; payload: Record<string, string> }>(
      "select type, payload from notifications where user_id = $1 and type <> 'deviceAdded'",
      [manager.id],
    );
    expect(inbox).toMatchObject([
      { type: "announcement", payload: { subject: "A device was removed from your organization" } },
    ]);
    expect(inbox[0]?.payload["message"]).toContain(`serial number ${serial.toLowerCase()}`);
    expect(JSON.stringify(inbox), "whose it is stays a secret").not.toContain(buyerOrg);
    const mails = await query("select type from outbox where user_id = $1 and type <> 'deviceAdded'", [manager.id]);
    expect(mails, "the notice is no second mail").toEqual([{ type: "deviceTakenOver" }]);
    const client = createClient({ session: await createSession(manager.id) });
    expect(await (await client.fetch("/portal/notifications")).text()).toContain("A device was removed");
  });

  test("has the name, site, tags and version back that its organization gave it before removing it", async () => {
    const [admin, order] = [await signedInAdmin(), await createPaidOrder(1)];
    const [{ client }, serial] = [order.buyer, order.device.serial()];
    const { id } = (await claim(order.buyer, serial)).reply();
    const change = { name: "Left press", site: "Chicago", tags: ["spare"] };
    (await client.call(updateOrgProduct, { params: { id }, body: change })).reply();
    (await client.call(reportInstalledVersion, { params: { id }, body: { version: "1.5.0" } })).reply();
    (await client.call(deleteOrgProduct, { params: { id } })).reply();

    (await ship(admin, order, [serial])).reply();

    expect((await client.call(listOrgProducts)).reply().data).toMatchObject([
      { serial, ...change, installed_version: "1.5.0", is_verified: true },
    ]);
  });

  test("stays with the organization to which it was shipped before", async () => {
    const [admin, first] = [await signedInAdmin(), await createPaidOrder(1)];
    const serial = first.device.serial();
    (await ship(admin, first, [serial])).reply();
    const { user } = await signInBuyer();
    const second = await createOrder(first.device, 1, { org_id: user.org_id, user_id: user.id });
    const answer = await ship(admin, second, [serial]);
    expect([answer.status, answer.errcode]).toEqual([422, "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG"]);
    expect(await listLiveDevices(serial)).toEqual([{ org_id: first.buyer.user.org_id }]);
  });

  test("stays with the organization for which an administrator confirmed it", async () => {
    const [admin, holder, device] = [await signedInAdmin(), await signInBuyer(), await createDevice()];
    const serial = device.serial();
    const { id } = (await claim(holder, serial)).reply();
    (await admin.client.call(verifyDevices, { body: { ids: [id] } })).reply();
    const { user } = await signInBuyer();
    const order = await createOrder(device, 1, { org_id: user.org_id, user_id: user.id });
    const answer = await ship(admin, order, [serial]);
    expect([answer.status, answer.errcode]).toEqual([422, "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG"]);
    expect(await listLiveDevices(serial)).toEqual([{ org_id: holder.user.org_id }]);
  });

  test("by mistake, whose package is canceled, can be shipped to who ordered it", async () => {
    const [admin, wrongOrder] = [await signedInAdmin(), await createPaidOrder(1)];
    const serial = wrongOrder.device.serial();
    (await claim(wrongOrder.buyer, serial)).reply();
    const id = randomUUID();
    const parcel = {
      id,
      freight_service: "FEDEX_GROUND",
      weight_grams: 1500,
      serials: { [wrongOrder.line_id]: [serial] },
    };
    const body = { packages: [parcel], create: true };
    (await admin.client.call(shipOrder, { params: { order_id: wrongOrder.id }, body })).reply();
    expect(await fetchVerifiedFlags(wrongOrder.buyer)).toEqual([true]);
    const params = { order_id: wrongOrder.id, package_id: id };
    (await admin.client.call(cancelPackage, { params })).reply();
    const { user } = await signInBuyer();
    const rightOrder = await createOrder(wrongOrder.device, 1, { org_id: user.org_id, user_id: user.id });
    (await ship(admin, rightOrder, [serial])).reply();
    expect(await listLiveDevices(serial)).toEqual([{ org_id: user.org_id }]);
  });

  test("stays confirmed by an administrator after its package to the same organization is canceled", async () => {
    const [admin, order] = [await signedInAdmin(), await createPaidOrder(1)];
    const serial = order.device.serial();
    const { id } = (await claim(order.buyer, serial)).reply();
    (await admin.client.call(verifyDevices, { body: { ids: [id] } })).reply();
    const package_id = randomUUID();
    const parcel = {
      id: package_id,
      freight_service: "FEDEX_GROUND",
      weight_grams: 1500,
      serials: { [order.line_id]: [serial] },
    };
    const body = { packages: [parcel], create: true };
    (await admin.client.call(shipOrder, { params: { order_id: order.id }, body })).reply();
    (await admin.client.call(cancelPackage, { params: { order_id: order.id, package_id } })).reply();
    const { user } = await signInBuyer();
    const otherOrder = await createOrder(order.device, 1, { org_id: user.org_id, user_id: user.id });
    const answer = await ship(admin, otherOrder, [serial]);
    expect([answer.status, answer.errcode]).toEqual([422, "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG"]);
    expect(await listLiveDevices(serial)).toEqual([{ org_id: order.buyer.user.org_id }]);
  });

  test("was made: whoever registers it after its owner removed it has a verified device", async () => {
    const [admin, order, nextOwner] = [await signedInAdmin(), await createPaidOrder(1), await signInBuyer()];
    const serial = order.device.serial();
    (await ship(admin, order, [serial])).reply();
    const [device] = (await order.buyer.client.call(listOrgProducts)).reply().data;
    (await order.buyer.client.call(deleteOrgProduct, { params: { id: device?.id ?? "" } })).reply();
    (await claim(nextOwner, serial)).reply();
    (await claim(nextOwner, order.device.serial())).reply();
    expect(await fetchVerifiedFlags(nextOwner)).toEqual([true, false]);
    const unverifiedList = await nextOwner.client.call(listOrgProducts, { query: { is_verified: "false" } });
    expect(unverifiedList.reply().meta.count).toBe(1);
  });

  test("twice at once, for two organizations or for one, is in one package, and the other answer is a refusal", async () => {
    const admin = await signedInAdmin();
    for (let round = 0; round < 8; round += 1) {
      const firstOrder = await createPaidOrder(1);
      const other = round % 2 ? (await signInBuyer()).user : firstOrder.buyer.user;
      const secondOrder = await createOrder(firstOrder.device, 1, { org_id: other.org_id, user_id: other.id });
      const serial = firstOrder.device.serial();
      const answers = await Promise.all([ship(admin, firstOrder, [serial]), ship(admin, secondOrder, [serial])]);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      // Within one organization, the second shipment may see the package of the first.
      expect(round % 2 ? [422] : [400, 422], `round ${round}`).toContain(statuses[1]);
      expect(await query("select 1 from package_serials where serial = $1", [serial])).toHaveLength(1);
    }
  });
});

describe("claims that nothing confirms", () => {
  test("end at 20 a day, also when they come at once, with the way to ask; those that are there stay", async () => {
    const [actor, device] = [await signInBuyer(), await createDevice()];
    await query(
      "insert into devices (org_id, product_id, serial) select $1, $2, $3 || n from generate_series(1, 19) n",
      [actor.user.org_id, device.id, unique("OWN")],
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim(actor, device.serial())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status === 422);
    expect(refusals).toHaveLength(7);
    expect(refusals[0]?.errcode).toBe("DEVICE_CLAIMS_EXHAUSTED");
    expect(refusals[0]?.message).toContain("ask support");
    expect((await actor.client.call(listOrgProducts)).reply().meta.count).toBe(20);
  });

  test("do not come back by removing devices, but the same serial number does", async () => {
    const [actor, device] = [await signInBuyer(), await createDevice()];
    const claimedDevices = [];
    for (let n = 0; n < 20; n += 1) claimedDevices.push((await claim(actor, device.serial())).reply());
    const [first] = claimedDevices;
    (await actor.client.call(deleteOrgProduct, { params: { id: first?.id ?? "" } })).reply();
    expect((await claim(actor, device.serial())).errcode).toBe("DEVICE_CLAIMS_EXHAUSTED");
    expect((await claim(actor, first?.serial ?? "")).status).toBe(201);
  });

  test("end at 200 in all", async () => {
    const [actor, device] = [await signInBuyer(), await createDevice()];
    await query(
      `insert into devices (org_id, product_id, serial, created_at)
       select $1, $2, $3 || n, now() - interval '2 days' from generate_series(1, 199) n`,
      [actor.user.org_id, device.id, unique("OLD")],
    );
    expect((await claim(actor, device.serial())).status).toBe(201);
    expect((await claim(actor, device.serial())).errcode).toBe("DEVICE_CLAIMS_EXHAUSTED");
  });
});
