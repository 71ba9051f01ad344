import { expect, test } from "vitest";
import { createAdminQuoteMessage } from "../../../../worker/contract/v1/admin/quotes.ts";
import { remindInvoice } from "../../../../worker/contract/v1/admin/invoices.ts";
import { cancelOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { shipOrder } from "../../../../worker/contract/v1/admin/shipping.ts";
import { updateUser } from "../../../../worker/contract/v1/admin/users.ts";
import { orderByLink } from "../../../../worker/contract/v1/client/orders.ts";
import { signIn } from "../../../../worker/contract/v1/sso/session.ts";
import { getCart } from "../../../../worker/contract/v1/store/cart.ts";
import { type Actor, signedInAdmin, visitor } from "../../../support/actors.ts";
import { hold, raceForRow } from "../../../support/database.ts";
import { password, unique } from "../../../support/factories.ts";
import { address, type Buyer, cards, shop } from "../../../support/store.ts";
import { signInColleague } from "../../client/quotes/colleague.ts";
import { accept, createSentQuote, fetchQuote } from "../../client/quotes/quotes.ts";
import { createUnpaidOrder } from "../invoices/unpaid.ts";

const requestMove = ({ client }: Actor, { user }: Buyer, { org_id }: Buyer) =>
  client.call(updateUser, { params: { user_id: user.id }, body: { org_id } });
const changeOrganization = async (admin: Actor, buyer: Buyer, next: Buyer) =>
  (await requestMove(admin, buyer, next)).reply();

async function move(admin: Actor, buyer: Buyer, next: Buyer): Promise<Buyer> {
  await changeOrganization(admin, buyer, next);
  const { user } = buyer;
  const { org_id, customer } = next;
  const client = visitor();
  (await client.call(signIn, { body: { username: user.email, password } })).reply();
  return { user, client, token: client.cookies.get("__Host-session") ?? "", org_id, customer };
}

const listOrders = ({ org_id }: Buyer) => shop.query("select 1 from orders where org_id = $1", [org_id]);

test("a moved user does not order at the former organization's quote, which a colleague there accepts again", async () => {
  const { buyer, admin, id } = await createSentQuote();
  const colleague = await signInColleague(buyer);
  const next = await shop.buyer();
  (await accept(buyer, id)).reply();
  const movedBuyer = await move(admin, buyer, next);
  await shop.choose(movedBuyer, cards.good);
  expect((await shop.checkout(movedBuyer)).errcode).toBe("NO_PRODUCTS_IN_CART");
  expect(await listOrders(next)).toEqual([]);
  expect(await fetchQuote(colleague, id)).toMatchObject({ status: "sent", accepted_by: null, order_by: null });
  expect((await accept(colleague, id)).reply().status).toBe("accepted");
});

test("a user who is moved while they accept a quote leaves it to a colleague", async () => {
  const next = await shop.buyer();
  const race = await raceForRow(async () => {
    const { buyer, admin, id } = await createSentQuote();
    const colleague = await signInColleague(buyer);
    const lock = await hold("select 1 from carts where user_id = $1 for update", [buyer.user.id]);
    return { colleague, id, lock, requests: [() => accept(buyer, id), () => requestMove(admin, buyer, next)] };
  });
  expect(await fetchQuote(race.colleague, race.id)).toMatchObject({
    status: "sent",
    accepted_by: null,
    order_by: null,
  });
  expect((await accept(race.colleague, race.id)).reply().status).toBe("accepted");
});

test("a moved user no longer accepts the former organization's quote", async () => {
  const { buyer, admin, id } = await createSentQuote();
  const [colleague, next] = [await signInColleague(buyer), await shop.buyer()];
  const lock = await hold("select 1 from quotes where id = $1 for update", [id]);
  const answer = accept(buyer, id);
  await expect.poll(async () => (await lock.waiting()).length).toBe(1);
  await changeOrganization(admin, buyer, next);
  await lock.release();
  expect((await answer).status).toBe(404);
  expect((await accept(colleague, id)).reply().status).toBe("accepted");
});

test("what the shop writes about the former organization's quote reaches a colleague there, not the moved user", async () => {
  const { buyer, admin, id } = await createSentQuote();
  const colleague = await signInColleague(buyer);
  await move(admin, buyer, await shop.buyer());
  (await admin.client.call(createAdminQuoteMessage, { params: { id }, body: { text: "Ten for $700?" } })).reply();
  expect(await shop.query("select recipient from outbox where event like $1", [`quote_message:${id}:%`])).toEqual([
    { recipient: colleague.user.email },
  ]);
});

test("a moved user has an empty cart, without address and payment method", async () => {
  const [buyer, next, admin] = [await shop.buyer(), await shop.buyer(), await signedInAdmin()];
  const filledCart = await shop.fillCart(buyer, [await shop.createProduct()]);
  const movedBuyer = await move(admin, buyer, next);
  const cart = (await movedBuyer.client.call(getCart)).reply();
  expect(cart).toMatchObject({
    products: {},
    address: { billing: null, shipping: null },
    stripe_payment_method: { stripe_payment_method_id: null },
    shipping_rate_id: null,
    shipping: null,
    quote_id: null,
  });
  expect(Date.parse(cart.updated_at)).toBeGreaterThan(Date.parse(filledCart.updated_at));
  const product = await shop.createProduct();
  await shop.fillCart(movedBuyer, [product]);
  expect((await shop.checkout(movedBuyer)).reply().payment_status).toBe("paid");
  expect(await listOrders(next)).toHaveLength(1);
  expect(await listOrders(buyer)).toEqual([]);
});

test("a user whose other fields change keeps the cart", async () => {
  const [buyer, admin] = [await shop.buyer(), await signedInAdmin()];
  const { updated_at } = await shop.fillCart(buyer, [await shop.createProduct()]);
  const body = { org_id: buyer.org_id, first_name: "Ada" };
  (await admin.client.call(updateUser, { params: { user_id: buyer.user.id }, body })).reply();
  expect((await buyer.client.call(getCart)).reply().updated_at).toBe(updated_at);
});

test("a cart that kept another organization's quote is not ordered at it, and a job gives the quote back", async () => {
  const { buyer, id } = await createSentQuote();
  const [colleague, next] = [await signInColleague(buyer), await shop.buyer()];
  (await accept(buyer, id)).reply();
  // Simulates a payment that failed after its user moved, so that the cart with the quote stays with the user.
  await shop.query("update users set org_id = $2 where id = $1", [buyer.user.id, next.org_id]);
  await shop.choose({ ...buyer, customer: next.customer }, cards.good);
  // Another test's run of the job may already have emptied the cart.
  expect((await shop.checkout(buyer)).errcode).toBeOneOf(["QUOTE_EXPIRED", "NO_PRODUCTS_IN_CART"]);
  expect(await listOrders(next)).toEqual([]);
  await shop.sandbox.runJob("sweep-payments");
  expect((await accept(colleague, id)).reply().status).toBe("accepted");
});

test("an order by link at the former organization's prices is not placed for the organization of the moved user", async () => {
  const [buyer, next, admin, { id }] = [
    await shop.buyer(),
    await shop.buyer(),
    await signedInAdmin(),
    await shop.createProduct(),
  ];
  // The lock holds the order back after its payment page was created.
  const lock = await hold("select 1 from organizations where id = $1 for no key update", [buyer.org_id]);
  const answer = buyer.client.call(orderByLink, { body: { products: [{ productId: id, quantity: 1 }], address } });
  await expect.poll(async () => (await lock.waiting()).length).toBe(1);
  await changeOrganization(admin, buyer, next);
  await lock.release();
  const { status } = await answer;
  expect([status, await listOrders(buyer), await listOrders(next)]).toEqual([422, [], []]);
});

test("a reminder of the former organization's invoice goes to its billing email", async () => {
  const [debtor, next, admin] = [await createUnpaidOrder(), await shop.buyer(), await signedInAdmin()];
  const { user, org_id, invoice_id } = debtor;
  await changeOrganization(admin, debtor, next);
  (await admin.client.call(remindInvoice, { params: { invoice_id } })).reply();
  const mails = await shop.query(
    `select user_id from outbox
     where type = 'invoiceForOrder'
       and (user_id = $1 or recipient = (select billing_email from organizations where id = $2))`,
    [user.id, org_id],
  );
  expect(mails).toEqual([{ user_id: null }]);
});

const ship = async ({ client }: Actor, order_id: string) => {
  const body = { packages: [{ tracking_id: unique("MOVED") }] };
  (await client.call(shipOrder, { params: { order_id }, body })).reply();
};
const cancel = async ({ client }: Actor, order_id: string) => {
  (await client.call(cancelOrder, { params: { order_id } })).reply();
};

async function createPaidOrder() {
  const buyer = await shop.purchase([await shop.createProduct()]);
  return { ...buyer, order_id: buyer.bought.order_id ?? "" };
}

test.each([
  ["shipment", "orderShipped", createPaidOrder, ship],
  // The cancellation of a paid order is mailed as its refund.
  ["cancellation", "orderCanceled", () => createUnpaidOrder(), cancel],
] as const)(
  "the %s of the former organization's order is mailed to its managers, not to the moved user",
  async (_what, type, buy, change) => {
    const [next, admin, buyer] = [await shop.buyer(), await signedInAdmin(), await buy()];
    const manager = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
    await changeOrganization(admin, buyer, next);
    await change(admin, buyer.order_id);
    const listRecipients = () =>
      shop.query("select user_id from outbox where channel = 'email' and type = $1 and user_id = any($2::uuid[])", [
        type,
        [buyer.user.id, manager.user.id],
      ]);
    await expect.poll(listRecipients).toEqual([{ user_id: manager.user.id }]);
  },
);
