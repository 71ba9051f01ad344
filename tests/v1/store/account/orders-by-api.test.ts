// Orders on account through the API: approval rules and credit limit hold, and one idempotency key makes one order.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createApprovalRule } from "../../../../worker/contract/v1/client/approval-rules.ts";
import { getOrder, orderByLink } from "../../../../worker/contract/v1/client/orders.ts";
import { getReceivables } from "../../../../worker/contract/v1/client/receivables.ts";
import { address, type Buyer, shop, type TestProduct } from "../../../support/store.ts";
import { accountBuyer, giveTerms, invoiceOf, transfer } from "./account.ts";

const order = ({ client }: Pick<Buyer, "client">, product: TestProduct, body: object = {}, headers = {}) =>
  client.call(orderByLink, {
    body: { products: [{ productId: product.id, quantity: 2 }], address, payment_method: "account", ...body },
    headers,
  });
const receivables = async ({ client }: Buyer) => (await client.call(getReceivables)).reply();

test("an order through the API is bought on account, is worked on at once, and has its invoice", async () => {
  const buyer = await accountBuyer({ payment_terms_days: 45 });
  const device = await shop.createProduct();
  const made = (await order(buyer, device, { po_number: "PO-11" })).reply();
  // Texas takes 8.25 % of the goods and of the shipping.
  expect(made).toMatchObject({
    status: "processing",
    payment_status: "pending",
    payment_terms_days: 45,
    stripe_bill_link: null,
    total: 200_00 + 15_00 + 17_74,
  });
  const invoice = await invoiceOf(made.id);
  const [sent] = await shop.objects("invoice", { id: invoice.stripe_invoice_id });
  expect(sent).toMatchObject({ status: "open", collection_method: "send_invoice", amount_due: made.total });
  expect(await receivables(buyer)).toMatchObject({ total: made.total, invoices: [{ po_number: "PO-11" }] });
  await transfer(invoice, made.total);
  const paid = (await buyer.client.call(getOrder, { params: { order_id: made.id } })).reply();
  expect(paid).toMatchObject({ status: "processing", payment_status: "paid" });
});

test("a key that is sent many times at once places one order", async () => {
  const buyer = await accountBuyer();
  const device = await shop.createProduct();
  const headers = { "idempotency-key": randomUUID() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => order(buyer, device, {}, headers)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const again = (await order(buyer, device, {}, headers)).reply();
  expect(new Set(answers.map((answer) => answer.reply().id))).toEqual(new Set([again.id]));
  expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
  expect(await receivables(buyer)).toMatchObject({ total: again.total });
});

test("many at once stay within the limit, and the refused ones say what is available", async () => {
  const buyer = await accountBuyer({ credit_limit: 500_00 });
  const device = await shop.createProduct();
  const answers = await Promise.all(Array.from({ length: 6 }, () => order(buyer, device)));
  const total = 232_74;
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  const refused = await order(buyer, device);
  expect([refused.status, refused.errcode]).toEqual([422, "CREDIT_LIMIT_EXCEEDED"]);
  expect(JSON.parse(refused.text)).toMatchObject({
    available: 500_00 - 2 * total,
    exceeded_by: 3 * total - 500_00,
  });
  expect(await receivables(buyer)).toMatchObject({ total: 2 * total });
});

test("it is refused without terms, without a needed PO number, overdue, and where a rule asks", async () => {
  const buyer = await shop.buyer();
  const device = await shop.createProduct();
  const errcode = async (body: object = {}) => (await order(buyer, device, body)).errcode;
  expect(await errcode()).toBe("ACCOUNT_NOT_AVAILABLE");
  await giveTerms(buyer.org_id, { is_po_number_required: true });
  expect(await errcode()).toBe("PO_NUMBER_REQUIRED");
  const { id } = (await order(buyer, device, { po_number: "PO-1" })).reply();
  await shop.query("update invoices set due_on = due_on - 60 where reference_id = $1", [id]);
  expect(await errcode({ po_number: "PO-2" })).toBe("ACCOUNT_OVERDUE");
  await shop.query("update invoices set due_on = due_on + 60 where reference_id = $1", [id]);
  const owner = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
  const rule = { name: "Every order", min_total: 0, approver_ids: [owner.user.id] };
  (await owner.client.call(createApprovalRule, { body: rule })).reply();
  expect(await errcode({ po_number: "PO-3" })).toBe("ORDER_APPROVAL_REQUIRED");
  expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
});
