// The activity list of an organization: its texts, filters and permissions.
import { describe, expect, test } from "vitest";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { ReplyOf } from "../../../worker/contract/endpoint.ts";
import * as org from "../../../worker/contract/v1/org.ts";
import { updateUser as updateAsAdmin } from "../../../worker/contract/v1/admin/users.ts";
import { listActivity } from "../../../worker/contract/v1/client/activity.ts";
import { getApprovalRequest } from "../../../worker/contract/v1/client/approval-requests.ts";
import { createOrgProduct, deleteOrgProduct } from "../../../worker/contract/v1/client/org-products.ts";
import { updateOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { endImpersonation, startImpersonation } from "../../../worker/contract/v1/sso/impersonate-session.ts";
import { updateProfile } from "../../../worker/contract/v1/sso/user.ts";
import { type Actor, signedIn, signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createProduct, createUser, uniqueEmail } from "../../support/factories.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { cards, shop } from "../../support/store.ts";
import { addRule, approve, requestApproval, createCompany } from "./approvals/approvals.ts";

const signInManager = () => signedIn({ roles: ["org", "buyer", "user"] });
const list = async (client: Client, filters: Record<string, string> = {}) =>
  (await client.call(listActivity, { query: filters })).reply();
type Entry = ReplyOf<typeof listActivity>["data"][number];
const told = ({ actor, on_behalf_of, text }: Entry) =>
  `${actor.name}${on_behalf_of ? ` as ${on_behalf_of.name}` : ""}: ${text}`;
const nameOf = ({ user }: Actor) => `${user.first_name} ${user.last_name}`;

const recordSystemAction = (action: string, type: string, id: string | undefined, orgId: string | null) =>
  query(
    "insert into audit_log (actor_kind, action, subject_type, subject_id, org_id) values ('system', $1, $2, $3, $4)",
    [action, type, id, orgId],
  );

/** A manager with three recorded actions and a colleague with one, in one organization. */
async function createOffice() {
  const boss = await signInManager();
  const { org_id } = boss.user;
  const colleague = await signedIn({ org_id });
  const body = { email: uniqueEmail(), first_name: "Ana", last_name: "Silva", roles: ["buyer", "user"] };
  const { id } = (await boss.client.call(org.inviteOrgUser, { body })).reply();
  (await boss.client.call(org.updateOrgUser, { params: { id }, body: { roles: ["org", "user"] } })).reply();
  (
    await boss.client.call(updateOwnOrganization, { body: { industry: "Optics", contacts: [{ name: "Ada" }] } })
  ).reply();
  (await colleague.client.call(updateProfile, { body: { phone: "555 0100" } })).reply();
  return { boss, colleague, org_id };
}

describe("what was done in an organization", () => {
  test("is told to its managers in sentences, newest first", async () => {
    const { boss, colleague } = await createOffice();
    await signInManager();
    const { data, meta } = await list(boss.client);
    expect(meta).toEqual({ limit: 20, offset: 0, count: 4 });
    expect(data.map(told)).toEqual([
      `${nameOf(colleague)}: Changed their profile`,
      `${nameOf(boss)}: Changed the organization’s industry and contacts`,
      `${nameOf(boss)}: Changed Ana Silva: added Organization manager, removed Buyer`,
      `${nameOf(boss)}: Invited Ana Silva as Buyer and User`,
    ]);
    expect(data[0]).toMatchObject({ action: "updateProfile", actor: { id: colleague.user.id } });
  });

  test("tells of a rule by a name that a sentence can hold, abbreviations as they are", async () => {
    const boss = await signInManager();
    (await boss.client.call(updateOwnOrganization, { body: { is_po_number_required: true } })).reply();
    expect((await list(boss.client)).data.map(({ text }) => text)).toEqual([
      "Changed the organization’s rule for PO numbers",
    ]);
  });

  test("does not tell what somebody is called who belongs to another organization now", async () => {
    const { boss, colleague, org_id } = await createOffice();
    await recordSystemAction("inactivateUser", "user", colleague.user.id, org_id);
    const admin = await signedInAdmin();
    const body = { org_id: (await createOrganization()).id, first_name: "Renamed" };
    (await admin.client.call(updateAsAdmin, { params: { user_id: colleague.user.id }, body })).reply();
    const { data } = await list(boss.client);
    expect(data.map(told)).toEqual(
      expect.arrayContaining(["A former colleague: Changed their profile", "CrunchBox: Inactivated a user"]),
    );
    expect(JSON.stringify(data.map(({ actor, text }) => [actor, text]))).not.toMatch(
      new RegExp(`Renamed|${colleague.user.last_name}|${colleague.user.id}`),
    );
  });

  test("is told to everybody else as far as they did it themselves", async () => {
    const { colleague } = await createOffice();
    expect((await list(colleague.client)).data.map(({ text }) => text)).toEqual(["Changed their profile"]);
  });

  test("is searched by who did it, and filtered by person, action and day", async () => {
    const { boss, colleague, org_id } = await createOffice();
    const listActions = async (filters: Record<string, string>) =>
      (await list(boss.client, filters)).data.map(({ action }) => action);
    expect(await listActions({ search: colleague.user.last_name.toUpperCase() })).toEqual(["updateProfile"]);
    expect(await listActions({ user_id: colleague.user.id })).toEqual(["updateProfile"]);
    expect(await listActions({ action: "createUser" })).toEqual(["createUser"]);
    expect(await listActions({ sort: "created_at", limit: "1" })).toEqual(["createUser"]);
    await query(
      "update audit_log set created_at = '2026-03-01T23:59:59Z' where org_id = $1 and action = 'createUser'",
      [org_id],
    );
    expect(await listActions({ from: "2026-03-01", to: "2026-03-01" })).toEqual(["createUser"]);
    expect(await listActions({ to: "2026-02-28" })).toEqual([]);
    expect(await listActions({ from: "2026-03-02" })).not.toContain("createUser");
  });

  test.each([
    ["action", "receiveEmailEvent"],
    ["from", "yesterday"],
    ["user_id", "ben"],
  ])("is not filtered by %s=%s", async (name, value) => {
    const { client } = await signInManager();
    expect((await client.call(listActivity, { query: { [name]: value } })).issues[0]?.path).toEqual([name]);
  });

  test("names support that acted on somebody's behalf by first name and shop, to the manager and to that person", async () => {
    const [boss, admin] = [await signInManager(), await signedInAdmin()];
    const ben = await signedIn({ org_id: boss.user.org_id });
    const [supportOrg] = await query<{ name: string }>("select name from organizations where id = $1", [
      admin.user.org_id,
    ]);
    (await admin.client.call(startImpersonation, { body: { user_id: ben.user.id } })).reply();
    (await admin.client.call(updateProfile, { body: { phone: "555 0100" } })).reply();
    (await admin.client.call(endImpersonation)).reply();
    (await admin.client.call(updateAsAdmin, { params: { user_id: ben.user.id }, body: { first_name: "Ben" } })).reply();
    const support = `${admin.user.first_name} from ${supportOrg?.name}`;
    const name = `Ben ${ben.user.last_name}`;
    const { data } = await list(boss.client);
    expect(data.map(told)).toEqual([
      `${support}: Changed the details of ${name}`,
      `${support} as ${name}: Stopped acting as ${name}`,
      `${support} as ${name}: Changed their profile`,
      `${support}: Started acting as ${name}`,
    ]);
    expect(JSON.stringify(data)).not.toContain(admin.user.id);
    expect(JSON.stringify(data)).not.toContain(admin.user.last_name);
    expect((await list(ben.client)).data.map(({ action }) => action)).toEqual([
      "endImpersonation",
      "updateProfile",
      "startImpersonation",
    ]);
  });

  test("leaves out what is only ours: other actions, their data, requests and other organizations", async () => {
    const { boss, org_id } = await createOffice();
    const insert = (action: string, orgId: string | null, data: object) =>
      query(
        `insert into audit_log (actor_kind, actor_id, action, subject_type, subject_id, org_id, data, request_id)
         values ('user', $1::uuid, $2, 'user', ($1::uuid)::text, $3, $4, 'r-secret')`,
        [boss.user.id, action, orgId, JSON.stringify(data)],
      );
    await insert("receiveEmailEvent", org_id, { type: "bounced" });
    await insert("refuseSignIn", org_id, {});
    await insert("updateProfile", (await createUser()).org_id, {});
    await insert("updateUser", org_id, { secret: "s-secret", fields: ["roles"] });
    const answer = await boss.client.call(listActivity);
    expect(answer.reply().meta.count).toBe(5);
    expect(answer.text).not.toMatch(/r-secret|s-secret|bounced|refuseSignIn/);
  });

  test("names a device by its serial number, also once it is removed, and a download by software and version", async () => {
    const { client } = await signInManager();
    const { serial } = await createProduct();
    const serial_number = serial();
    const { id } = (await client.call(createOrgProduct, { body: { serial_number } })).reply();
    (await client.call(deleteOrgProduct, { params: { id } })).reply();
    const software = await createSoftware({ is_default: true });
    const version = await createVersion(software);
    const answer = await client.fetch(`/v1/client/downloads/${version.id}/redirect`);
    await (await fetch(answer.headers.get("location") ?? "")).arrayBuffer();
    const texts = async () => (await list(client)).data.map(({ text }) => text);
    await expect
      .poll(texts)
      .toEqual([
        `Downloaded ${software.title} 1.0.0`,
        `Removed device ${serial_number}`,
        `Registered device ${serial_number}`,
      ]);
    // A removed device has no page, so only the registered one is linked.
    const remainingDevice = (await client.call(createOrgProduct, { body: { serial_number: serial() } })).reply();
    const html = await (await client.fetch(pages.activity)).text();
    expect([...html.matchAll(/href="(\/portal\/devices\/[^"]+)"/g)].map(([, href]) => href)).toEqual([
      hrefOf(pages.device, { device_id: remainingDevice.id }),
    ]);
  });

  test("names orders, carts and subscriptions by what people call them, their own ones alone", async () => {
    const plan = await shop.createPlan();
    const { client: buyer, org_id, user } = await shop.purchase([await shop.createProduct(), plan]);
    await query("update users set roles = '{org,buyer,user}' where id = $1", [user.id]);
    const { client } = await signedIn({ org_id, roles: ["org", "user"] });
    const [order] = await query<{ id: string; order_number: string; dollars: string }>(
      "select id, order_number, to_char(total / 100.0, 'FM$999,990.00') as dollars from orders where org_id = $1",
      [org_id],
    );
    const placedText = `Placed order ${order?.order_number} for ${order?.dollars} and subscribed to ${plan.name}`;
    const [checkout] = (await list(client, { action: "claimAttempt" })).data;
    expect(checkout).toMatchObject({ text: placedText, subject: { type: "order", id: order?.id } });
    expect(await (await buyer.fetch("/portal/activity")).text()).toContain(
      `<a href="/portal/orders/${order?.id}">${placedText}</a>`,
    );
    await recordSystemAction("cancelOrder", "order", order?.id, org_id);
    expect((await list(client, { action: "cancelOrder" })).data.map(told)).toEqual([
      `CrunchBox: Canceled order ${order?.order_number}`,
    ]);
    const [subscription] = await query<{ id: string }>("select id from subscriptions where org_id = $1", [org_id]);
    await recordSystemAction("updateSubscription", "subscription", subscription?.id, org_id);
    expect((await list(client, { action: "updateSubscription" })).data.map(told)).toEqual([
      `CrunchBox: Changed the subscription to ${plan.name}`,
    ]);
    const otherManager = await signInManager();
    await recordSystemAction("cancelOrder", "order", order?.id, otherManager.user.org_id);
    await recordSystemAction("updateSubscription", "subscription", subscription?.id, otherManager.user.org_id);
    expect((await list(otherManager.client)).data.map(({ text }) => text)).toEqual([
      "Changed the subscription to a product",
      "Canceled order (deleted)",
    ]);
  });

  test("tells a refused payment from the order that another card paid", async () => {
    const buyer = await shop.buyer();
    const { cart_no } = await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
    await shop.checkout(buyer);
    await shop.choose(buyer, cards.good);
    await shop.checkout(buyer);
    const { data } = await list(buyer.client, { action: "claimAttempt" });
    expect(data.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Placed order O\d{8} for \$/),
      `Tried to pay for cart ${cart_no}`,
    ]);
  });

  test("says how much was sent for approval and leads to the request", async () => {
    const { buyer, approver, owner } = await createCompany();
    await addRule(owner, [approver]);
    const { id, total } = await requestApproval(buyer, [await shop.createProduct()]);
    const { cart_no } = (await buyer.client.call(getApprovalRequest, { params: { id } })).reply();
    (await approve(approver, id)).reply();
    const [approvedEntry, sentEntry] = (await list(owner.client)).data.filter(({ subject }) => subject.id === id);
    const amount = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(total / 100);
    expect([sentEntry?.text, approvedEntry?.text]).toEqual([
      `Sent cart ${cart_no} for approval: ${amount}`,
      `Approved the order of cart ${cart_no}: ${amount}`,
    ]);
    expect(await (await owner.client.fetch("/portal/activity")).text()).toContain(
      `<a href="/portal/approvals/${id}">${sentEntry?.text}</a>`,
    );
  });
});
