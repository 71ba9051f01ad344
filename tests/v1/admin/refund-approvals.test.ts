// The life of an approval from the request to its end, in one shop that takes seconds to start.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cancelOrder, getAdminOrder, refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import {
  approveRefund,
  listRefundApprovals,
  rejectRefund,
} from "../../../worker/contract/v1/admin/refund-approvals.ts";
import { getOverview } from "../../../worker/contract/v1/admin/overview.ts";
import { updateShopSettings } from "../../../worker/contract/v1/admin/settings/shop-settings.ts";
import type { StaffPreset } from "../../../db/enums.ts";
import { type FaultApp, startFaultApp } from "../../faults/fault-app.ts";
import type { Actor } from "../../support/actors.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { addTotp } from "../../support/factors.ts";

// A separate shop, because each pending refund is mailed to all approvers, and the shared shop has hundreds.
let app: FaultApp;
let shop: FaultApp["shop"];
let query: Query;
beforeAll(async () => {
  app = await startFaultApp();
  shop = app.shop;
  query = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());
const signedInAdmin = (preset?: StaffPreset) => shop.signedInAdmin(preset);

const limit = 40_000_000;
const setLimit = (cents: number | null) => query("update shop_settings set refund_limit = $1", [cents]);
afterEach(() => setLimit(null));
afterEach(() => shop.sandbox.clearFaults());

async function placeOrder(price?: number) {
  const buyer = await shop.purchase([
    await shop.createProduct(price === undefined ? {} : { price_levels: { "Base Price": price } }),
  ]);
  const params = { order_id: buyer.bought.order_id ?? "" };
  return { buyer, params };
}
type PlacedOrder = Awaited<ReturnType<typeof placeOrder>>;

const requestRefund = ({ client }: Actor, { params }: PlacedOrder, body: object) =>
  client.call(refundOrder, { params, body });
const approve = ({ client }: Actor, id: string) => client.call(approveRefund, { params: { id } });
const listRefunds = async ({ buyer }: PlacedOrder) => {
  await shop.settled();
  const { ledger } = await shop.books(buyer.org_id);
  return ledger.filter(({ kind }) => kind === "refund").map(({ amount }) => amount);
};
const listApprovals = async ({ client }: Actor, { params }: PlacedOrder) =>
  (await client.call(listRefundApprovals, { query: { order_id: params.order_id } })).reply().data;
const idOf = (answer: { status: number; text: string }): string => {
  expect(answer.status, answer.text).toBe(202);
  return JSON.parse(answer.text).approval_id;
};

describe("a refund that support asks for", () => {
  test("waits while its approver must sign in again, and happens after that", async () => {
    const order = await placeOrder(1500_00);
    const [support, finance] = [await signedInAdmin("support"), await signedInAdmin("finance")];
    const id = idOf(await requestRefund(support, order, { amount: 1200_00 }));
    const setSignInAge = (minutes: number) =>
      query("update sessions set authenticated_at = now() - $2::int * interval '1 minute' where user_id = $1", [
        finance.user.id,
        minutes,
      ]);
    await addTotp(finance.client, finance.user.id);
    await setSignInAge(15);
    expect((await approve(finance, id)).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
    expect((await listApprovals(finance, order)).map(({ state }) => state)).toEqual(["waiting"]);
    expect(await listRefunds(order)).toEqual([]);
    await setSignInAge(0);
    expect((await approve(finance, id)).status).toBe(200);
    expect(await listRefunds(order)).toEqual([-1200_00]);
  });

  test("happens when another person agrees, once, and is audited with who asked", async () => {
    const it = await placeOrder();
    const [support, finance, owner] = [
      await signedInAdmin("support"),
      await signedInAdmin("finance"),
      await signedInAdmin(),
    ];
    const body = { amount: 100, reason: "damaged" as const, reason_text: "Dropped" };
    const [first, second] = [await requestRefund(support, it, body), await requestRefund(support, it, body)];
    const id = idOf(first);
    expect(idOf(second)).toBe(id);
    expect(JSON.parse(first.text)).toEqual({ success: true, approval_id: id });
    expect(await listRefunds(it)).toEqual([]);
    expect((await approve(support, id)).errcode).toBe("USR_NOT_AUTHORIZED");
    const answers = await Promise.all([finance, owner, finance, owner].map((actor) => approve(actor, id)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const answer of answers) expect([undefined, "REFUND_APPROVAL_ENDED"]).toContain(answer.errcode);
    expect(await listRefunds(it)).toEqual([-100]);
    const [approval] = await listApprovals(owner, it);
    expect(approval).toMatchObject({
      state: "approved",
      amount: 100,
      reason: "damaged",
      asked_by: { id: support.user.id },
    });
    const auditRows = await query<{ action: string; actor_id: string }>(
      "select action, actor_id from audit_log where subject_id = $1 and action like '%efund%' order by id",
      [it.params.order_id],
    );
    expect(auditRows.map(({ action }) => action).toSorted()).toEqual(["approveRefund", "askRefund", "refundOrder"]);
    expect(auditRows.find(({ action }) => action === "askRefund")?.actor_id).toBe(support.user.id);
    expect(auditRows.find(({ action }) => action === "approveRefund")?.actor_id).toBe(approval?.decided_by?.id);
  });

  test("with a key that was used is the first one, and other values are refused", async () => {
    const it = await placeOrder();
    const support = await signedInAdmin("support");
    const key = randomUUID();
    const id = idOf(await requestRefund(support, it, { amount: 100, key }));
    expect(idOf(await requestRefund(support, it, { amount: 100, key }))).toBe(id);
    expect((await requestRefund(support, it, { amount: 101, key })).problems).toEqual([
      "key: This form was already sent with other values. Reload the page.",
    ]);
    expect(await listApprovals(support, it)).toHaveLength(1);
  });

  test("approved and rejected at once is one of both, and says so to the other", async () => {
    const it = await placeOrder();
    const [support, finance, owner] = [
      await signedInAdmin("support"),
      await signedInAdmin("finance"),
      await signedInAdmin(),
    ];
    for (let amount = 1; amount <= 8; amount += 1) {
      const id = idOf(await requestRefund(support, it, { amount }));
      const answers = await Promise.all([
        approve(finance, id),
        owner.client.call(rejectRefund, { params: { id } }),
        approve(finance, id),
      ]);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(answers.length - refused.length, JSON.stringify(answers.map(({ text }) => text))).toBeGreaterThan(0);
      for (const { errcode } of refused) expect(errcode).toBe("REFUND_APPROVAL_ENDED");
      const [approval] = (await listApprovals(owner, it)).filter((each) => each.id === id);
      expect((await listRefunds(it)).includes(-amount)).toBe(approval?.state === "approved");
    }
  });

  test("is nothing when it is rejected, and can be asked for again", async () => {
    const it = await placeOrder();
    const [support, finance] = [await signedInAdmin("support"), await signedInAdmin("finance")];
    const id = idOf(await requestRefund(support, it, { amount: 100 }));
    (await finance.client.call(rejectRefund, { params: { id }, body: { note: "Wrong order" } })).reply();
    expect((await approve(finance, id)).errcode).toBe("REFUND_APPROVAL_ENDED");
    expect((await listApprovals(finance, it))[0]).toMatchObject({ state: "rejected", note: "Wrong order" });
    expect(await listRefunds(it)).toEqual([]);
    expect(idOf(await requestRefund(support, it, { amount: 100 }))).not.toBe(id);
  });

  test("ends after seven days", async () => {
    const it = await placeOrder();
    const [support, finance] = [await signedInAdmin("support"), await signedInAdmin("finance")];
    const id = idOf(await requestRefund(support, it, { amount: 100 }));
    await query("update refund_approvals set created_at = now() - interval '7 days 1 second' where id = $1", [id]);
    expect((await listApprovals(finance, it))[0]?.state).toBe("expired");
    expect((await approve(finance, id)).errcode).toBe("REFUND_APPROVAL_ENDED");
    expect(await listRefunds(it)).toEqual([]);
  });

  test("that has become impossible ends as failed and says why", async () => {
    const it = await placeOrder();
    const [support, finance] = [await signedInAdmin("support"), await signedInAdmin("finance")];
    const { total } = (await finance.client.call(getAdminOrder, { params: it.params })).reply();
    const id = idOf(await requestRefund(support, it, { amount: total }));
    (await requestRefund(finance, it, { amount: 1 })).reply();
    await shop.settled();
    expect((await approve(finance, id)).status).toBe(400);
    expect((await listApprovals(finance, it))[0]).toMatchObject({
      state: "failed",
      note: "The amount exceeds what is left of the payment.",
    });
    expect(await listRefunds(it)).toEqual([-1]);
  });

  test.each(["lost-answer", "cut"] as const)("is one refund after an answer that was %s", async (kind) => {
    const it = await placeOrder();
    const [support, finance] = [await signedInAdmin("support"), await signedInAdmin("finance")];
    const id = idOf(await requestRefund(support, it, { amount: 100 }));
    const charge = (await shop.charges(it.buyer.customer))[0]?.id ?? "";
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/refunds", text: charge, kind, times: 10 });
    expect((await approve(finance, id)).status).toBe(503);
    await shop.sandbox.clearFaults();
    (await approve(finance, id)).reply();
    expect(await listRefunds(it)).toEqual([-100]);
  });

  test.each([
    ["its charge was disputed", (charge: string) => shop.control("/disputes", { charge, stage: "created" })],
    [
      "the provider did not know it a day later",
      (_charge: string, orderId: string) =>
        query("update refunds set created_at = now() - interval '24 hours' where order_id = $1", [orderId]),
    ],
  ])("that the retry job gave up because %s ends as failed and can be requested again", async (_, obstruct) => {
    const order = await placeOrder();
    const [support, finance] = [await signedInAdmin("support"), await signedInAdmin("finance")];
    const body = { amount: 100, key: randomUUID() };
    const id = idOf(await requestRefund(support, order, body));
    const charge = (await shop.charges(order.buyer.customer))[0]?.id ?? "";
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/refunds", text: charge, kind: "cut", times: 10 });
    expect((await approve(finance, id)).status).toBe(503);
    await shop.sandbox.clearFaults();
    expect(idOf(await requestRefund(support, order, body))).toBe(id);
    await obstruct(charge, order.params.order_id);
    await query("update refunds set next_at = now() where order_id = $1", [order.params.order_id]);
    await shop.sandbox.runJob("sweep-payments");
    expect(await listRefunds(order)).toEqual([]);
    expect((await listApprovals(finance, order))[0]).toMatchObject({
      state: "failed",
      note: "The payment provider did not make the refund.",
      decided_by: { id: finance.user.id },
    });
    const mail = await shop.sandbox.waitForMail(support.user.email, "could not be made");
    expect(mail.text).toContain("The payment provider did not make the refund.");
    expect((await approve(finance, id)).errcode).toBe("REFUND_APPROVAL_ENDED");
    expect(
      await query("select actor_kind from audit_log where subject_id = $1 and action = 'failRefundApproval'", [
        order.params.order_id,
      ]),
    ).toEqual([{ actor_kind: "system" }]);
    expect(idOf(await requestRefund(support, order, body))).not.toBe(id);
  });

  test("by canceling the order cancels it when it is approved", async () => {
    const it = await placeOrder();
    const [support, finance] = [await signedInAdmin("support"), await signedInAdmin("finance")];
    const status = async () => (await finance.client.call(getAdminOrder, { params: it.params })).reply().status;
    const cancelAnswer = await support.client.call(cancelOrder, { params: it.params });
    expect(await status()).toBe("processing");
    (await approve(finance, idOf(cancelAnswer))).reply();
    expect(await status()).toBe("canceled");
    expect(await listRefunds(it)).toHaveLength(1);
  });
});

describe("mails about a refund that waits", () => {
  const listSubjects = async ({ user }: Actor) =>
    (await shop.sandbox.mailsTo(user.email)).map(({ subject }) => subject);
  /** Mails are sent in the order of their events, so when this mail has arrived, the earlier ones have too. */
  const waitForText = async (actor: Actor, subject: string) => {
    const mail = await shop.sandbox.waitForMail(actor.user.email, subject);
    return mail.text;
  };

  test("ask those who may decide, once each, and tell who asked what was decided", async () => {
    const it = await placeOrder();
    const [support, other, finance, owner, catalogue] = [
      await signedInAdmin("support"),
      await signedInAdmin("support"),
      await signedInAdmin("finance"),
      await signedInAdmin(),
      await signedInAdmin("catalogue"),
    ];
    const { order_number, organization } = (await finance.client.call(getAdminOrder, { params: it.params })).reply();
    const body = { amount: 1234, reason: "damaged" as const, reason_text: "Dropped", key: randomUUID() };
    const id = idOf(await requestRefund(support, it, body));
    expect(idOf(await requestRefund(support, it, body))).toBe(id);
    for (const decider of [finance, owner]) {
      const text = await waitForText(decider, "Approve a refund of $12.34");
      const name = `${support.user.first_name} ${support.user.last_name}`;
      for (const fact of [order_number, organization.name, "$12.34", name, "Damaged", "Dropped", it.params.order_id])
        expect(text).toContain(fact);
    }
    (await finance.client.call(rejectRefund, { params: { id }, body: { note: "Wrong order" } })).reply();
    await finance.client.call(rejectRefund, { params: { id }, body: { note: "Again" } });
    const rejectionText = await waitForText(support, "was rejected");
    for (const fact of [order_number, "$12.34", "Wrong order", it.params.order_id])
      expect(rejectionText).toContain(fact);
    const secondId = idOf(await requestRefund(support, it, { amount: 555 }));
    (await approve(owner, secondId)).reply();
    await approve(owner, secondId);
    expect(await waitForText(support, "was approved")).toContain("$5.55");
    expect(await listSubjects(support)).toEqual([
      `Your refund of $5.55 for order ${order_number} was approved`,
      `Your refund of $12.34 for order ${order_number} was rejected`,
    ]);
    for (const decider of [finance, owner])
      expect((await listSubjects(decider)).filter((subject) => subject.includes(order_number)).toSorted()).toEqual([
        `Approve a refund of $12.34 for order ${order_number}?`,
        `Approve a refund of $5.55 for order ${order_number}?`,
      ]);
    for (const { user } of [other, catalogue]) expect(await shop.sandbox.mailsTo(user.email)).toEqual([]);
  });

  test("tell who asked once that nobody decided within seven days", async () => {
    const it = await placeOrder();
    const support = await signedInAdmin("support");
    const [openId, oldId] = [
      idOf(await requestRefund(support, it, { amount: 100 })),
      idOf(await requestRefund(support, it, { amount: 200 })),
    ];
    expect(openId).not.toBe(oldId);
    await query("update refund_approvals set created_at = now() - interval '7 days 1 second' where id = $1", [oldId]);
    for (let run = 0; run < 2; run += 1) await shop.sandbox.runJob("reconcile-payments");
    expect(await waitForText(support, "expired")).toContain("$2.00");
    expect(await listSubjects(support)).toHaveLength(1);
  });
});

describe("above the shop's sum", () => {
  test("a refund needs another person, counting the order's refunds of 24 hours; the sum itself is free", async () => {
    const it = await placeOrder(45_000_000);
    const [finance, owner, support] = [
      await signedInAdmin("finance"),
      await signedInAdmin(),
      await signedInAdmin("support"),
    ];
    await setLimit(limit);
    expect((await requestRefund(finance, it, { amount: limit - 1 })).status).toBe(200);
    expect((await requestRefund(finance, it, { amount: 1 })).status).toBe(200);
    const id = idOf(await requestRefund(finance, it, { amount: 2 }));
    expect((await approve(finance, id)).errcode).toBe("REFUND_APPROVAL_OWN");
    expect((await requestRefund(support, it, { amount: 3 })).problems).toEqual([
      "amount: This is more than you may ask for. A finance administrator or an owner must refund it.",
    ]);
    (await approve(owner, id)).reply();
    expect((await listRefunds(it)).toSorted()).toEqual([-1, -2, 1 - limit].toSorted());
  });

  test("the overview counts what others asked for, and its list shows that", async () => {
    const it = await placeOrder(45_000_000);
    const [finance, owner] = [await signedInAdmin("finance"), await signedInAdmin()];
    await setLimit(limit);
    const id = idOf(await requestRefund(finance, it, { amount: limit + 1 }));
    const readCount = async ({ client }: Actor) => (await client.call(getOverview)).reply().refund_approvals ?? 0;
    const list = async ({ client }: Actor, is_own: "true" | "false") =>
      (await client.call(listRefundApprovals, { query: { state: "waiting", is_own, limit: "100" } })).reply();
    expect((await list(finance, "true")).data.map((each) => each.id)).toEqual([id]);
    expect((await list(owner, "false")).data.map((each) => each.id)).toContain(id);
    for (let attemptsLeft = 20; ; attemptsLeft -= 1) {
      const countBefore = await readCount(owner);
      const ownCount = await readCount(finance);
      const { count } = (await list(finance, "false")).meta;
      if (countBefore !== (await readCount(owner)) && attemptsLeft > 0) continue;
      expect([ownCount, count]).toEqual([countBefore - 1, countBefore - 1]);
      break;
    }
    (await owner.client.call(rejectRefund, { params: { id } })).reply();
  });

  test.each([-1, 0.5, "12"])("%j is no sum", async (refund_limit) => {
    const { client } = await signedInAdmin();
    expect((await client.call(updateShopSettings, { body: { refund_limit: refund_limit as number } })).status).toBe(
      400,
    );
  });
});
