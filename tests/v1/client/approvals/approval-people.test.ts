import { expect, test } from "vitest";
import { until } from "../../../../sandbox/process/deadline.ts";
import { inactivateUsers } from "../../../../worker/contract/v1/admin/users.ts";
import { listNotifications } from "../../../../worker/contract/v1/client/notifications.ts";
import { sendNotification } from "../../../../worker/contract/v1/admin/notifications.ts";
import { inactivateOrgUser } from "../../../../worker/contract/v1/org.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { shop } from "../../../support/store.ts";
import { addRule, approve, requestApproval, createCompany, fetchRequest } from "./approvals.ts";
import { patienceMs } from "../../../support/patience.ts";

const fetchNotifications = async ({ client }: Actor) =>
  (await client.call(listNotifications, { query: {} })).reply().data;
const inactivate = (owner: Actor, { user }: Actor) => owner.client.call(inactivateOrgUser, { params: { id: user.id } });
const decliningCard = "4000000000000341";

test("approvers and who asked find it in the app, with a link to the request that needs their session", async () => {
  const { buyer, approver, owner } = await createCompany();
  await addRule(owner, [approver]);
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  const [notification] = await fetchNotifications(approver);
  expect(notification).toMatchObject({ type: "orderApprovalAsked", read_at: null });
  expect(notification?.title).toMatch(/^Approve an order of \$[\d.]+ by /);
  expect(notification?.markdown).not.toContain("/approve/");
  expect(await fetchNotifications(owner)).toEqual([]);
  const page = await (await approver.client.fetch(`/portal/notifications/${notification?.id}`)).text();
  expect(page).toContain(`/portal/approvals/${request.id}`);
  expect(page).not.toContain("/approve/");
  await approve(approver, request.id);
  const endNotification = (await fetchNotifications(buyer)).find(({ type }) => type.startsWith("orderApproval"));
  expect(endNotification).toMatchObject({ type: "orderApprovalEnded" });
  expect(endNotification?.title).toMatch(/^Your order of \$[\d.]+ was approved$/);
});

test("nobody sends such a notice by hand, which would sign a link", async () => {
  const { client } = await signedInAdmin();
  const body = { type: "orderApprovalAsked", payload: {}, user_id: "00000000-0000-4000-8000-000000000000" };
  const answer = await client.call(sendNotification, { body: body as never });
  expect(answer.status).toBe(400);
  expect(answer.problems[0]).toMatch(/^type: type must be one of /);
});

test("a rule for all goes on when the last missing approver is inactivated: the order is placed once", async () => {
  const { buyer, approver, owner, colleague } = await createCompany();
  const lastApprover = await colleague("buyer");
  await addRule(owner, [approver, lastApprover], { mode: "all" });
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  expect((await approve(approver, request.id)).reply().status).toBe("pending");
  await shop.sweep();
  expect((await fetchRequest(buyer, request.id)).status).toBe("pending");
  expect((await inactivate(owner, lastApprover)).status).toBe(200);
  // A job run of another test may hold the request.
  await until(patienceMs, async () => {
    await Promise.all([shop.sweep(), shop.sweep()]);
    return (await fetchRequest(buyer, request.id)).payment_status === "paid";
  });
  expect(await fetchRequest(buyer, request.id)).toMatchObject({
    status: "approved",
    payment_status: "paid",
    approved_by: approver.user.id,
    approvals: [{ user_id: approver.user.id }],
  });
  expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
  const entries = await shop.query(
    "select action, actor_id from audit_log where org_id = $1 and action in ('approveRequest', 'placeRequest') order by id",
    [buyer.org_id],
  );
  expect(entries).toEqual([
    { action: "approveRequest", actor_id: approver.user.id },
    { action: "placeRequest", actor_id: null },
  ]);
});

test("a rule whose approvers are all inactivated asks the owners, once", async () => {
  const { buyer, approver, owner, colleague } = await createCompany();
  const other = await colleague("buyer");
  await addRule(owner, [approver, other], { mode: "all" });
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  await approve(approver, request.id);
  await inactivate(owner, approver);
  await shop.sweep();
  expect((await fetchNotifications(owner)).map(({ type }) => type)).toEqual([]);
  expect((await fetchRequest(buyer, request.id)).waits_for.map(({ id }) => id)).toEqual([other.user.id]);
  await inactivate(owner, other);
  await shop.sweep();
  await shop.sweep();
  expect((await fetchNotifications(owner)).map(({ type }) => type)).toEqual(["orderApprovalAsked"]);
  expect((await approve(owner, request.id)).reply().status).toBe("approved");
});

test.each([
  ["their owner", async (owner: Actor, buyer: Actor) => inactivate(owner, buyer)],
  [
    "an administrator among several",
    async (_owner: Actor, { user }: Actor) =>
      (await signedInAdmin()).client.call(inactivateUsers, { body: { user_ids: [user.id] } }),
  ],
])(
  "a buyer whom %s inactivates leaves no invoice open for an approved, unpaid order",
  async (_who, inactivateBuyer) => {
    const { buyer, approver, owner } = await createCompany();
    await addRule(owner, [approver]);
    const request = await requestApproval(buyer, [await shop.createProduct()], decliningCard);
    expect((await approve(approver, request.id)).reply()).toMatchObject({ status: "approved" });
    expect(["pending", "declined"]).toContain((await fetchRequest(owner, request.id)).payment_status);
    expect((await inactivateBuyer(owner, buyer)).status).toBe(200);
    const invoices = await shop.objects("invoice", { customer: buyer.customer });
    expect(invoices.map(({ status }) => status)).toEqual(["void"]);
    expect(await fetchRequest(owner, request.id)).toMatchObject({
      status: "canceled",
      reason: "The requester may no longer buy for the organization.",
    });
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "canceled" }]);
    expect(await shop.charges(buyer.customer)).toEqual([]);
  },
);
