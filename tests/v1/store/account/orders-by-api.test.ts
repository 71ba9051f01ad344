import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createApprovalRule } from "../../../../worker/contract/v1/client/approval-rules.ts";
import { getOrder, orderByLink } from "../../../../worker/contract/v1/client/orders.ts";
import { getReceivables } from "../../../../worker/contract/v1/client/receivables.ts";
import { address, type Buyer, shop, type TestProduct } from "../../../support/store.ts";
import { accountBuyer, giveTerms, invoiceOf, transfer } from "./account.ts";

const placeOrder = ({ client }: Pick<Buyer, "client">, product: TestProduct, body: object = {}, headers = {}) =>
  client.call(orderByLink, {
    body: { products: [{ productId: product.id, quantity: 2 }], address, payment_method: "account", ...body },
    headers,
  });
const fetchReceivables = async ({ client }: Buyer) => (await client.call(getReceivables)).reply();

test("an order through the API is bought on account, is worked on at once, and has its invoice", async () => {
  const buyer = await accountBuyer({ payment_terms_days: 45 });
  const device = await shop.createProduct();
  const placedOrder = (await placeOrder(buyer, device, { po_number: "PO-11" })).reply();
  // Texas taxes goods and shipping at 8.25 %.
  expect(placedOrder).toMatchObject({
    status: "processing",
    payment_status: "pending",
    payment_terms_days: 45,
    stripe_bill_link: null,
    total: 200_00 + 15_00 + 17_74,
  });
  const invoice = await invoiceOf(placedOrder.id);
  const [providerInvoice] = await shop.objects("invoice", { id: invoice.stripe_invoice_id });
  expect(providerInvoice).toMatchObject({
    status: "open",
    collection_method: "send_invoice",
    amount_due: placedOrder.total,
  });
  expect(await fetchReceivables(buyer)).toMatchObject({ total: placedOrder.total, invoices: [{ po_number: "PO-11" }] });
  await transfer(invoice, placedOrder.total);
  const paidOrder = (await buyer.client.call(getOrder, { params: { order_id: placedOrder.id } })).reply();
  expect(paidOrder).toMatchObject({ status: "processing", payment_status: "paid" });
});

test("a key that is sent many times at once places one order", async () => {
  const buyer = await accountBuyer();
  const device = await shop.createProduct();
  const headers = { "idempotency-key": randomUUID() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => placeOrder(buyer, device, {}, headers)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const repeatedOrder = (await placeOrder(buyer, device, {}, headers)).reply();
  expect(new Set(answers.map((answer) => answer.reply().id))).toEqual(new Set([repeatedOrder.id]));
  expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
  expect(await fetchReceivables(buyer)).toMatchObject({ total: repeatedOrder.total });
});

test("a key that is sent many times at once places one order, also if a second one would exceed the limit", async () => {
  const buyer = await accountBuyer({ credit_limit: 300_00 });
  const device = await shop.createProduct();
  const headers = { "idempotency-key": randomUUID() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => placeOrder(buyer, device, {}, headers)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(answers.map((answer) => answer.reply().id)).size).toBe(1);
  expect(await fetchReceivables(buyer)).toMatchObject({ total: 232_74 });
  expect((await placeOrder(buyer, device)).errcode).toBe("CREDIT_LIMIT_EXCEEDED");
});

test("many at once stay within the limit, and the refused ones say what is available", async () => {
  const buyer = await accountBuyer({ credit_limit: 500_00 });
  const device = await shop.createProduct();
  const answers = await Promise.all(Array.from({ length: 6 }, () => placeOrder(buyer, device)));
  const total = 232_74;
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  const refusal = await placeOrder(buyer, device);
  expect([refusal.status, refusal.errcode]).toEqual([422, "CREDIT_LIMIT_EXCEEDED"]);
  expect(JSON.parse(refusal.text)).toMatchObject({
    available: 500_00 - 2 * total,
    exceeded_by: 3 * total - 500_00,
  });
  expect(await fetchReceivables(buyer)).toMatchObject({ total: 2 * total });
});

test("it is refused without terms, without a needed PO number, overdue, and where a rule asks", async () => {
  const buyer = await shop.buyer();
  const device = await shop.createProduct();
  const fetchErrcode = async (body: object = {}) => (await placeOrder(buyer, device, body)).errcode;
  expect(await fetchErrcode()).toBe("ACCOUNT_NOT_AVAILABLE");
  await giveTerms(buyer.org_id, { is_po_number_required: true });
  expect(await fetchErrcode()).toBe("PO_NUMBER_REQUIRED");
  const { id } = (await placeOrder(buyer, device, { po_number: "PO-1" })).reply();
  await shop.query("update invoices set due_on = due_on - 60 where reference_id = $1", [id]);
  expect(await fetchErrcode({ po_number: "PO-2" })).toBe("ACCOUNT_OVERDUE");
  await shop.query("update invoices set due_on = due_on + 60 where reference_id = $1", [id]);
  const owner = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
  const rule = { name: "Every order", min_total: 0, approver_ids: [owner.user.id] };
  (await owner.client.call(createApprovalRule, { body: rule })).reply();
  expect(await fetchErrcode({ po_number: "PO-3" })).toBe("ORDER_APPROVAL_REQUIRED");
  expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
});
