import { describe, expect, test } from "vitest";
import {
  deleteApprovalRule,
  previewApprovalRule,
  updateApprovalRule,
} from "../../../worker/contract/v1/client/approval-rules.ts";
import { orderByLink } from "../../../worker/contract/v1/client/orders.ts";
import { calculateCartTax } from "../../../worker/contract/v1/store/cart.ts";
import { address, shop } from "../../support/store.ts";
import { addRule, approve, requestApproval, createCompany, sendForApproval } from "./approvals/approvals.ts";

async function calculateTotal(buyer: Awaited<ReturnType<typeof createCompany>>["buyer"]): Promise<number> {
  const { tax_amount } = (await buyer.client.call(calculateCartTax)).reply();
  const [cart] = await shop.query<{ goods: number; shipping: number }>(
    `select 10000 as goods, coalesce((seen_shipping ->> 'price')::int, 0) as shipping
     from carts where user_id = $1 and not is_complete`,
    [buyer.user.id],
  );
  return (cart?.goods ?? 0) + (cart?.shipping ?? 0) + tax_amount;
}

const tryCheckout = async (buyer: Awaited<ReturnType<typeof createCompany>>["buyer"]) =>
  (await shop.checkout(buyer)).errcode ?? "bought";

describe("a rule asks", () => {
  test("from exactly its total on, shipping and tax included, and not below", async () => {
    const { buyer, approver, owner } = await createCompany();
    await shop.fillCart(buyer, [await shop.createProduct()]);
    const total = await calculateTotal(buyer);
    expect(total).toBeGreaterThan(100_00);
    const rule = await addRule(owner, [approver], { min_total: total });
    expect(await tryCheckout(buyer)).toBe("ORDER_APPROVAL_REQUIRED");
    const { id: _id, created_at: _created, updated_at: _updated, ...fields } = rule;
    const change = { params: { id: rule.id }, body: { ...fields, min_total: total + 1 } };
    (await owner.client.call(updateApprovalRule, change)).reply();
    expect(await tryCheckout(buyer)).toBe("bought");
  });

  test("for more than the budget of a person in a month, and exactly the budget is free", async () => {
    const { buyer, approver, owner } = await createCompany();
    const product = await shop.createProduct();
    await shop.fillCart(buyer, [product]);
    const total = await calculateTotal(buyer);
    await addRule(owner, [approver], { min_total: null, monthly_budget: 2 * total });
    expect(await tryCheckout(buyer)).toBe("bought");
    await shop.fillCart(buyer, [product]);
    expect(await tryCheckout(buyer)).toBe("bought");
    await shop.fillCart(buyer, [product]);
    expect(await tryCheckout(buyer)).toBe("ORDER_APPROVAL_REQUIRED");
    // Last month's order and a canceled one are not counted.
    const orders = await shop.query<{ id: string }>("select id from orders where user_id = $1", [buyer.user.id]);
    await shop.query("update orders set created_at = created_at - interval '32 days' where id = $1", [orders[0]?.id]);
    expect(await tryCheckout(buyer)).toBe("bought");
    await shop.query("update orders set status = 'canceled' where id = $1", [orders[1]?.id]);
    await shop.fillCart(buyer, [product]);
    expect(await tryCheckout(buyer)).toBe("bought");
  });

  test("with a total and a budget only for what exceeds both; a pending request counts", async () => {
    const { buyer, approver, owner } = await createCompany();
    const product = await shop.createProduct();
    await shop.fillCart(buyer, [product]);
    const total = await calculateTotal(buyer);
    const rule = await addRule(owner, [approver], { min_total: total, monthly_budget: 0 });
    await sendForApproval(buyer);
    const { id: _id, created_at: _created, updated_at: _updated, ...fields } = rule;
    const put = (limits: object) =>
      owner.client.call(updateApprovalRule, { params: { id: rule.id }, body: { ...fields, ...limits } });
    await put({ monthly_budget: 2 * total });
    await shop.fillCart(buyer, [product]);
    expect(await tryCheckout(buyer)).toBe("bought");
    await shop.fillCart(buyer, [product]);
    await put({ monthly_budget: 2 * total, min_total: total + 1 });
    expect(await tryCheckout(buyer)).toBe("bought");
  });

  test("only for its people, its categories and while it is active", async () => {
    const { buyer, approver, owner, colleague } = await createCompany();
    const other = await colleague("buyer");
    const product = await shop.createProduct({ category: "Lamps" });
    await addRule(owner, [approver], { user_ids: [other.user.id] });
    await addRule(owner, [approver], { categories: ["Optics"] });
    await addRule(owner, [approver], { is_active: false });
    await shop.fillCart(buyer, [product]);
    expect(await tryCheckout(buyer)).toBe("bought");
    await addRule(owner, [approver], { user_ids: [buyer.user.id], categories: ["Optics", "Lamps"] });
    await shop.fillCart(buyer, [product]);
    expect(await tryCheckout(buyer)).toBe("ORDER_APPROVAL_REQUIRED");
  });

  test("for orders by link, too, before a payment page is left", async () => {
    const { buyer, approver, owner } = await createCompany();
    const rule = await addRule(owner, [approver]);
    const { id } = await shop.createProduct();
    const body = { products: [{ productId: id, quantity: 1 }], address };
    const answer = await buyer.client.call(orderByLink, { body });
    expect([answer.status, answer.errcode]).toEqual([422, "ORDER_APPROVAL_REQUIRED"]);
    expect(JSON.parse(answer.text).approval.rule_ids).toEqual([rule.id]);
    expect((await shop.books(buyer.org_id)).orders).toEqual([]);
  });

  test("nobody whom nobody else could approve, which the audit log says", async () => {
    const owner = await shop.buyer({ roles: ["org", "buyer", "user"] });
    const rule = await addRule(owner, [owner]);
    await shop.fillCart(owner, [await shop.createProduct()]);
    expect((await sendForApproval(owner)).errcode).toBe("APPROVAL_NOT_NEEDED");
    expect(await tryCheckout(owner)).toBe("bought");
    const [entry] = await shop.query("select data from audit_log where action = 'claimAttempt' and org_id = $1", [
      owner.org_id,
    ]);
    expect(entry).toMatchObject({ data: { waived_approval_rules: [rule.id] } });
    // A second owner could approve, so approval is required again.
    await shop.signedIn({ org_id: owner.org_id, roles: ["org", "user"] });
    await shop.fillCart(owner, [await shop.createProduct()]);
    expect(await tryCheckout(owner)).toBe("ORDER_APPROVAL_REQUIRED");
  });
});

test("a budget is not exceeded by orders at once", async () => {
  const { buyer, approver, owner } = await createCompany();
  const product = await shop.createProduct();
  await shop.fillCart(buyer, [product]);
  const total = await calculateTotal(buyer);
  await addRule(owner, [approver], { min_total: null, monthly_budget: total });
  const body = { products: [{ productId: product.id, quantity: 1 }], address };
  await Promise.all([shop.checkout(buyer), ...[1, 2, 3].map(() => buyer.client.call(orderByLink, { body }))]);
  await shop.settled();
  const [spent] = await shop.query<{ total: number }>(
    "select sum(total)::int as total from orders where user_id = $1",
    [buyer.user.id],
  );
  expect(spent?.total).toBeLessThanOrEqual(total);
  expect(spent?.total).toBeGreaterThan(0);
});

test("a preview names the orders of ninety days that the rule would have asked for", async () => {
  const { buyer, approver, owner } = await createCompany();
  const [lamp, lens] = [await shop.createProduct({ category: "Lamps" }), await shop.createProduct()];
  for (const product of [lamp, lens, lamp]) {
    await shop.fillCart(buyer, [product]);
    (await shop.checkout(buyer)).reply();
  }
  await shop.settled();
  const orders = await shop.query<{ id: string; total: number }>(
    "select id, total::int from orders where user_id = $1 order by created_at",
    [buyer.user.id],
  );
  const preview = async (fields: object) =>
    (
      await owner.client.call(previewApprovalRule, {
        body: { name: "Rule", approver_ids: [approver.user.id], ...fields },
      })
    ).reply();
  const [first, second, third] = orders;
  const fullPreview = await preview({ min_total: 0 });
  expect(fullPreview).toMatchObject({ count: 3, total: orders.reduce((sum, { total }) => sum + total, 0) });
  expect(fullPreview.orders.map(({ id }) => id)).toEqual([third?.id, second?.id, first?.id]);
  expect((await preview({ min_total: 0, categories: ["Lamps"] })).orders.map(({ id }) => id)).toEqual([
    third?.id,
    first?.id,
  ]);
  const budget = (first?.total ?? 0) + (second?.total ?? 0);
  expect((await preview({ monthly_budget: budget })).orders.map(({ id }) => id)).toEqual([third?.id]);
  await shop.query("update orders set created_at = now() - interval '91 days' where id = $1", [first?.id]);
  expect((await preview({ min_total: 0 })).count).toBe(2);
  expect((await preview({ min_total: 0, user_ids: [approver.user.id] })).count).toBe(0);
  // Only the approver could decide about the owner's own orders.
  await shop.query("update orders set user_id = $2 where user_id = $1", [buyer.user.id, owner.user.id]);
  expect((await preview({ min_total: 0 })).count).toBe(2);
  await shop.query("update users set agreed_at = null where id = $1", [approver.user.id]);
  expect((await preview({ min_total: 0 })).count, "an approver who is not set up cannot decide").toBe(0);
});

test("a changed or deleted rule concerns the next request, not one that was made", async () => {
  const { buyer, approver, owner } = await createCompany();
  const rule = await addRule(owner, [approver]);
  const request = await requestApproval(buyer, [await shop.createProduct()]);
  (await owner.client.call(deleteApprovalRule, { params: { id: rule.id } })).reply();
  expect((await approve(owner, request.id)).errcode).toBe("APPROVAL_REQUEST_NOT_YOURS");
  expect((await approve(approver, request.id)).reply()).toMatchObject({ status: "approved", rules: [{ id: rule.id }] });
});
