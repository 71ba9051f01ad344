import { expect, test } from "vitest";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { cards, shop } from "../../support/store.ts";
import {
  addRule,
  approve,
  requestApproval,
  createCompany,
  fetchRequest,
  sendForApproval,
} from "./approvals/approvals.ts";

test("a cart that a rule concerns is refused, sent, approved and placed once at the frozen prices", async () => {
  const { buyer, approver, owner } = await createCompany();
  const rule = await addRule(owner, [approver]);
  const product = await shop.createProduct();
  const cart = await shop.fillCart(buyer, [product]);
  const refusal = await shop.checkout(buyer);
  expect([refusal.status, refusal.errcode]).toEqual([422, "ORDER_APPROVAL_REQUIRED"]);
  expect(JSON.parse(refusal.text).approval).toEqual({
    rule_ids: [rule.id],
    approvers: [{ id: approver.user.id, name: `${approver.user.first_name} ${approver.user.last_name}` }],
  });
  expect(await shop.books(buyer.org_id)).toMatchObject({ orders: [], attempts: [] });

  const request = (await sendForApproval(buyer, { note: "For the laboratory", po_number: "PO 7" })).reply();
  expect(request).toMatchObject({
    status: "pending",
    note: "For the laboratory",
    po_number: "PO 7",
    user_id: buyer.user.id,
    cart_no: cart.cart_no,
    lines: [{ product_id: product.id, quantity: 1, price: 100_00 }],
    approvals: [],
    order_id: null,
  });
  expect(Date.parse(request.expires_at) - Date.parse(request.created_at)).toBe(14 * 86_400_000);
  expect((await buyer.client.call(getCart)).reply()).toMatchObject({ products: {}, is_complete: false });

  await shop.query("update products set price_levels = '{\"Base Price\": 99900}' where id = $1", [product.id]);
  const decision = (await approve(approver, request.id, "Fine")).reply();
  expect(decision).toMatchObject({
    status: "approved",
    approved_by: approver.user.id,
    approvals: [{ user_id: approver.user.id, decision: "approved", note: "Fine" }],
    payment_status: "paid",
  });
  const orders = await shop.query(
    "select id, user_id, total::int, po_number, payment_status from orders where org_id = $1",
    [buyer.org_id],
  );
  expect(orders).toEqual([
    { id: decision.order_id, user_id: buyer.user.id, total: request.total, po_number: "PO 7", payment_status: "paid" },
  ]);
  expect((await shop.charges(buyer.customer)).map(({ amount }) => amount)).toEqual([request.total]);
});

test("twenty approvals at once make one order and one charge", async () => {
  const { buyer, approver, owner, colleague } = await createCompany();
  const others = await Promise.all([colleague("buyer"), colleague("org")]);
  await addRule(owner, [approver, ...others]);
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => approve([approver, ...others][at % 3] ?? approver, request.id)),
  );
  const codes = answers.map(({ errcode }) => errcode ?? "success");
  expect(codes).toContain("success");
  expect(codes.filter((code) => !["success", "APPROVAL_REQUEST_ENDED"].includes(code))).toEqual([]);
  await shop.settled();
  const { orders, attempts, invoices } = await shop.books(buyer.org_id);
  expect([orders.length, attempts.length, invoices.length]).toEqual([1, 1, 1]);
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
  expect((await fetchRequest(buyer, request.id)).approvals).toHaveLength(1);
});

test("a declined card leaves an approved, unpaid order that who asked can pay", async () => {
  const { buyer, approver, owner } = await createCompany();
  await addRule(owner, [approver]);
  const request = await requestApproval(buyer, [await shop.createProduct()], cards.declines);
  expect((await approve(approver, request.id)).reply()).toMatchObject({
    status: "approved",
    payment_status: "declined",
    payment_url: null,
  });
  const ownView = await fetchRequest(buyer, request.id);
  expect(ownView).toMatchObject({ status: "approved", payment_status: "declined", payment_url: expect.any(String) });
  await shop.settled();
  expect(await shop.books(buyer.org_id)).toMatchObject({
    orders: [{ status: "new", payment_status: "declined", total: request.total }],
    attempts: [{ status: "succeeded" }],
  });
});
