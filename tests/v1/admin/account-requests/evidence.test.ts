import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/account-requests.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import {
  createAccountRequest,
  createOrganization,
  createProduct,
  createUser,
  unique,
} from "../../../support/factories.ts";

const readRequest = async (request_id: string) => {
  const { client } = await signedInAdmin();
  return (await client.call(contract.getAccountRequest, { params: { request_id } })).reply();
};
const uniqueDomain = () => `${unique("d").toLowerCase()}.test`;
/** Creates an account request whose email domain no other test uses. */
const createRequest = (fields: Parameters<typeof createAccountRequest>[0]) =>
  createAccountRequest({ email: `new@${uniqueDomain()}`, ...fields });
const registerDevice = (org_id: string, product_id: string, serial: string) =>
  query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [org_id, product_id, serial]);

describe("what is known about an account request", () => {
  test("is the organization that has the device, whatever the case of its serial number", async () => {
    const [product, organization] = await Promise.all([createProduct(), createOrganization()]);
    const serial = product.serial();
    await registerDevice(organization.id, product.id, serial);
    const { evidence } = await readRequest((await createRequest({ serial: serial.toLowerCase() })).id);
    expect(evidence.serial).toMatchObject({ verdict: "registered", product: { id: product.id } });
    expect(evidence.organizations[0]).toMatchObject({ id: organization.id, has_device: true, people_at_domain: 0 });
    expect(evidence.suggested_org_id).toBe(organization.id);
  });

  test("is nobody’s device once it was removed", async () => {
    const [product, organization] = await Promise.all([createProduct(), createOrganization()]);
    const serial = product.serial();
    await registerDevice(organization.id, product.id, serial);
    await query("update devices set is_deleted = true where org_id = $1", [organization.id]);
    const { evidence } = await readRequest((await createRequest({ serial })).id);
    expect(evidence.serial).toMatchObject({ verdict: "free", product: { id: product.id } });
    expect(evidence).toMatchObject({ organizations: [], suggested_org_id: null });
  });

  test("is whether a serial number is free, or of no product", async () => {
    const product = await createProduct();
    const [freeRequest, unknownRequest, requestWithoutSerial] = [
      await readRequest((await createRequest({ serial: product.serial() })).id),
      await readRequest((await createRequest({ serial: "NOBODY-1" })).id),
      await readRequest((await createRequest({})).id),
    ];
    expect(freeRequest.evidence.serial).toMatchObject({ verdict: "free", product: { id: product.id } });
    expect(unknownRequest.evidence.serial).toEqual({ verdict: "unknown", product: null });
    expect(requestWithoutSerial.evidence.serial).toBeNull();
  });

  test("is how many active people of an organization have an address of that very domain", async () => {
    const domain = uniqueDomain();
    const organization = await createOrganization();
    const createColleague = (email: string, state: "active" | "inactive" = "active") =>
      createUser({ org_id: organization.id, email, state });
    await createColleague(`ada@${domain}`);
    await createColleague(`ben@${domain.toUpperCase()}`);
    await createColleague(`cem@${domain}`, "inactive");
    await createColleague(`dana@not-${domain}`);
    await createColleague(`emil@${domain}.example`);
    const { evidence } = await readRequest((await createRequest({ email: `new@${domain}` })).id);
    expect(evidence.domain).toBe(domain);
    const colleagues = evidence.organizations.filter(({ people_at_domain }) => people_at_domain > 0);
    expect(colleagues).toMatchObject([{ id: organization.id, has_device: false, people_at_domain: 2 }]);
    expect(evidence.suggested_org_id).toBe(organization.id);
  });

  test("is nothing from a domain at which anybody gets an address", async () => {
    await createUser({ email: `${unique("free").toLowerCase()}@gmail.com` });
    const { evidence } = await readRequest(
      (await createRequest({ email: `${unique("new").toLowerCase()}@gmail.com` })).id,
    );
    expect([evidence.domain, evidence.duplicates, evidence.suggested_org_id]).toEqual([null, [], null]);
    expect(evidence.organizations.filter(({ people_at_domain }) => people_at_domain > 0)).toEqual([]);
  });

  test("is how alike a name is, and only one that is much alike is suggested", async () => {
    const name = `${unique("Qzvw")} Robotics`;
    const id = (await createOrganization()).id;
    await query("update organizations set name = $1 where id = $2", [name, id]);
    const sameName = await readRequest((await createRequest({ org_name: name.toUpperCase() })).id);
    expect(sameName.evidence.organizations[0]).toMatchObject({ id, likeness: 100 });
    expect(sameName.evidence.suggested_org_id).toBe(id);
    const otherName = await readRequest(
      (await createRequest({ org_name: name.replace("Robotics", "Bakeries of Oslo") })).id,
    );
    const [likeliest] = otherName.evidence.organizations;
    expect(likeliest?.id).toBe(id);
    expect(likeliest?.likeness).toBeLessThan(70);
    expect(otherName.evidence.suggested_org_id).toBeNull();
  });

  test("of several organizations at one domain suggests that with more people than all others together", async () => {
    const domain = uniqueDomain();
    const [one, other] = [await createOrganization(), await createOrganization()];
    const createMember = (org_id: string) => createUser({ org_id, email: `${unique("one").toLowerCase()}@${domain}` });
    await Promise.all([one, other].map(({ id }) => createMember(id)));
    expect(
      (await readRequest((await createRequest({ email: `new@${domain}` })).id)).evidence.suggested_org_id,
    ).toBeNull();
    await createMember(other.id);
    const { evidence } = await readRequest((await createRequest({ email: `newer@${domain}` })).id);
    expect(evidence.organizations.slice(0, 2).map((each) => [each.id, each.people_at_domain])).toEqual([
      [other.id, 2],
      [one.id, 1],
    ]);
    expect(evidence.suggested_org_id).toBe(other.id);
  });

  test("suggests nothing where the device and the domain speak for different organizations", async () => {
    const domain = uniqueDomain();
    const [product, holder, other] = await Promise.all([createProduct(), createOrganization(), createOrganization()]);
    const serial = product.serial();
    await registerDevice(holder.id, product.id, serial);
    await createUser({ org_id: other.id, email: `ada@${domain}` });
    const { evidence } = await readRequest((await createRequest({ email: `new@${domain}`, serial })).id);
    expect(evidence.organizations.slice(0, 2).map(({ id }) => id)).toEqual([holder.id, other.id]);
    expect(evidence.suggested_org_id).toBeNull();
  });

  test("is who asked before with the same address, domain or serial number", async () => {
    const domain = uniqueDomain();
    const serial = (await createProduct()).serial();
    const email = `ada@${domain}`;
    const earlierRequest = await createRequest({ email });
    await query("update account_requests set status = 'rejected' where id = $1", [earlierRequest.id]);
    const [colleague, device] = [
      await createRequest({ email: `ben@${domain}` }),
      await createRequest({ serial: serial.toLowerCase() }),
    ];
    const { evidence } = await readRequest((await createRequest({ email, serial })).id);
    expect(evidence.duplicates.map(({ id, status, same }) => [id, status, same.toSorted()])).toEqual([
      [device.id, "pending", ["serial"]],
      [colleague.id, "pending", ["domain"]],
      [earlierRequest.id, "rejected", ["domain", "email"]],
    ]);
  });

  test("is who has the address already", async () => {
    const user = await createUser({ state: "inactive" });
    const request = await createRequest({ email: user.email });
    expect((await readRequest(request.id)).evidence.person).toMatchObject({
      id: user.id,
      is_active: false,
      organization: { id: user.org_id },
    });
  });

  test("is, once it was decided, by whom, when and why", async () => {
    const [admin, rejectedRequest, approvedRequest, organization] = [
      await signedInAdmin(),
      await createRequest({}),
      await createRequest({}),
      await createOrganization(),
    ];
    expect((await readRequest(rejectedRequest.id)).decision).toBeNull();
    const { client, user } = admin;
    const reason = "We sell to companies alone.";
    (
      await client.call(contract.rejectAccountRequest, { params: { request_id: rejectedRequest.id }, body: { reason } })
    ).reply();
    const body = { org_id: organization.id, roles: ["user"] };
    (await client.call(contract.approveAccountRequest, { params: { request_id: approvedRequest.id }, body })).reply();
    const by = `${user.first_name} ${user.last_name}`;
    expect((await readRequest(rejectedRequest.id)).decision).toMatchObject({ by, reason, organization: null });
    const { status, decision } = await readRequest(approvedRequest.id);
    expect([status, decision]).toMatchObject(["approved", { by, reason: null, organization }]);
    expect(Date.now() - Date.parse(decision?.at ?? "")).toBeLessThan(60_000);
  });

  test("of an id that nobody has is ACC_REQUEST_NOT_FOUND", async () => {
    const { client } = await signedInAdmin();
    const answer = await client.call(contract.getAccountRequest, { params: { request_id: randomUUID() } });
    expect([answer.status, answer.errcode]).toEqual([404, "ACC_REQUEST_NOT_FOUND"]);
  });
});
