import { expect, test } from "vitest";
import { createQuote, sendQuote } from "../../../../worker/contract/v1/admin/quotes.ts";
import { inactivateUser, updateUser } from "../../../../worker/contract/v1/admin/users.ts";
import { addCartProduct, emptyCart, getCart, setCartProduct } from "../../../../worker/contract/v1/store/cart.ts";
import { pages } from "../../../../worker/contract/pages.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { hold, raceForRow } from "../../../support/database.ts";
import { type Buyer, cards, shop, type TestProduct } from "../../../support/store.ts";
import { signInColleague } from "./colleague.ts";
import { accept, sendOffer, saveDraft, createSentQuote, fetchQuote, requestQuote } from "./quotes.ts";

const expire = (id: string, column: string) =>
  shop.query(`update quotes set ${column} = now() - interval '1 minute' where id = $1`, [id]);
const add = async ({ client }: Buyer, { id }: TestProduct, quantity: number) =>
  (await client.call(addCartProduct, { params: { id }, body: { quantity } })).reply();

test("a quote that expired in a cart and is sent again has nobody who accepted it, and expires again", async () => {
  const { buyer, admin, product, id } = await createSentQuote();
  (await accept(buyer, id)).reply();
  await expire(id, "order_by");
  await shop.sandbox.runJob("sweep-payments");
  expect((await fetchQuote(buyer, id)).status).toBe("expired");
  await sendOffer(admin, id, [product]);
  expect(await fetchQuote(buyer, id)).toMatchObject({
    status: "sent",
    accepted_by: null,
    accepted_at: null,
    order_by: null,
  });
  await expire(id, "expires_at");
  await shop.sandbox.runJob("sweep-payments");
  expect(await shop.query("select status from quotes where id = $1", [id])).toEqual([{ status: "expired" }]);
});

test("while the cart holds another quote, accepting says that, and sets nothing aside", async () => {
  const { buyer, id } = await createSentQuote();
  const second = await createSentQuote({}, buyer);
  (await accept(buyer, id)).reply();
  expect((await accept(buyer, second.id)).errcode).toBe("CART_QUOTED");
  expect((await accept(buyer, second.id, 1, { set_aside: true })).errcode).toBe("CART_QUOTED");
  expect((await fetchQuote(buyer, second.id)).status).toBe("sent");
});

test("carts that were set aside for several quotes are all put back", async () => {
  const [one, two] = [await shop.createProduct(), await shop.createProduct()];
  const { buyer, id } = await createSentQuote();
  const second = await createSentQuote({}, buyer);
  for (const [quote, product, quantity] of [
    [id, one, 2],
    [second.id, two, 3],
  ] as const) {
    await add(buyer, product, quantity);
    (await accept(buyer, quote, 1, { set_aside: true })).reply();
    await shop.choose(buyer, cards.good);
    (await shop.checkout(buyer)).reply();
  }
  const body = new URLSearchParams({ version: "" });
  await buyer.client.fetch(pages.takeBackSetAside, { method: "POST", body });
  expect((await buyer.client.call(getCart)).reply().products).toEqual({ [one.id]: 2, [two.id]: 3 });
});

test("what was set aside is put back once, and not lost when a quote is accepted meanwhile", async () => {
  const { buyer, id } = await createSentQuote();
  const second = await createSentQuote({}, buyer);
  const product = await shop.createProduct();
  await add(buyer, product, 4);
  (await accept(buyer, id, 1, { set_aside: true })).reply();
  (await buyer.client.call(emptyCart)).reply();
  const putBack = async () => {
    const { updated_at: version } = (await buyer.client.call(getCart)).reply();
    return buyer.client.fetch(pages.takeBackSetAside, { method: "POST", body: new URLSearchParams({ version }) });
  };
  const { arrived, release } = await shop.sandbox.holdBack("set_aside = null");
  const firstAnswer = putBack();
  await arrived();
  (await accept(buyer, second.id, 1, { set_aside: true })).reply();
  await release();
  await firstAnswer;
  (await buyer.client.call(emptyCart)).reply();
  await putBack();
  await putBack();
  expect((await buyer.client.call(getCart)).reply().products).toEqual({ [product.id]: 4 });
});

test("a cart that is emptied while its quote is being accepted gives the quote back", async () => {
  const race = await raceForRow(async () => {
    const { buyer, id } = await createSentQuote();
    const lock = await hold("select 1 from carts where user_id = $1 for update", [buyer.user.id]);
    return { buyer, id, lock, requests: [() => accept(buyer, id), () => buyer.client.call(emptyCart)] };
  });
  expect(race.answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await fetchQuote(race.buyer, race.id)).toMatchObject({ status: "sent", accepted_by: null, order_by: null });
  expect((await accept(race.buyer, race.id)).reply().status).toBe("accepted");
});

test("what is above one payment is neither started nor sent", async () => {
  const buyer = await shop.buyer();
  const admin = await signedInAdmin();
  const product = await shop.createProduct({ price_levels: { "Base Price": 600_000_00 } });
  const lines = [{ product_id: product.id, quantity: 2 }];
  const createAnswer = await admin.client.call(createQuote, { body: { user_id: buyer.user.id, lines } });
  expect(createAnswer.status).toBe(400);
  await shop.fillCart(buyer, [product]);
  (await buyer.client.call(setCartProduct, { params: { id: product.id }, body: { quantity: 2 } })).reply();
  const { id } = await requestQuote(buyer, []);
  expect((await admin.client.call(sendQuote, { params: { id } })).status).toBe(400);
  expect((await fetchQuote(buyer, id)).versions).toEqual([]);
});

test("what is below the least payment is saved, but not sent", async () => {
  const { buyer, admin, product, id } = await createSentQuote();
  (await saveDraft(admin, id, [product], { discount_percent: 100, shipping: 49 })).reply();
  const refusal = await admin.client.call(sendQuote, { params: { id } });
  expect([refusal.status, refusal.text]).toEqual([400, expect.stringContaining("at least $0.50")]);
  expect((await fetchQuote(buyer, id)).version).toBe(1);
  (await saveDraft(admin, id, [product], { discount_percent: 100, shipping: 50 })).reply();
  expect((await admin.client.call(sendQuote, { params: { id } })).reply().total).toBe(50);
});

test("shipping of a quote without hardware, which its order would not charge, is neither saved nor sent", async () => {
  const { buyer, admin, product, id } = await createSentQuote();
  const software = await shop.createProduct({ type: "software" });
  const refusal = await saveDraft(admin, id, [software]);
  expect([refusal.status, refusal.issues.map(({ path }) => path)]).toEqual([400, [["shipping"]]]);
  expect((await saveDraft(admin, id, [product, software])).status).toBe(200);
  await shop.query("update products set type = 'software' where id = $1", [product.id]);
  expect((await admin.client.call(sendQuote, { params: { id } })).issues[0]?.path).toEqual(["shipping"]);
  const { total } = await sendOffer(admin, id, [product, software], { shipping: 0 });
  expect(total).toBe(160_00);
  (await accept(buyer, id, 2)).reply();
  await shop.choose(buyer, cards.good);
  (await shop.checkout(buyer)).reply();
  expect(await shop.query("select total - tax as net from orders where org_id = $1", [buyer.org_id])).toEqual([
    { net: "16000" },
  ]);
});

test("a draft that is saved again keeps the version that was sent", async () => {
  const { buyer, admin, product, id, sent } = await createSentQuote();
  (await saveDraft(admin, id, [product], { price: 1_00 })).reply();
  expect((await fetchQuote(buyer, id)).versions).toEqual(sent.versions);
});

const leave = ({ client }: Actor, user_id: string) => client.call(inactivateUser, { params: { user_id } });
const loseRole = ({ client }: Actor, user_id: string) =>
  client.call(updateUser, { params: { user_id }, body: { roles: ["user"] } });

test.each([
  ["is inactivated", leave],
  ["may no longer buy", loseRole],
])("a quote in the cart of a user who %s is given back, and a colleague accepts it", async (_case, change) => {
  const { buyer, admin, id } = await createSentQuote();
  const colleague = await signInColleague(buyer);
  (await accept(buyer, id)).reply();
  (await change(admin, buyer.user.id)).reply();
  await shop.sandbox.runJob("sweep-payments");
  expect(await fetchQuote(colleague, id)).toMatchObject({ status: "sent", accepted_by: null, order_by: null });
  expect(await shop.query("select products, quoted from carts where user_id = $1", [buyer.user.id])).toEqual([
    { products: {}, quoted: null },
  ]);
  expect((await accept(colleague, id)).reply().status).toBe("accepted");
});
