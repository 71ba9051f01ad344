// The life of an approval request from the first decision to its order or its end, with shared helpers.
import { describe, expect, test } from "vitest";
import {
  cancelRequest,
  getApprovalRequest,
  listApprovalRequests,
  rejectRequest,
} from "../../../../worker/contract/v1/client/approval-requests.ts";
import { previewSubscriptionSwitch, switchSubscription } from "../../../../worker/contract/v1/client/subscriptions.ts";
import { createApprovalRequest } from "../../../../worker/contract/v1/store/approval-requests.ts";
import { checkoutCart } from "../../../../worker/contract/v1/store/checkout.ts";
import { impersonating, type Actor } from "../../../support/actors.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../../../http/pages/words.ts";
import { createTerms } from "../plan-terms.ts";
import { fillOnAccount, giveTerms, invoiceOf, priced } from "../../store/account/account.ts";
import { addRule, approve, requestApproval, createCompany, fetchRequest, sendForApproval } from "./approvals.ts";

const reject = ({ client }: Actor, id: string, note = "We have one") =>
  client.call(rejectRequest, { params: { id }, body: { note } });
const cancel = ({ client }: Actor, id: string) => client.call(cancelRequest, { params: { id } });
const makeDue = (id: string, column: string) =>
  shop.query(`update approval_requests set ${column} = now() - interval '1 minute' where id = $1`, [id]);
const listMails = async ({ user }: Actor) =>
  (
    await shop.query<{ event: string }>(
      "select event from outbox where user_id = $1 and event like 'approval_%' order by created_at, id",
      [user.id],
    )
  ).map(({ event }) => event.slice("approval_".length, event.indexOf(":")));

test("of a rule for all, each approves, in whatever order and at once, and the last one places the order", async () => {
  const { buyer, owner, colleague } = await createCompany();
  const approvers = await Promise.all([1, 2, 3].map(() => colleague("buyer")));
  await addRule(owner, approvers, { mode: "all" });
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  const [first, second, third] = approvers as [Actor, Actor, Actor];
  expect((await approve(first, request.id)).reply()).toMatchObject({ status: "pending", order_id: null });
  expect((await approve(first, request.id)).reply().approvals).toHaveLength(1);
  expect((await fetchRequest(second, request.id)).waits_for.map(({ id }) => id).toSorted()).toEqual(
    [second.user.id, third.user.id].toSorted(),
  );
  await Promise.all([approve(second, request.id), approve(third, request.id)]);
  const approvedRequest = await fetchRequest(buyer, request.id);
  expect(approvedRequest).toMatchObject({ status: "approved", payment_status: "paid", waits_for: [] });
  expect(approvedRequest.approvals).toHaveLength(3);
  expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
});

test("each of several rules must be satisfied, and one person may satisfy several", async () => {
  const { buyer, approver, owner, colleague } = await createCompany();
  const finance = await colleague("buyer");
  await addRule(owner, [approver]);
  await addRule(owner, [approver, finance], { name: "Every order", min_total: 0 });
  await addRule(owner, [finance], { name: "Finance", min_total: 1 });
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  expect((await approve(approver, request.id)).reply().status).toBe("pending");
  expect((await approve(finance, request.id)).reply().status).toBe("approved");
});

test("nobody decides about their own order, nor one that they are no approver of, nor of another organization", async () => {
  const { buyer, approver, owner, colleague } = await createCompany();
  await addRule(owner, [approver, buyer]);
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  expect((await approve(buyer, request.id)).errcode).toBe("APPROVAL_REQUEST_OWN");
  expect((await reject(buyer, request.id)).errcode).toBe("APPROVAL_REQUEST_OWN");
  expect((await approve(owner, request.id)).errcode).toBe("APPROVAL_REQUEST_NOT_YOURS");
  expect((await approve(await colleague("buyer"), request.id)).errcode).toBe("APPROVAL_REQUEST_NOT_FOUND");
  const stranger = await shop.buyer({ roles: ["org", "buyer", "user"] });
  expect((await approve(stranger, request.id)).errcode).toBe("APPROVAL_REQUEST_NOT_FOUND");
  expect((await cancel(approver, request.id)).errcode).toBe("APPROVAL_REQUEST_NOT_FOUND");
  expect((await fetchRequest(buyer, request.id)).status).toBe("pending");
});

test("an administrator who acts as an approver reads the request and decides nothing", async () => {
  const { buyer, approver, owner } = await createCompany();
  await addRule(owner, [approver]);
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  const acting = await impersonating(approver.user);
  expect((await acting.client.call(getApprovalRequest, { params: { id: request.id } })).status).toBe(200);
  for (const answer of [await approve(acting, request.id), await reject(acting, request.id)])
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
  expect((await sendForApproval(await impersonating(buyer.user))).status).toBe(403);
});

test("lists: owners see all, others their own and those they decide; for_me and status filter", async () => {
  const { buyer, approver, owner, colleague } = await createCompany();
  await addRule(owner, [approver]);
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  const listIds = async ({ client }: Actor, query: Record<string, string> = {}) =>
    (await client.call(listApprovalRequests, { query })).reply().data.map(({ id }) => id);
  expect(await listIds(buyer)).toEqual([request.id]);
  expect(await listIds(owner)).toEqual([request.id]);
  expect(await listIds(approver, { for_me: "true" })).toEqual([request.id]);
  expect(await listIds(owner, { for_me: "true" })).toEqual([]);
  expect(await listIds(await colleague("buyer"))).toEqual([]);
  expect(await listIds(buyer, { status: "approved" })).toEqual([]);
  expect(await listIds(buyer, { is_own: "true", status: "pending" })).toEqual([request.id]);
  expect(await listIds(approver, { is_own: "true" })).toEqual([]);
  expect(await listIds(owner, { is_decided: "true" })).toEqual([]);
  await approve(approver, request.id);
  expect(await listIds(approver, { for_me: "true" })).toEqual([]);
  expect(await listIds(owner, { is_decided: "true" })).toEqual([request.id]);
  expect(await listIds(approver, { status: "approved" })).toEqual([request.id]);
});

describe("a request ends", () => {
  test("rejected, with the note that is required, and who asked is told", async () => {
    const { buyer, approver, owner } = await createCompany();
    await addRule(owner, [approver]);
    const request = await requestApproval(buyer, [await shop.createProduct()]);
    expect((await reject(approver, request.id, " ")).status).toBe(400);
    expect((await reject(approver, request.id)).reply()).toMatchObject({
      status: "rejected",
      approvals: [{ decision: "rejected", note: "We have one" }],
    });
    expect((await reject(approver, request.id)).reply().approvals).toHaveLength(1);
    expect((await approve(approver, request.id)).errcode).toBe("APPROVAL_REQUEST_ENDED");
    expect((await cancel(buyer, request.id)).errcode).toBe("APPROVAL_REQUEST_ENDED");
    expect(await listMails(buyer)).toEqual(["rejected"]);
    expect(await listMails(approver)).toEqual(["asked"]);
    expect((await shop.books(buyer.org_id)).orders).toEqual([]);
  });

  test("canceled by who asked", async () => {
    const { buyer, approver, owner } = await createCompany();
    await addRule(owner, [approver]);
    const request = await requestApproval(buyer, [await shop.createProduct()]);
    expect((await cancel(buyer, request.id)).reply().status).toBe("canceled");
    expect((await cancel(buyer, request.id)).reply().status).toBe("canceled");
    expect((await approve(approver, request.id)).errcode).toBe("APPROVAL_REQUEST_ENDED");
  });

  test("expired after 14 days, before and after the job ran", async () => {
    const { buyer, approver, owner } = await createCompany();
    await addRule(owner, [approver]);
    const request = await requestApproval(buyer, [await shop.createProduct()]);
    await makeDue(request.id, "expires_at");
    expect((await approve(approver, request.id)).errcode).toBe("APPROVAL_REQUEST_ENDED");
    expect((await fetchRequest(buyer, request.id)).status).toBe("expired");
    await shop.sweep();
    await shop.sweep();
    expect((await fetchRequest(buyer, request.id)).status).toBe("expired");
    expect(await listMails(buyer)).toEqual(["expired"]);
  });

  type Change = (facts: { product: string; user: string }) => Promise<unknown>;
  const reasons: [string, Change, RegExp, string[]][] = [
    [
      "a product left the store",
      ({ product }) => shop.query("update products set is_published = false where id = $1", [product]),
      /^“Product-.*” is no longer sold\.$/,
      ["failed"],
    ],
    [
      "who asked was inactivated",
      ({ user }) => shop.query("update users set is_active = false where id = $1", [user]),
      /may no longer buy/,
      [],
    ],
    [
      "who asked may no longer buy",
      ({ user }) => shop.query("update users set roles = '{user}' where id = $1", [user]),
      /may no longer buy/,
      ["failed"],
    ],
    [
      "who asked moved to another organization",
      async ({ user }) => shop.query("update users set org_id = $2 where id = $1", [user, (await shop.buyer()).org_id]),
      /may no longer buy/,
      [],
    ],
  ];
  test.each(reasons)("failed with the reason when %s, and no order is made", async (_what, change, reason, mails) => {
    const { buyer, approver, owner } = await createCompany();
    await addRule(owner, [approver]);
    const product = await shop.createProduct();
    const request = await requestApproval(buyer, [product]);
    await change({ product: product.id, user: buyer.user.id });
    expect((await approve(approver, request.id)).reply()).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(reason),
      order_id: null,
    });
    expect(await shop.books(buyer.org_id)).toMatchObject({ orders: [], attempts: [] });
    expect(await shop.charges(buyer.customer)).toEqual([]);
    expect(await listMails(buyer)).toEqual(mails);
  });

  test("failed when the organization has the plan meanwhile", async () => {
    const { buyer, approver, owner, colleague } = await createCompany();
    await addRule(owner, [approver], { user_ids: [buyer.user.id], min_total: 0 });
    const plan = await shop.createPlan();
    const request = await requestApproval(buyer, [plan]);
    const second = { ...buyer, ...(await colleague("buyer")) };
    await shop.fillCart(second, [plan]);
    (await shop.checkout(second)).reply();
    expect((await approve(approver, request.id)).reply()).toMatchObject({
      status: "failed",
      reason: "The organization already has a subscription to a product of this cart.",
    });
    expect(await shop.charges(buyer.customer)).toHaveLength(1);
  });

  test("failed when a plan of the organization becomes the plan with its next term", async () => {
    const { buyer, approver, owner, colleague } = await createCompany();
    await addRule(owner, [approver], { user_ids: [buyer.user.id], min_total: 0 });
    const { month, year } = await createTerms(shop);
    const second = { ...buyer, ...(await colleague("buyer")) };
    await shop.fillCart(second, [year]);
    const { subscription_ids } = (await shop.checkout(second)).reply();
    await shop.settled();
    const request = await requestApproval(buyer, [month]);
    const params = { subscription_id: subscription_ids[0] ?? "" };
    const { client } = second;
    const body = { product_id: month.id };
    const { id: switch_id } = (await client.call(previewSubscriptionSwitch, { params, body })).reply();
    (await client.call(switchSubscription, { params, body: { switch_id } })).reply();
    expect((await approve(approver, request.id)).reply()).toMatchObject({
      status: "failed",
      reason: "The organization already has a subscription to a product of this cart.",
    });
    expect(await shop.charges(buyer.customer)).toHaveLength(1);
  });
});

test("approvers who are all gone leave the decision to the owners", async () => {
  const { buyer, approver, owner } = await createCompany();
  await addRule(owner, [approver], { mode: "all" });
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  await shop.query("update users set is_active = false where id = $1", [approver.user.id]);
  expect((await approve(owner, request.id)).reply().status).toBe("approved");
});

test("approvers are mailed at once, after a day and at the escalation, from which on the owners decide, too", async () => {
  const { buyer, approver, owner, colleague } = await createCompany();
  const other = await colleague("buyer");
  await addRule(owner, [approver, other], { mode: "all", escalate_after_hours: 48 });
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  expect([await listMails(approver), await listMails(owner)]).toEqual([["asked"], []]);
  await approve(other, request.id);
  await makeDue(request.id, "remind_at");
  await shop.sweep();
  await shop.sweep();
  expect([await listMails(approver), await listMails(other)]).toEqual([["asked", "reminded"], ["asked"]]);
  expect((await approve(owner, request.id)).errcode).toBe("APPROVAL_REQUEST_NOT_YOURS");
  await shop.query(
    `update approval_requests set escalate_at = now() - interval '1 minute',
      rules = jsonb_set(rules, '{0,escalate_at}', to_jsonb(now() - interval '1 minute')) where id = $1`,
    [request.id],
  );
  await shop.sweep();
  await shop.sweep();
  expect([await listMails(approver), await listMails(owner)]).toEqual([
    ["asked", "reminded", "escalated"],
    ["escalated"],
  ]);
  expect((await approve(owner, request.id)).reply().status).toBe("approved");
});

test("eight sends of one cart make one request, and the cart can neither be sent nor bought again", async () => {
  const { buyer, approver, owner } = await createCompany();
  await addRule(owner, [approver]);
  const { updated_at } = await shop.fillCart(buyer, [await shop.createProduct()]);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => buyer.client.call(createApprovalRequest, { body: { updated_at } })),
  );
  expect(new Set(answers.map((answer) => answer.reply().id)).size).toBe(1);
  expect((await buyer.client.call(checkoutCart, { body: { updated_at } })).errcode).toBe("CART_OUTDATED");
  expect(await listMails(approver)).toEqual(["asked"]);
});

test("an approved order that nobody paid is canceled when its 14 days are over, and its invoice is void", async () => {
  const { buyer, approver, owner } = await createCompany();
  await addRule(owner, [approver]);
  const request = await requestApproval(buyer, [await shop.createProduct()], "4000000000000341");
  await approve(approver, request.id);
  await makeDue(request.id, "expires_at");
  await shop.sweep();
  expect(await fetchRequest(buyer, request.id)).toMatchObject({
    status: "canceled",
    reason: "The order was not paid in time.",
    payment_url: null,
  });
  expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "canceled" }]);
  const invoices = await shop.objects("invoice", { customer: buyer.customer });
  expect(invoices.map(({ status }) => status)).toEqual(["void"]);
});

test("a plan whose payment is declined is named to who asked, and the order of the same cart stays to be paid", async () => {
  const { buyer, approver, owner } = await createCompany();
  await addRule(owner, [approver]);
  const [device, plan] = [await shop.createProduct(), await shop.createPlan()];
  const request = await requestApproval(buyer, [device, plan], "4000000000000341");
  expect((await approve(approver, request.id)).reply()).toMatchObject({
    status: "approved",
    reason: expect.stringContaining(`Not ordered: ${plan.name}.`),
  });
  expect(await shop.books(buyer.org_id)).toMatchObject({ orders: [{ status: "new" }], subscriptions: [] });
  expect(await listMails(buyer)).toEqual(["approved", "partly"]);
  const requestPage = await readWords(buyer.client, `/portal/approvals/${request.id}`);
  for (const text of [`Not ordered: ${plan.name}.`, "Pay the order"]) expect(requestPage).toContain(text);
});

test("an order that the bank wants confirmed waits for who asked, who pays it", async () => {
  const { buyer, approver, owner } = await createCompany();
  await addRule(owner, [approver]);
  const request = await requestApproval(buyer, [await shop.createProduct()], "4000002760003184");
  expect((await approve(approver, request.id)).reply()).toMatchObject({
    status: "approved",
    payment_status: "pending",
  });
  const { payment_url } = await fetchRequest(buyer, request.id);
  await shop.submit(`${payment_url}/authenticate`, { answer: "complete" });
  await shop.settled();
  expect(await fetchRequest(buyer, request.id)).toMatchObject({
    status: "approved",
    payment_status: "paid",
    payment_url: null,
  });
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});

test("every step is in the audit log, in the name of who did it", async () => {
  const { buyer, approver, owner } = await createCompany();
  await addRule(owner, [approver]);
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  await approve(approver, request.id, "Fine");
  const entries = await shop.query(
    "select action, actor_id, data ->> 'note' as note from audit_log where org_id = $1 and action in ('createApprovalRequest', 'approveRequest') order by id",
    [buyer.org_id],
  );
  expect(entries).toEqual([
    { action: "createApprovalRequest", actor_id: buyer.user.id, note: null },
    { action: "approveRequest", actor_id: approver.user.id, note: "Fine" },
  ]);
  expect(await listMails(buyer)).toEqual(["approved"]);
});

test("a request on account is placed within the limit, and ends as failed once the limit is used up", async () => {
  const { buyer, approver, owner } = await createCompany();
  await giveTerms(buyer.org_id, { credit_limit: 300_00 });
  await addRule(owner, [approver]);
  const product = await priced(100_00);
  const sendRequest = async () => {
    await fillOnAccount(buyer, [product]);
    return (await sendForApproval(buyer)).reply();
  };
  const [first, second] = [await sendRequest(), await sendRequest()];
  expect(first.payment_method).toMatchObject({ type: "account" });
  const placedRequest = (await approve(approver, first.id)).reply();
  expect(placedRequest).toMatchObject({ status: "approved", payment_status: "pending", payment_url: null });
  expect(await invoiceOf(placedRequest.order_id ?? "")).toMatchObject({ amount: placedRequest.total, closed_as: null });
  await giveTerms(buyer.org_id, { credit_limit: 2 * placedRequest.total - 1 });
  const failedRequest = (await approve(approver, second.id)).reply();
  expect(failedRequest).toMatchObject({ status: "failed", order_id: null });
  expect(failedRequest.reason).toContain("available on account");
  expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
});
