import type { Page } from "playwright";
import { createAdminQuoteMessage, declineQuote } from "../../../worker/contract/v1/admin/quotes.ts";
import { createQuoteMessage, rejectQuote } from "../../../worker/contract/v1/client/quotes.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { accept, answer, quoted, request } from "../../v1/client/quotes/quotes.ts";
import { button, link } from "../account/steps.ts";
import { at, type State } from "./state.ts";

const withCart = async (): Promise<Actor> => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  return buyer;
};
const withRequest = async (): Promise<Actor> => {
  const buyer = await shop.buyer();
  await request(buyer, [await shop.createProduct()]);
  return buyer;
};

/** Two versions and two messages. */
async function negotiated() {
  const all = await quoted({ quantity: 4, price: 90_00, text: "From stock.", shipping: 15_00 });
  const { buyer, admin, product, id } = all;
  (
    await buyer.client.call(createQuoteMessage, { params: { id }, body: { text: "Could it be ten per cent?" } })
  ).reply();
  await answer(admin, id, [product], { quantity: 4, price: 90_00, discount_percent: 10, text: "Ten per cent." });
  (await admin.client.call(createAdminQuoteMessage, { params: { id }, body: { text: "It can." } })).reply();
  return all;
}
const withOffer = async (): Promise<Actor> => (await negotiated()).buyer;
const asShop = async (): Promise<Actor> => {
  await negotiated();
  return signedInAdmin();
};
const withAccepted = async (): Promise<Actor> => {
  const { buyer, id } = await negotiated();
  (await accept(buyer, id, 2)).reply();
  return buyer;
};

const toFirst = (list: string) => async (page: Page) => {
  await page.goto(list);
  await page.locator("main tbody tr a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Quote Q");
};
const ended = (end: (all: Awaited<ReturnType<typeof quoted>>) => Promise<unknown>) => async (): Promise<Actor> => {
  const all = await quoted();
  await end(all);
  return all.buyer;
};

export const quoteStates: State[] = [
  { name: "quotes, none yet", who: () => shop.buyer(), reach: at(pages.quotes) },
  { name: "quotes", who: withOffer, reach: at(pages.quotes) },
  {
    name: "cart, asked for a price",
    who: withCart,
    reach: async (page) => {
      await page.goto(pages.cart);
      await button(page, "Ask for a price").click();
      await expect(button(page, "Send the request")).toBeVisible();
    },
  },
  { name: "quote, requested", who: withRequest, reach: toFirst(pages.quotes) },
  { name: "quote, two versions", who: withOffer, reach: toFirst(pages.quotes) },
  { name: "quote, in the cart", who: withAccepted, reach: toFirst(pages.quotes) },
  { name: "cart of a quote", who: withAccepted, reach: at(pages.cart) },
  {
    name: "quote, rejected",
    who: ended(({ buyer, id }) => buyer.client.call(rejectQuote, { params: { id }, body: { reason: "Too dear" } })),
    reach: toFirst(pages.quotes),
  },
  {
    name: "quote, declined",
    who: ended(({ admin, id }) => admin.client.call(declineQuote, { params: { id }, body: { reason: "No stock" } })),
    reach: toFirst(pages.quotes),
  },
  {
    name: "quote on paper",
    who: withOffer,
    reach: async (page) => {
      await toFirst(pages.quotes)(page);
      await link(page, "Print").click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(", version 2");
    },
  },
  { name: "console, quotes", who: asShop, reach: at(pages.adminQuotes) },
  { name: "console, quote", who: asShop, reach: toFirst(hrefOf(pages.adminQuotes, {}, { status: "sent" })) },
  { name: "console, start a quote", who: () => signedInAdmin(), reach: at(pages.newQuote) },
  {
    name: "console, start a quote, found",
    who: async () => {
      await shop.createProduct({ name: "Prism of the quotes" });
      return signedInAdmin();
    },
    reach: async (page) => {
      await page.goto(pages.newQuote);
      await page.getByLabel("Find a product by name").fill("Prism of the quotes");
      await button(page, "Find products").click();
      await expect(page.getByText(/^Prism of the quotes/).first()).toBeVisible();
    },
  },
];
