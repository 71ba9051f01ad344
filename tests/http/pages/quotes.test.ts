// The pages of a quote from its request to its order, with shared helpers.
import { expect, test } from "vitest";
import { addCartProduct, getCart, setCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { listQuotes } from "../../../worker/contract/v1/client/quotes.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Actor, impersonating, signedInAdmin } from "../../support/actors.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";
import {
  dateInDays,
  createSentQuote,
  fetchQuote,
  fetchAdminQuote,
  requestQuote,
} from "../../v1/client/quotes/quotes.ts";

const post = ({ client }: Actor, path: string, fields: Record<string, string> = {}) =>
  client.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
const fetchHtml = async ({ client }: Actor, path: string) => (await client.fetch(path)).text();
const mainText = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const readPageText = async (actor: Actor, path: string) => mainText(await fetchHtml(actor, path));

test("a buyer asks in the cart, the shop answers, and the buyer orders", async () => {
  const buyer = await shop.buyer();
  const admin = await signedInAdmin("support");
  const sku = unique("SKU").toUpperCase();
  const product = await shop.createProduct({ sku, price_levels: { "Base Price": 100_00 } });
  const { updated_at } = await shop.fillCart(buyer, [product]);
  expect(await readPageText(buyer, pages.cart)).toContain("Ask for a price");
  expect((await post(buyer, pages.askForQuote, { updated_at: "older" })).headers.get("location")).toBe(pages.cart);
  const askAnswer = await post(buyer, pages.askForQuote, { updated_at, note: "For forty in spring" });
  const [row] = (await buyer.client.call(listQuotes)).reply().data;
  const quote_id = row?.id ?? "";
  const quotePath = hrefOf(pages.quote, { quote_id });
  expect(askAnswer.headers.get("location")).toBe(quotePath);
  expect(await readPageText(buyer, quotePath)).toContain("For forty in spring");
  expect(await readPageText(buyer, pages.quotes)).toContain("Requested");

  const path = hrefOf(pages.adminQuote, { quote_id });
  expect(await readPageText(admin, hrefOf(pages.adminQuotes, {}, { search: row?.quote_number }))).toContain(
    "Needs you",
  );
  const quoteBefore = await fetchAdminQuote(admin, quote_id);
  const fields = {
    updated_at: quoteBefore.updated_at,
    "lines.0.product_id": product.id,
    "lines.0.quantity": "40",
    "lines.0.price": "90",
    discount_percent: "2.5",
    discount: "",
    shipping: "0.00",
    text: "Two and a half per cent less",
    valid_until: dateInDays(20),
  };
  const refusal = await post(admin, `${path}/send`, { ...fields, valid_until: dateInDays(400) });
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  expect(html).toContain("Two and a half per cent less");
  expect(mainText(html)).toContain("1 to 180 days ahead");
  expect((await post(admin, `${path}/send`, { ...fields })).status).toBe(303);
  expect(await readPageText(admin, path)).toContain("Version 1 is sent: $3,510.00 before tax.");
  const outdatedAnswer = await post(admin, `${path}/send`, { ...fields });
  expect(outdatedAnswer.status).toBe(422);

  const pageText = await readPageText(buyer, quotePath);
  for (const each of ["Accept $3,510.00", "40 × $90.00", "−$90.00 (2.5 %)", "Two and a half per cent less"])
    expect(pageText).toContain(each);
  const printedText = await readPageText(buyer, hrefOf(pages.printedQuote, { quote_id }));
  expect(printedText).toContain("Total before tax $3,510.00");
  const file = (await fetchHtml(buyer, hrefOf(pages.quoteFile, {}, { quote_id }))).replaceAll(`"`, "");
  expect(file).toContain(`${row?.quote_number},1,${sku},${product.name},40,90,90,3510`);
  expect((await post(buyer, hrefOf(pages.acceptQuote, { quote_id }), { version: "1" })).headers.get("location")).toBe(
    pages.cart,
  );
  const cartText = await readPageText(buyer, pages.cart);
  expect(cartText).toContain("A quote sets prices, shipping and quantities of this cart.");
  expect(cartText).toContain("Subtotal, 40 items");
  expect(cartText).not.toContain("Ask for a price");
  (await shop.checkout(buyer)).reply();
  expect(await readPageText(buyer, quotePath)).toContain("See order O");
});

test("a cart in the way is set aside, and put back after the order", async () => {
  const { buyer, id } = await createSentQuote();
  const other = await shop.createProduct();
  (await buyer.client.call(addCartProduct, { params: { id: other.id }, body: { quantity: 3 } })).reply();
  const path = hrefOf(pages.acceptQuote, { quote_id: id });
  const refusal = await post(buyer, path, { version: "1", set_aside: "" });
  expect(refusal.status).toBe(422);
  expect(mainText(await refusal.text())).toContain("Set the cart aside and accept");
  expect((await post(buyer, path, { version: "1", set_aside: "true" })).headers.get("location")).toBe(pages.cart);
  (await shop.checkout(buyer)).reply();
  expect(await readPageText(buyer, pages.cart)).toContain("You set your cart aside to accept a quote: 3 pieces.");
  const takeBack = () => post(buyer, pages.takeBackSetAside, { version: "" });
  expect((await takeBack()).status).toBe(303);
  expect((await takeBack()).status).toBe(303);
  expect((await buyer.client.call(getCart)).reply().products).toEqual({ [other.id]: 3 });
});

test("what was set aside and is no longer sold is said to be left out", async () => {
  const { buyer, id } = await createSentQuote();
  const [soldProduct, endedProduct] = [await shop.createProduct(), await shop.createProduct()];
  for (const product of [soldProduct, endedProduct])
    (await buyer.client.call(addCartProduct, { params: { id: product.id }, body: { quantity: 1 } })).reply();
  await post(buyer, hrefOf(pages.acceptQuote, { quote_id: id }), { version: "1", set_aside: "true" });
  (await shop.checkout(buyer)).reply();
  await shop.query("update products set is_published = false where id = $1", [endedProduct.id]);
  await post(buyer, pages.takeBackSetAside, { version: "" });
  expect(await fetchHtml(buyer, pages.cart)).toContain(
    "1 product was added to your cart. 1 was left out, because the offer has changed.",
  );
  expect((await buyer.client.call(getCart)).reply().products).toEqual({ [soldProduct.id]: 1 });
});

test("the portal's home tells who may buy of offers that wait for an answer", async () => {
  const { buyer, id } = await createSentQuote({ price: 80_00, shipping: 5_00 });
  const fetchHome = () => fetchHtml(buyer, pages.portal);
  expect(mainText(await fetchHome())).toContain("A quote is waiting for your answer $ 85 .00 See it");
  expect(await fetchHome()).toContain(`href="${hrefOf(pages.quote, { quote_id: id })}"`);
  const viewer = await shop.signedIn({ org_id: buyer.org_id, roles: ["user"] });
  expect(await readPageText(viewer, pages.portal)).not.toContain("waiting for your answer");
  const { id: secondId } = await createSentQuote({}, buyer);
  expect(mainText(await fetchHome())).toContain("Quotes waiting for your answer 2 See them");
  for (const quote_id of [id, secondId]) await post(buyer, hrefOf(pages.rejectQuote, { quote_id }));
  expect(mainText(await fetchHome())).not.toContain("your answer");
});

test("emptying the cart of a quote gives it back", async () => {
  const { buyer, id } = await createSentQuote();
  await post(buyer, hrefOf(pages.acceptQuote, { quote_id: id }), { version: "1" });
  expect((await post(buyer, pages.emptyQuotedCart)).status).toBe(303);
  expect((await fetchQuote(buyer, id)).status).toBe("sent");
});

test("withdraw, reject, messages and decline are forms; who acts as a customer only reads", async () => {
  const { buyer, admin, id } = await createSentQuote();
  const quoteParams = { quote_id: id };
  expect((await post(buyer, hrefOf(pages.writeAboutQuote, quoteParams), { text: "" })).status).toBe(422);
  await post(buyer, hrefOf(pages.writeAboutQuote, quoteParams), { text: "Could it be less?" });
  await post(admin, hrefOf(pages.answerQuote, quoteParams), { text: "Not this time." });
  const pageText = await readPageText(buyer, hrefOf(pages.quote, quoteParams));
  expect(pageText).toContain("Could it be less?");
  expect(pageText).toContain("Not this time.");
  const impersonation = await impersonating(buyer.user);
  expect(await readPageText(impersonation, hrefOf(pages.quote, quoteParams))).toContain("You can only read quotes");
  expect((await post(impersonation, hrefOf(pages.acceptQuote, quoteParams), { version: "1" })).status).toBe(403);
  await post(buyer, hrefOf(pages.rejectQuote, quoteParams), { reason: "Too dear" });
  expect(await readPageText(admin, hrefOf(pages.adminQuote, quoteParams))).toContain("Too dear");
  const { id: quote_id } = await requestQuote(buyer, [await shop.createProduct()]);
  await post(buyer, hrefOf(pages.withdrawQuote, { quote_id }));
  expect(await readPageText(buyer, hrefOf(pages.quote, { quote_id }))).toContain("Withdrawn");
  const { id: thirdId } = await requestQuote(buyer, [await shop.createProduct()]);
  await post(admin, hrefOf(pages.declineQuote, { quote_id: thirdId }), { reason: "No stock" });
  expect(await readPageText(buyer, hrefOf(pages.quote, { quote_id: thirdId }))).toContain("No stock");
});

const startFields = (fields: Record<string, string>) => ({ form_key: crypto.randomUUID(), note: "", ...fields });

test("the shop finds customer and products by name, email address or SKU, and starts one quote", async () => {
  const buyer = await shop.buyer();
  const admin = await signedInAdmin("finance");
  const sku = unique("ONE").toUpperCase();
  const product = await shop.createProduct({ sku, price_levels: { "Base Price": 100_00 } });
  const plan = await shop.createPlan({ name: `${product.name} plan` });
  const colleague = await shop.signedIn({ org_id: buyer.org_id, roles: ["user"] });
  const find = async (fields: Record<string, string>) => {
    const answer = await post(admin, pages.newQuote, startFields({ ...fields, find: "user_id" }));
    expect(answer.status).toBe(200);
    return answer.text();
  };
  for (const text of [buyer.user.email, buyer.user.last_name]) {
    const html = await find({ "find.user_id": text, note: "For forty" });
    expect(html).toContain(`value="${buyer.user.id}"`);
    expect(html).toContain("For forty");
  }
  expect(await find({ "find.user_id": colleague.user.email })).not.toContain(`value="${colleague.user.id}"`);
  for (const text of [product.name, sku.toLowerCase()]) {
    const html = await find({ "find.product_ids": text });
    expect(html).toContain(`value="${product.id}"`);
    expect(html).not.toContain(`value="${plan.id}"`);
  }
  const refusal = await post(admin, pages.newQuote, startFields({ note: "For forty" }));
  expect(refusal.status).toBe(422);
  const pageText = mainText(await refusal.text());
  for (const each of ["Choose a customer.", "Choose a product."]) expect(pageText).toContain(each);

  const fields = startFields({ user_id: buyer.user.id, product_ids: product.id });
  const answers = await Promise.all([1, 2].map(() => post(admin, pages.newQuote, fields)));
  const [path = "", ...others] = answers.map(({ headers }) => headers.get("location") ?? "");
  expect(path).toMatch(/^\/admin\/quotes\/[\w-]{36}$/);
  expect(others).toEqual([path]);
  const { draft } = await fetchAdminQuote(admin, path.split("/").at(-1) ?? "");
  expect(draft.lines).toMatchObject([{ product_id: product.id, quantity: 1, price: 100_00 }]);
});

test("products are added to a draft at the organization's price, which is seen before it is sent", async () => {
  const { buyer, admin, product, id } = await createSentQuote();
  const path = hrefOf(pages.adminQuote, { quote_id: id });
  const other = await shop.createProduct({ price_levels: { "Base Price": 44_00 } });
  const { draft, updated_at } = await fetchAdminQuote(admin, id);
  const fields = {
    updated_at,
    "lines.0.product_id": product.id,
    "lines.0.quantity": "4",
    "lines.0.price": "10.00",
    shipping: "0",
    text: "Kept while searching",
    valid_until: draft.valid_until,
  };
  const searchAnswer = await post(admin, path, { ...fields, "find.added_ids": other.name, find: "added_ids" });
  const html = await searchAnswer.text();
  expect(html).toContain(`value="${other.id}"`);
  expect(html).toContain("Kept while searching");
  expect((await post(admin, `${path}/send`, { ...fields, added_ids: other.id })).status).toBe(303);
  expect(await readPageText(admin, path)).toContain("A product is added. Check the price, then send.");
  expect((await fetchQuote(buyer, id)).version).toBe(1);
  const addedQuote = await fetchAdminQuote(admin, id);
  expect(addedQuote.draft.lines.map(({ quantity, price }) => [quantity, price])).toEqual([
    [4, 10_00],
    [1, 44_00],
  ]);
  const withoutFirstLine = {
    "lines.0.quantity": "0",
    "lines.1.product_id": other.id,
    "lines.1.quantity": "2",
    "lines.1.price": "40",
  };
  await post(admin, `${path}/send`, { ...fields, ...withoutFirstLine, updated_at: addedQuote.updated_at });
  expect((await fetchQuote(buyer, id)).versions[0]?.lines).toMatchObject([
    { product_id: other.id, quantity: 2, price: 40_00 },
  ]);
});

test("the console prints what was sent, once something was", async () => {
  const { buyer, admin, id } = await createSentQuote({ quantity: 3, price: 10_00, shipping: 0 });
  const path = hrefOf(pages.adminPrintedQuote, { quote_id: id });
  expect(await fetchHtml(admin, hrefOf(pages.adminQuote, { quote_id: id }))).toContain(`href="${path}"`);
  expect(await readPageText(admin, path)).toContain("Total before tax $30.00");
  const { id: quote_id } = await requestQuote(buyer, [await shop.createProduct()]);
  expect((await admin.client.fetch(hrefOf(pages.adminPrintedQuote, { quote_id }))).status).toBe(404);
});

test("the button that sets the cart aside is only there for a cart in the way", async () => {
  const { buyer, id } = await createSentQuote();
  const secondQuote = await createSentQuote({}, buyer);
  const path = hrefOf(pages.acceptQuote, { quote_id: id });
  const outdatedAnswer = await post(buyer, path, { version: "2" });
  expect(outdatedAnswer.status).toBe(422);
  expect(mainText(await outdatedAnswer.text())).not.toContain("Set the cart aside and accept");
  await post(buyer, hrefOf(pages.acceptQuote, { quote_id: secondQuote.id }), { version: "1" });
  const pageText = mainText(await (await post(buyer, path, { version: "1" })).text());
  expect(pageText).toContain("Your cart holds another quote.");
  expect(pageText).not.toContain("Set the cart aside and accept");
});

test("what is quoted has no field for its quantity in the cart", async () => {
  const { buyer, id, product } = await createSentQuote({ quantity: 7 });
  await post(buyer, hrefOf(pages.acceptQuote, { quote_id: id }), { version: "1" });
  const html = await fetchHtml(buyer, pages.cart);
  expect(html).not.toContain(`products.${product.id}`);
  const params = { id: product.id };
  expect((await buyer.client.call(setCartProduct, { params, body: { quantity: 1 } })).errcode).toBe("CART_QUOTED");
});
