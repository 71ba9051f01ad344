// Quotes and approval rules of Globex in the demonstration shop.
import { createUser } from "../../tests/support/factories.ts";
import { query } from "../../tests/support/database.ts";
import { one } from "./one.ts";

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

type Read = (verb: string) => { [field: string]: unknown };

const version = `to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as id`;

/** Like the newest cart that was bought. */
const copyCart = (user_id: string) =>
  query(
    `insert into carts (user_id, org_id, products, seen_prices, address, shipping_rate_id)
     select user_id, org_id, products, seen_prices, address, shipping_rate_id
     from carts where user_id = $1 and is_complete order by created_at desc limit 1`,
    [user_id],
  );

const openCart = (user_id: string) =>
  one(`select ${version} from carts where user_id = $1 and not is_complete`, [user_id]);

export async function buyingInputs(org_id: string, user_id: string) {
  const colleague = await createUser({ org_id, email: "lars.meyer@globex.test", roles: ["buyer", "user"] });
  await query("update users set first_name = 'Lars', last_name = 'Meyer' where id = $1", [colleague.id]);
  const product_id = await one("select id from products where sku = 'CGX-SP100'");
  const asked = await one("select id from quotes where org_id = $1 and status = 'requested' limit 1", [org_id]);
  const of = (verb: string) => (read: Read) => ({ params: { id: String(read(verb)["id"]) } });
  const ofQuote = of("createQuoteRequest");
  const ofRule = of("createApprovalRule");
  const lines = [{ product_id, quantity: 2, price: 450_000 }];
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const rule = {
    name: "From $5,000",
    min_total: 500_000,
    approver_ids: [colleague.id],
    escalate_after_hours: 48,
  };

  return {
    createQuoteRequest: async () => {
      await copyCart(user_id);
      return { body: { updated_at: await openCart(user_id), note: "Two for the laboratory in Toronto" } };
    },
    updateQuote: (read: Read) => ({
      ...ofQuote(read),
      body: { lines, discount_percent: 2.5, shipping: 0, text: "From stock.", valid_until: day },
    }),
    sendQuote: (read: Read) => ({ ...ofQuote(read), body: {} }),
    createQuoteMessage: (read: Read) => ({ ...ofQuote(read), body: { text: "Could you deliver in two parts?" } }),
    createAdminQuoteMessage: (read: Read) => ({ ...ofQuote(read), body: { text: "We could, a week apart." } }),
    getQuote: ofQuote,
    getAdminQuote: ofQuote,
    acceptQuote: (read: Read) => ({ ...ofQuote(read), body: { version: 1, set_aside: false } }),
    rejectQuote: async (read: Read) => {
      await query(
        "update carts set quoted = null, products = '{}', seen_prices = '{}' where user_id = $1 and not is_complete",
        [user_id],
      );
      await query(
        `update quotes set status = 'sent', cart_id = null, accepted_by = null, accepted_at = null, order_by = null
         where id = $1`,
        [read("createQuoteRequest")["id"]],
      );
      return { ...ofQuote(read), body: { reason: "We wait until spring." } };
    },
    withdrawQuote: () => ({ params: { id: asked } }),
    createQuote: () => ({
      body: { user_id, lines: [{ product_id, quantity: 2, price: 450_000 }], note: "As we talked about" },
    }),
    declineQuote: (read: Read) => ({ ...of("createQuote")(read), body: { reason: "It is out of stock until May." } }),
    createApprovalRule: () => ({ body: rule }),
    updateApprovalRule: (read: Read) => ({ ...ofRule(read), body: { ...rule, name: "Large orders" } }),
    previewApprovalRule: () => ({ body: rule }),
    getApprovalRule: ofRule,
  };
}
