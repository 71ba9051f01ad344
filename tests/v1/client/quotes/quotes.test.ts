// Permissions for each state of a quote; a sent version never changes.
import { expect, test } from "vitest";
import {
  createAdminQuoteMessage,
  createQuote,
  declineQuote,
  listAdminQuotes,
  sendQuote,
  updateQuote,
} from "../../../../worker/contract/v1/admin/quotes.ts";
import {
  createQuoteMessage,
  getQuote,
  listQuotes,
  rejectQuote,
  withdrawQuote,
} from "../../../../worker/contract/v1/client/quotes.ts";
import { createApprovalRule } from "../../../../worker/contract/v1/client/approval-rules.ts";
import { approveRequest, rejectRequest } from "../../../../worker/contract/v1/client/approval-requests.ts";
import { createApprovalRequest } from "../../../../worker/contract/v1/store/approval-requests.ts";
import { getCart } from "../../../../worker/contract/v1/store/cart.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { type Buyer, shop } from "../../../support/store.ts";
import { accountBuyer, chooseAccount, giveTerms } from "../../store/account/account.ts";
import { signInColleague } from "./colleague.ts";
import {
  accept,
  sendOffer,
  dateInDays,
  saveDraft,
  createSentQuote,
  fetchQuote,
  fetchAdminQuote,
  requestQuote,
} from "./quotes.ts";

const expire = (id: string, column: string) =>
  shop.query(`update quotes set ${column} = now() - interval '1 minute' where id = $1`, [id]);
const withdraw = ({ client }: Actor, id: string) => client.call(withdrawQuote, { params: { id } });
const reject = ({ client }: Actor, id: string) =>
  client.call(rejectQuote, { params: { id }, body: { reason: "Too dear" } });
const decline = ({ client }: Actor, id: string) =>
  client.call(declineQuote, { params: { id }, body: { reason: "No stock" } });
const listMails = async (id: string) =>
  (
    await shop.query<{ mail: string }>(
      "select type || ' ' || split_part(event, ':', 1) as mail from outbox where event like $1 order by created_at, id",
      [`quote_%:${id}:%`],
    )
  ).map(({ mail }) => mail.replace("quote_", ""));

test("only the newest version is accepted, and the older one stays as it was sent", async () => {
  const { buyer, admin, product, id, sent } = await createSentQuote({ price: 90_00, text: "First offer" });
  (await saveDraft(admin, id, [product], { price: 70_00, discount_percent: 12.5, shipping: 0 })).reply();
  expect((await fetchQuote(buyer, id)).versions).toEqual(sent.versions);
  const second = (await admin.client.call(sendQuote, { params: { id } })).reply();
  expect(second.versions.map(({ version, total, discount }) => [version, total, discount])).toEqual([
    [2, 61_25, 8_75],
    [1, 95_00, 0],
  ]);
  expect(second.versions[1]).toEqual(sent.versions[0]);
  expect((await accept(buyer, id, 1)).errcode).toBe("QUOTE_OUTDATED");
  expect((await accept(buyer, id, 2)).reply().status).toBe("accepted");
  await expect(shop.query("update quote_versions set total = 1 where quote_id = $1", [id])).rejects.toThrow(
    "never changed",
  );
});

test("accepting twice, after expiry and by another organization is refused", async () => {
  const { buyer, admin, product, id } = await createSentQuote();
  const stranger = await shop.buyer();
  expect((await accept(stranger, id)).errcode).toBe("QUOTE_NOT_FOUND");
  expect((await stranger.client.call(getQuote, { params: { id } })).errcode).toBe("QUOTE_NOT_FOUND");
  expect((await stranger.client.call(listQuotes)).reply().data).toEqual([]);
  const colleague = await signInColleague(buyer);
  (await accept(colleague, id)).reply();
  expect((await accept(buyer, id)).errcode).toBe("QUOTE_ALREADY_ACCEPTED");
  expect((await saveDraft(admin, id, [product])).errcode).toBe("QUOTE_NOT_OPEN");
  const expiredQuote = await createSentQuote({}, buyer);
  await expire(expiredQuote.id, "expires_at");
  expect((await fetchQuote(buyer, expiredQuote.id)).status).toBe("expired");
  expect((await accept(buyer, expiredQuote.id)).errcode).toBe("QUOTE_EXPIRED");
  expect((await reject(buyer, expiredQuote.id)).errcode).toBe("QUOTE_NOT_OPEN");
});

test("an accepted quote that is not ordered in time leaves the cart, and cannot be checked out before", async () => {
  const { buyer, id } = await createSentQuote();
  (await accept(buyer, id)).reply();
  await expire(id, "order_by");
  expect((await shop.checkout(buyer)).errcode).toBe("QUOTE_EXPIRED");
  await shop.sandbox.runJob("sweep-payments");
  expect((await buyer.client.call(getCart)).reply()).toMatchObject({ products: {}, quote_id: null });
  expect((await fetchQuote(buyer, id)).status).toBe("expired");
  expect(await listMails(id)).toEqual([
    "quoteForShop requested",
    "quoteForCustomer sent",
    "quoteForShop accepted",
    "quoteForCustomer expired",
  ]);
});

test("a quote accepted on its last day can be ordered for another 24 hours", async () => {
  const { buyer, id } = await createSentQuote();
  await shop.query("update quotes set expires_at = now() + interval '1 hour' where id = $1", [id]);
  const { order_by } = (await accept(buyer, id)).reply();
  const remainingMs = Date.parse(order_by ?? "") - Date.now();
  expect(remainingMs).toBeGreaterThan(23 * 3_600_000);
  expect(remainingMs).toBeLessThan(25 * 3_600_000);
});

test("withdrawing, rejecting and declining are for their states, and tell the other side", async () => {
  const buyer = await shop.buyer();
  const admin = await signedInAdmin();
  const product = await shop.createProduct();
  const first = await requestQuote(buyer, [product]);
  expect((await withdraw(buyer, first.id)).reply().status).toBe("rejected");
  expect((await withdraw(buyer, first.id)).reply().status).toBe("rejected");
  expect(await listMails(first.id)).toEqual(["quoteForShop requested", "quoteForShop withdrawn"]);
  expect((await decline(admin, first.id)).errcode).toBe("QUOTE_NOT_OPEN");

  const second = await requestQuote(buyer, [product]);
  expect((await reject(buyer, second.id)).errcode).toBe("QUOTE_NOT_OPEN");
  await sendOffer(admin, second.id, [product]);
  expect((await withdraw(buyer, second.id)).errcode).toBe("QUOTE_NOT_OPEN");
  expect((await reject(buyer, second.id)).reply()).toMatchObject({ status: "rejected", reason: "Too dear" });
  expect((await accept(buyer, second.id)).errcode).toBe("QUOTE_NOT_OPEN");
  // The shop may send a better offer after a rejection.
  expect((await sendOffer(admin, second.id, [product], { price: 1_00 })).status).toBe("sent");
  expect((await decline(admin, second.id)).reply()).toMatchObject({ status: "declined", reason: "No stock" });
  expect((await accept(buyer, second.id, 2)).errcode).toBe("QUOTE_NOT_OPEN");
  expect((await listMails(second.id)).at(-1)).toBe("quoteForCustomer declined");
});

test("both sides write messages of up to 2,000 characters", async () => {
  const { buyer, admin, id } = await createSentQuote();
  const sendMessage = (text: string) => buyer.client.call(createQuoteMessage, { params: { id }, body: { text } });
  expect((await sendMessage("x".repeat(2001))).status).toBe(400);
  expect((await sendMessage("   ")).status).toBe(400);
  (await sendMessage("x".repeat(2000))).reply();
  (await admin.client.call(createAdminQuoteMessage, { params: { id }, body: { text: "Gladly." } })).reply();
  const { messages } = await fetchQuote(buyer, id);
  expect(messages.map(({ is_from_shop, text }) => [is_from_shop, text.length])).toEqual([
    [false, 2000],
    [true, 7],
  ]);
  expect((await listMails(id)).slice(2)).toEqual(["quoteForShop message", "quoteForCustomer message"]);
});

test.each([
  ["a day that is too near", { valid_until: dateInDays(0) }],
  ["a day that is too far", { valid_until: dateInDays(182) }],
  ["two discounts", { discount: 1_00, discount_percent: 1 }],
  ["a discount above the products", { discount: 80_01 }],
  ["more than 100 per cent", { discount_percent: 100.01 }],
  ["three decimals", { discount_percent: 1.005 }],
  ["a text that is too long", { text: "x".repeat(2001) }],
])("a draft with %s is refused, and what was saved stays", async (_name, terms) => {
  const { admin, product, id, sent } = await createSentQuote();
  expect((await saveDraft(admin, id, [product], terms)).status).toBe(400);
  expect(await fetchAdminQuote(admin, id)).toEqual(sent);
});

test("a draft that somebody else changed meanwhile is neither overwritten nor sent", async () => {
  const { admin, product, id, sent } = await createSentQuote();
  (await saveDraft(admin, id, [product], { price: 60_00 })).reply();
  const staleVersion = { updated_at: sent.updated_at };
  const body = {
    lines: [{ product_id: product.id, quantity: 1, price: 1 }],
    valid_until: dateInDays(5),
    ...staleVersion,
  };
  expect((await admin.client.call(updateQuote, { params: { id }, body })).errcode).toBe("OBJECT_OUTDATED");
  expect((await admin.client.call(sendQuote, { params: { id }, body: staleVersion })).errcode).toBe("OBJECT_OUTDATED");
  expect((await fetchAdminQuote(admin, id)).draft.lines[0]?.price).toBe(60_00);
});

test("an administrator starts a quote, which the customer sees once it is sent", async () => {
  const buyer = await shop.buyer();
  const admin = await signedInAdmin();
  const product = await shop.createProduct({ price_levels: { "Base Price": 100_00 } });
  const start = (user_id: string) =>
    admin.client.call(createQuote, { body: { user_id, lines: [{ product_id: product.id, quantity: 2 }] } });
  const viewer = await shop.signedIn({ org_id: buyer.org_id, roles: ["user"] });
  expect((await start(viewer.user.id)).errcode).toBe("USR_NOT_FOUND");
  const { id, draft: started } = (await start(buyer.user.id)).reply();
  expect(started.lines).toMatchObject([{ quantity: 2, price: 100_00, list_price: 100_00 }]);
  expect((await buyer.client.call(getQuote, { params: { id } })).errcode).toBe("QUOTE_NOT_FOUND");
  expect((await withdraw(buyer, id)).errcode).toBe("QUOTE_NOT_FOUND");
  (await admin.client.call(sendQuote, { params: { id } })).reply();
  expect((await fetchQuote(buyer, id)).versions).toHaveLength(1);
  const query = { org_id: buyer.org_id };
  expect((await admin.client.call(listAdminQuotes, { query })).reply().data.map((each) => each.id)).toEqual([id]);
});

const createRule = async (buyer: Buyer) => {
  const owner = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
  const body = { name: "Every order", min_total: 0, approver_ids: [owner.user.id] };
  (await owner.client.call(createApprovalRule, { body })).reply();
  return owner;
};
const sendForApproval = async ({ client }: Buyer) =>
  (
    await client.call(createApprovalRequest, {
      body: { updated_at: (await client.call(getCart)).reply().updated_at },
    })
  ).reply();

test("an approval rule holds for an accepted quote, and the last approval orders it at the quoted price", async () => {
  const { buyer, id } = await createSentQuote({ quantity: 2, price: 40_00, shipping: 0 });
  const owner = await createRule(buyer);
  (await accept(buyer, id)).reply();
  expect((await shop.checkout(buyer)).errcode).toBe("ORDER_APPROVAL_REQUIRED");
  const approvalRequest = await sendForApproval(buyer);
  expect(approvalRequest.lines).toMatchObject([{ quantity: 2, price: 40_00 }]);
  expect((await fetchQuote(buyer, id)).status).toBe("accepted");
  const decision = (await owner.client.call(approveRequest, { params: { id: approvalRequest.id } })).reply();
  expect(decision.status).toBe("approved");
  expect(await fetchQuote(buyer, id)).toMatchObject({ status: "ordered", order_id: decision.order_id });
});

test("a rejected approval gives the quote back", async () => {
  const { buyer, id } = await createSentQuote();
  const owner = await createRule(buyer);
  (await accept(buyer, id)).reply();
  const approvalRequest = await sendForApproval(buyer);
  (await owner.client.call(rejectRequest, { params: { id: approvalRequest.id }, body: { note: "No" } })).reply();
  expect((await fetchQuote(buyer, id)).status).toBe("sent");
  (await accept(buyer, id)).reply();
});

test("the credit limit holds for an accepted quote, at its prices", async () => {
  const { buyer, id } = await createSentQuote({ quantity: 2, price: 40_00, shipping: 0 }, await accountBuyer());
  (await accept(buyer, id)).reply();
  (await chooseAccount(buyer)).reply();
  await giveTerms(buyer.org_id, { credit_limit: 79_99 });
  expect((await shop.checkout(buyer)).errcode).toBe("CREDIT_LIMIT_EXCEEDED");
  expect((await fetchQuote(buyer, id)).status).toBe("accepted");
  await giveTerms(buyer.org_id, { credit_limit: 100_00 });
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("pending");
  expect((await fetchQuote(buyer, id)).status).toBe("ordered");
});

test("a message that is sent twice at once, from either side, is kept and mailed once", async () => {
  const { buyer, admin, id } = await createSentQuote();
  const text = "Any news?";
  const answers = await Promise.all([
    ...[1, 2].map(() => buyer.client.call(createQuoteMessage, { params: { id }, body: { text } })),
    ...[1, 2].map(() => admin.client.call(createAdminQuoteMessage, { params: { id }, body: { text } })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const { messages } = await fetchQuote(buyer, id);
  expect(messages.map(({ is_from_shop }) => is_from_shop).toSorted()).toEqual([false, true]);
  expect((await listMails(id)).slice(2).toSorted()).toEqual(["quoteForCustomer message", "quoteForShop message"]);
});
