// The last approval of an order, cut off at points of its checkout; and the cancellation of two unpaid orders, of which
// one cannot be canceled yet.
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveRequest, getApprovalRequest } from "../../worker/contract/v1/client/approval-requests.ts";
import { createApprovalRule } from "../../worker/contract/v1/client/approval-rules.ts";
import { createApprovalRequest } from "../../worker/contract/v1/store/approval-requests.ts";
import { isWhole } from "../support/by-night.ts";
import type { Actor } from "../support/actors.ts";
import type { Buyer, TestProduct } from "../support/store.ts";
import { cutOff, cutPoints, chooseVictim } from "./cut-points.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";
import { isFull } from "./runs.ts";

let app: FaultApp;
let device: TestProduct;
beforeAll(async () => {
  app = await startFaultApp();
  device = await app.shop.createProduct();
});
afterAll(() => app?.stop());

type Case = { buyer: Buyer; approver: Actor; id: string; total: number };

async function prepare(card?: string): Promise<Case> {
  const { shop } = app;
  const buyer = await shop.buyer();
  const approver = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
  const body = { name: "Every order", min_total: 0, approver_ids: [approver.user.id] };
  (await approver.client.call(createApprovalRule, { body })).reply();
  const { updated_at } = await shop.fillCart(buyer, [device], card);
  const { id, total } = (await buyer.client.call(createApprovalRequest, { body: { updated_at } })).reply();
  return { buyer, approver, id, total };
}

const sendApproval = ({ approver, id }: Case) => approver.client.call(approveRequest, { params: { id } });
const fetchStatus = async ({ buyer, id }: Case) =>
  (await buyer.client.call(getApprovalRequest, { params: { id } })).reply().status;

// By day a third of the points is tested.
const runsByDay = (place: number) => place % 3 === 2;

for (const [place, point] of cutPoints.filter((one) => one.of === "checkout").entries()) {
  if (!isWhole && !isFull && !runsByDay(place)) continue;
  test(`an approval that is cut off ${point.name} places its order once`, async () => {
    const { shop } = app;
    const approvalCase = await prepare();
    await cutOff(app, point.arm, () => sendApproval(approvalCase), chooseVictim(point, place));
    await app.tick();
    await app.tick();
    const secondApproval = (await sendApproval(approvalCase)).reply();
    expect(secondApproval.status).toBe("approved");
    await shop.settled();
    const params = { id: approvalCase.id };
    const request = (await approvalCase.buyer.client.call(getApprovalRequest, { params })).reply();
    expect(request).toMatchObject({ status: "approved", payment_status: "paid" });
    const { orders, attempts } = await shop.books(approvalCase.buyer.org_id);
    expect([orders.length, attempts]).toEqual([1, [{ status: "succeeded" }]]);
    expect((await shop.charges(approvalCase.buyer.customer)).map(({ amount }) => amount)).toEqual([approvalCase.total]);
    expect(await findViolations(shop, [approvalCase.buyer.org_id])).toEqual([]);
  });
}

test("an unpaid order whose invoice cannot be closed keeps no other from its end", async () => {
  const { shop } = app;
  const requests = [await prepare("4000000000000341"), await prepare("4000000000000341")] as const;
  for (const each of requests) {
    (await sendApproval(each)).reply();
    await shop.query("update approval_requests set expires_at = now() where id = $1", [each.id]);
  }
  const [blocked, next] = requests;
  const [invoice] = await shop.objects("invoice", { customer: blocked.buyer.customer });
  const path = `/v1/invoices/${invoice?.id}`;
  await shop.sandbox.addFault({ service: "stripe", path, kind: "status", value: 500, times: 100 });
  await expect(shop.sweep()).rejects.toThrow("sweep-payments");
  expect([await fetchStatus(blocked), await fetchStatus(next)]).toEqual(["approved", "canceled"]);
  await shop.sandbox.clearFaults();
  await shop.sweep();
  expect(await fetchStatus(blocked)).toBe("canceled");
});
