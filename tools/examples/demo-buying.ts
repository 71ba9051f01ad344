// Quotes and approval rules of Globex in the demonstration shop.
import { createUser } from "../../tests/support/factories.ts";
import { query } from "../../tests/support/database.ts";
import { selectId } from "./one.ts";

/** Recorded after the cart was bought, in this order. */
export const buyingCalls = [
  "createQuoteRequest",
  "updateQuote",
  "sendQuote",
  "createQuoteMessage",
  "createAdminQuoteMessage",
  "getQuote",
  "getAdminQuote",
  "listQuotes",
  "listAdminQuotes",
  "acceptQuote",
  "rejectQuote",
  "withdrawQuote",
  "createQuote",
  "declineQuote",
  "createApprovalRule",
  "updateApprovalRule",
  "previewApprovalRule",
  "getApprovalRule",
  "listApprovalRules",
];

type ReplyLookup = (verb: string) => { [field: string]: unknown };

const versionSql = `to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as id`;

/** Opens a cart with the contents of the newest cart that was bought. */
const copyCart = (user_id: string) =>
  query(
    `insert into carts (user_id, org_id, products, seen_prices, address, shipping_rate_id)
     select user_id, org_id, products, seen_prices, address, shipping_rate_id
     from carts where user_id = $1 and is_complete order by created_at desc limit 1`,
    [user_id],
  );

const readCartVersion = (user_id: string) =>
  selectId(`select ${versionSql} from carts where user_id = $1 and not is_complete`, [user_id]);

export async function prepareBuyingInputs(org_id: string, user_id: string) {
  const colleague = await createUser({ org_id, email: "lars.meyer@globex.test", roles: ["buyer", "user"] });
  await query("update users set first_name = 'Lars', last_name = 'Meyer' where id = $1", [colleague.id]);
  const product_id = await selectId("select id from products where sku = 'CGX-SP100'");
  const requestedQuoteId = await selectId("select id from quotes where org_id = $1 and status = 'requested' limit 1", [
    org_id,
  ]);
  const paramsFrom = (verb: string) => (read: ReplyLookup) => ({ params: { id: String(read(verb)["id"]) } });
  const quoteParams = paramsFrom("createQuoteRequest");
  const ruleParams = paramsFrom("createApprovalRule");
  const lines = [{ product_id, quantity: 2, price: 450_000 }];
  const validUntil = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const rule = {
    name: "From $5,000",
    min_total: 500_000,
    approver_ids: [colleague.id],
    escalate_after_hours: 48,
  };

  return {
    createQuoteRequest: async () => {
      await copyCart(user_id);
      return { body: { updated_at: await readCartVersion(user_id), note: "Two for the laboratory in Toronto" } };
    },
    updateQuote: (read: ReplyLookup) => ({
      ...quoteParams(read),
      body: { lines, discount_percent: 2.5, shipping: 0, text: "From stock.", valid_until: validUntil },
    }),
    sendQuote: (read: ReplyLookup) => ({ ...quoteParams(read), body: {} }),
    createQuoteMessage: (read: ReplyLookup) => ({
      ...quoteParams(read),
      body: { text: "Could you deliver in two parts?" },
    }),
    createAdminQuoteMessage: (read: ReplyLookup) => ({
      ...quoteParams(read),
      body: { text: "We could, a week apart." },
    }),
    getQuote: quoteParams,
    getAdminQuote: quoteParams,
    acceptQuote: (read: ReplyLookup) => ({ ...quoteParams(read), body: { version: 1, set_aside: false } }),
    rejectQuote: async (read: ReplyLookup) => {
      await query(
        "update carts set quoted = null, products = '{}', seen_prices = '{}' where user_id = $1 and not is_complete",
        [user_id],
      );
      await query(
        `update quotes set status = 'sent', cart_id = null, accepted_by = null, accepted_at = null, order_by = null
         where id = $1`,
        [read("createQuoteRequest")["id"]],
      );
      return { ...quoteParams(read), body: { reason: "We wait until spring." } };
    },
    withdrawQuote: () => ({ params: { id: requestedQuoteId } }),
    createQuote: () => ({
      body: { user_id, lines: [{ product_id, quantity: 2, price: 450_000 }], note: "As we talked about" },
    }),
    declineQuote: (read: ReplyLookup) => ({
      ...paramsFrom("createQuote")(read),
      body: { reason: "It is out of stock until May." },
    }),
    createApprovalRule: () => ({ body: rule }),
    updateApprovalRule: (read: ReplyLookup) => ({ ...ruleParams(read), body: { ...rule, name: "Large orders" } }),
    previewApprovalRule: () => ({ body: rule }),
    getApprovalRule: ruleParams,
  };
}
