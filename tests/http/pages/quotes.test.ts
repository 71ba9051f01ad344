// The pages of quotes work without script, for customers and in the console.
import { expect, test } from "vitest";
import { addCartProduct, getCart, setCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { listQuotes } from "../../../worker/contract/v1/client/quotes.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Actor, impersonating, signedInAdmin } from "../../support/actors.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";
import { dayIn, quoted, read, readAsShop, request } from "../../v1/client/quotes/quotes.ts";

const post = ({ client }: Actor, path: string, fields: Record<string, string> = {}) =>
  client.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
const htmlOf = async ({ client }: Actor, path: string) => (await client.fetch(path)).text();
const wordsOf = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const wordsAt = async (actor: Actor, path: string) => wordsOf(await htmlOf(actor, path));

test("a buyer asks in the cart, the shop answers, and the buyer orders", async () => {
  const buyer = await shop.buyer();
  const admin = await signedInAdmin("support");
  const sku = unique("SKU").toUpperCase();
  const product = await shop.createProduct({ sku, price_levels: { "Base Price": 100_00 } });
  const { updated_at } = await shop.fillCart(buyer, [product]);
  expect(await wordsAt(buyer, pages.cart)).toContain("Ask for a price");
  expect((await post(buyer, pages.askForQuote, { updated_at: "older" })).headers.get("location")).toBe(pages.cart);
  const asked = await post(buyer, pages.askForQuote, { updated_at, note: "For forty in spring" });
  const [row] = (await buyer.client.call(listQuotes)).reply().data;
  const quote_id = row?.id ?? "";
  const own = hrefOf(pages.quote, { quote_id });
  expect(asked.headers.get("location")).toBe(own);
  expect(await wordsAt(buyer, own)).toContain("For forty in spring");
  expect(await wordsAt(buyer, pages.quotes)).toContain("Requested");

  const path = hrefOf(pages.adminQuote, { quote_id });
  expect(await wordsAt(admin, hrefOf(pages.adminQuotes, {}, { search: row?.quote_number }))).toContain("Needs you");
  const before = await readAsShop(admin, quote_id);
  const fields = {
    updated_at: before.updated_at,
    "lines.0.product_id": product.id,
    "lines.0.quantity": "40",
    "lines.0.price": "90",
    discount_percent: "2.5",
    discount: "",
    shipping: "0.00",
    text: "Two and a half per cent less",
    valid_until: dayIn(20),
  };
  const refused = await post(admin, `${path}/send`, { ...fields, valid_until: dayIn(400) });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain("Two and a half per cent less");
  expect(wordsOf(html)).toContain("1 to 180 days ahead");
  expect((await post(admin, `${path}/send`, { ...fields })).status).toBe(303);
  expect(await wordsAt(admin, path)).toContain("Version 1 is sent: $3,510.00 before tax.");
  const outdated = await post(admin, `${path}/send`, { ...fields });
  expect(outdated.status).toBe(422);

  const words = await wordsAt(buyer, own);
  for (const each of ["Accept $3,510.00", "40 × $90.00", "−$90.00 (2.5 %)", "Two and a half per cent less"])
    expect(words).toContain(each);
  const printed = await wordsAt(buyer, hrefOf(pages.printedQuote, { quote_id }));
  expect(printed).toContain("Total before tax $3,510.00");
  const file = (await htmlOf(buyer, hrefOf(pages.quoteFile, {}, { quote_id }))).replaceAll(`"`, "");
  expect(file).toContain(`${row?.quote_number},1,${sku},${product.name},40,90,90,3510`);
  expect((await post(buyer, hrefOf(pages.acceptQuote, { quote_id }), { version: "1" })).headers.get("location")).toBe(
    pages.cart,
  );
  const cart = await wordsAt(buyer, pages.cart);
  expect(cart).toContain("A quote sets prices, shipping and quantities of this cart.");
  expect(cart).toContain("Subtotal, 40 items");
  expect(cart).not.toContain("Ask for a price");
  (await shop.checkout(buyer)).reply();
  expect(await wordsAt(buyer, own)).toContain("See order O");
});

test("a cart in the way is set aside, and put back after the order", async () => {
  const { buyer, id } = await quoted();
  const other = await shop.createProduct();
  (await buyer.client.call(addCartProduct, { params: { id: other.id }, body: { quantity: 3 } })).reply();
  const path = hrefOf(pages.acceptQuote, { quote_id: id });
  const refused = await post(buyer, path, { version: "1", set_aside: "" });
  expect(refused.status).toBe(422);
  expect(wordsOf(await refused.text())).toContain("Set the cart aside and accept");
  expect((await post(buyer, path, { version: "1", set_aside: "true" })).headers.get("location")).toBe(pages.cart);
  (await shop.checkout(buyer)).reply();
  expect(await wordsAt(buyer, pages.cart)).toContain("You set your cart aside to accept a quote: 3 pieces.");
  const back = () => post(buyer, pages.takeBackSetAside, { version: "" });
  expect((await back()).status).toBe(303);
  expect((await back()).status).toBe(303);
  expect((await buyer.client.call(getCart)).reply().products).toEqual({ [other.id]: 3 });
});

test("the portal's home tells who may buy of offers that wait for an answer", async () => {
  const { buyer, id } = await quoted({ price: 80_00, shipping: 5_00 });
  const home = () => htmlOf(buyer, pages.portal);
  expect(wordsOf(await home())).toContain("A quote is waiting for your answer $ 85 .00 See it");
  expect(await home()).toContain(`href="${hrefOf(pages.quote, { quote_id: id })}"`);
  const viewer = await shop.signedIn({ org_id: buyer.org_id, roles: ["user"] });
  expect(await wordsAt(viewer, pages.portal)).not.toContain("waiting for your answer");
  const { id: second } = await quoted({}, buyer);
  expect(wordsOf(await home())).toContain("Quotes waiting for your answer 2 See them");
  for (const quote_id of [id, second]) await post(buyer, hrefOf(pages.rejectQuote, { quote_id }));
  expect(wordsOf(await home())).not.toContain("your answer");
});

test("emptying the cart of a quote gives it back", async () => {
  const { buyer, id } = await quoted();
  await post(buyer, hrefOf(pages.acceptQuote, { quote_id: id }), { version: "1" });
  expect((await post(buyer, pages.emptyQuotedCart)).status).toBe(303);
  expect((await read(buyer, id)).status).toBe("sent");
});

test("withdraw, reject, messages and decline are forms; who acts as a customer only reads", async () => {
  const { buyer, admin, id } = await quoted();
  const of = { quote_id: id };
  expect((await post(buyer, hrefOf(pages.writeAboutQuote, of), { text: "" })).status).toBe(422);
  await post(buyer, hrefOf(pages.writeAboutQuote, of), { text: "Could it be less?" });
  await post(admin, hrefOf(pages.answerQuote, of), { text: "Not this time." });
  const words = await wordsAt(buyer, hrefOf(pages.quote, of));
  expect(words).toContain("Could it be less?");
  expect(words).toContain("Not this time.");
  const acting = await impersonating(buyer.user);
  expect(await wordsAt(acting, hrefOf(pages.quote, of))).toContain("You can only read quotes");
  expect((await post(acting, hrefOf(pages.acceptQuote, of), { version: "1" })).status).toBe(403);
  await post(buyer, hrefOf(pages.rejectQuote, of), { reason: "Too dear" });
  expect(await wordsAt(admin, hrefOf(pages.adminQuote, of))).toContain("Too dear");
  const { id: quote_id } = await request(buyer, [await shop.createProduct()]);
  await post(buyer, hrefOf(pages.withdrawQuote, { quote_id }));
  expect(await wordsAt(buyer, hrefOf(pages.quote, { quote_id }))).toContain("Withdrawn");
  const { id: third } = await request(buyer, [await shop.createProduct()]);
  await post(admin, hrefOf(pages.declineQuote, { quote_id: third }), { reason: "No stock" });
  expect(await wordsAt(buyer, hrefOf(pages.quote, { quote_id: third }))).toContain("No stock");
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
  const refused = await post(admin, pages.newQuote, startFields({ note: "For forty" }));
  expect(refused.status).toBe(422);
  const words = wordsOf(await refused.text());
  for (const each of ["Choose a customer.", "Choose a product."]) expect(words).toContain(each);

  const fields = startFields({ user_id: buyer.user.id, product_ids: product.id });
  const answers = await Promise.all([1, 2].map(() => post(admin, pages.newQuote, fields)));
  const [path = "", ...others] = answers.map(({ headers }) => headers.get("location") ?? "");
  expect(path).toMatch(/^\/admin\/quotes\/[\w-]{36}$/);
  expect(others).toEqual([path]);
  const { draft } = await readAsShop(admin, path.split("/").at(-1) ?? "");
  expect(draft.lines).toMatchObject([{ product_id: product.id, quantity: 1, price: 100_00 }]);
});

test("products are added to a draft at the organization's price, which is seen before it is sent", async () => {
  const { buyer, admin, product, id } = await quoted();
  const path = hrefOf(pages.adminQuote, { quote_id: id });
  const other = await shop.createProduct({ price_levels: { "Base Price": 44_00 } });
  const { draft, updated_at } = await readAsShop(admin, id);
  const fields = {
    updated_at,
    "lines.0.product_id": product.id,
    "lines.0.quantity": "4",
    "lines.0.price": "10.00",
    shipping: "0",
    text: "Kept while searching",
    valid_until: draft.valid_until,
  };
  const found = await post(admin, path, { ...fields, "find.added_ids": other.name, find: "added_ids" });
  const html = await found.text();
  expect(html).toContain(`value="${other.id}"`);
  expect(html).toContain("Kept while searching");
  expect((await post(admin, `${path}/send`, { ...fields, added_ids: other.id })).status).toBe(303);
  expect(await wordsAt(admin, path)).toContain("A product is added. Check the price, then send.");
  expect((await read(buyer, id)).version).toBe(1);
  const added = await readAsShop(admin, id);
  expect(added.draft.lines.map(({ quantity, price }) => [quantity, price])).toEqual([
    [4, 10_00],
    [1, 44_00],
  ]);
  const without = {
    "lines.0.quantity": "0",
    "lines.1.product_id": other.id,
    "lines.1.quantity": "2",
    "lines.1.price": "40",
  };
  await post(admin, `${path}/send`, { ...fields, ...without, updated_at: added.updated_at });
  expect((await read(buyer, id)).versions[0]?.lines).toMatchObject([
    { product_id: other.id, quantity: 2, price: 40_00 },
  ]);
});

test("the console prints what was sent, once something was", async () => {
  const { buyer, admin, id } = await quoted({ quantity: 3, price: 10_00, shipping: 0 });
  const path = hrefOf(pages.adminPrintedQuote, { quote_id: id });
  expect(await htmlOf(admin, hrefOf(pages.adminQuote, { quote_id: id }))).toContain(`href="${path}"`);
  expect(await wordsAt(admin, path)).toContain("Total before tax $30.00");
  const { id: quote_id } = await request(buyer, [await shop.createProduct()]);
  expect((await admin.client.fetch(hrefOf(pages.adminPrintedQuote, { quote_id }))).status).toBe(404);
});

test("the button that sets the cart aside is only there for a cart in the way", async () => {
  const { buyer, id } = await quoted();
  const second = await quoted({}, buyer);
  const path = hrefOf(pages.acceptQuote, { quote_id: id });
  const outdated = await post(buyer, path, { version: "2" });
  expect(outdated.status).toBe(422);
  expect(wordsOf(await outdated.text())).not.toContain("Set the cart aside and accept");
  await post(buyer, hrefOf(pages.acceptQuote, { quote_id: second.id }), { version: "1" });
  const words = wordsOf(await (await post(buyer, path, { version: "1" })).text());
  expect(words).toContain("Your cart holds another quote.");
  expect(words).not.toContain("Set the cart aside and accept");
});

test("what is quoted has no field for its quantity in the cart", async () => {
  const { buyer, id, product } = await quoted({ quantity: 7 });
  await post(buyer, hrefOf(pages.acceptQuote, { quote_id: id }), { version: "1" });
  const html = await htmlOf(buyer, pages.cart);
  expect(html).not.toContain(`products.${product.id}`);
  const params = { id: product.id };
  expect((await buyer.client.call(setCartProduct, { params, body: { quantity: 1 } })).errcode).toBe("CART_QUOTED");
});
