import { getAdminQuote, sendQuote, updateQuote } from "../../../../worker/contract/v1/admin/quotes.ts";
import { acceptQuote, getQuote } from "../../../../worker/contract/v1/client/quotes.ts";
import { createQuoteRequest } from "../../../../worker/contract/v1/store/quotes.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { type Buyer, shop, type TestProduct } from "../../../support/store.ts";

/** The UTC date `days` days from now. */
export const dateInDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

type Terms = {
  quantity?: number;
  price?: number;
  discount_percent?: number;
  discount?: number;
  shipping?: number;
  text?: string;
  valid_until?: string;
};

export const requestQuote = async (buyer: Buyer, products: TestProduct[], note = "For forty in spring") => {
  const { updated_at } = await shop.fillCart(buyer, products);
  return (await buyer.client.call(createQuoteRequest, { body: { updated_at, note } })).reply();
};

export const saveDraft = (
  admin: Actor,
  id: string,
  products: TestProduct[],
  { quantity = 1, price = 80_00, ...terms }: Terms = {},
) =>
  admin.client.call(updateQuote, {
    params: { id },
    body: {
      lines: products.map((product) => ({ product_id: product.id, quantity, price })),
      shipping: 5_00,
      valid_until: dateInDays(30),
      ...terms,
    },
  });

export async function sendOffer(admin: Actor, id: string, products: TestProduct[], terms: Terms = {}) {
  (await saveDraft(admin, id, products, terms)).reply();
  return (await admin.client.call(sendQuote, { params: { id } })).reply();
}

export async function createSentQuote(terms: Terms = {}, existingBuyer: Buyer | undefined = undefined) {
  const buyer = existingBuyer ?? (await shop.buyer());
  const admin = await signedInAdmin();
  const product = await shop.createProduct();
  const { id } = await requestQuote(buyer, [product]);
  const sent = await sendOffer(admin, id, [product], terms);
  return { buyer, admin, product, id, sent };
}

export const accept = ({ client }: Actor, id: string, version = 1, body: Record<string, unknown> = {}) =>
  client.call(acceptQuote, { params: { id }, body: { version, ...body } });

export const fetchQuote = async ({ client }: Actor, id: string) =>
  (await client.call(getQuote, { params: { id } })).reply();
export const fetchAdminQuote = async ({ client }: Actor, id: string) =>
  (await client.call(getAdminQuote, { params: { id } })).reply();
