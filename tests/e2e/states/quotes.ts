import type { Page } from "playwright";
import { createAdminQuoteMessage, declineQuote } from "../../../worker/contract/v1/admin/quotes.ts";
import { createQuoteMessage, rejectQuote } from "../../../worker/contract/v1/client/quotes.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { accept, sendOffer, createSentQuote, requestQuote } from "../../v1/client/quotes/quotes.ts";
import { button, link } from "../account/steps.ts";
import { openPath, type State } from "./state.ts";

const createCartBuyer = async (): Promise<Actor> => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  return buyer;
};
const createRequest = async (): Promise<Actor> => {
  const buyer = await shop.buyer();
  await requestQuote(buyer, [await shop.createProduct()]);
  return buyer;
};

async function createNegotiation() {
  const quoteCase = await createSentQuote({ quantity: 4, price: 90_00, text: "From stock.", shipping: 15_00 });
  const { buyer, admin, product, id } = quoteCase;
  (
    await buyer.client.call(createQuoteMessage, { params: { id }, body: { text: "Could it be ten per cent?" } })
  ).reply();
  await sendOffer(admin, id, [product], { quantity: 4, price: 90_00, discount_percent: 10, text: "Ten per cent." });
  (await admin.client.call(createAdminQuoteMessage, { params: { id }, body: { text: "It can." } })).reply();
  return quoteCase;
}
const createOffer = async (): Promise<Actor> => (await createNegotiation()).buyer;
const createOfferAsAdmin = async (): Promise<Actor> => {
  await createNegotiation();
  return signedInAdmin();
};
const createAccepted = async (): Promise<Actor> => {
  const { buyer, id } = await createNegotiation();
  (await accept(buyer, id, 2)).reply();
  return buyer;
};

const openFirstQuote = (list: string) => async (page: Page) => {
  await page.goto(list);
  await page.locator("main tbody tr a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Quote Q");
};
const endQuote =
  (end: (all: Awaited<ReturnType<typeof createSentQuote>>) => Promise<unknown>) => async (): Promise<Actor> => {
    const quoteCase = await createSentQuote();
    await end(quoteCase);
    return quoteCase.buyer;
  };

export const quoteStates: State[] = [
  { name: "quotes, none yet", who: () => shop.buyer(), reach: openPath(pages.quotes) },
  { name: "quotes", who: createOffer, reach: openPath(pages.quotes) },
  {
    name: "cart, asked for a price",
    who: createCartBuyer,
    reach: async (page) => {
      await page.goto(pages.cart);
      await button(page, "Ask for a price").click();
      await expect(button(page, "Send the request")).toBeVisible();
    },
  },
  { name: "quote, requested", who: createRequest, reach: openFirstQuote(pages.quotes) },
  { name: "quote, two versions", who: createOffer, reach: openFirstQuote(pages.quotes) },
  { name: "quote, in the cart", who: createAccepted, reach: openFirstQuote(pages.quotes) },
  { name: "cart of a quote", who: createAccepted, reach: openPath(pages.cart) },
  {
    name: "quote, rejected",
    who: endQuote(({ buyer, id }) => buyer.client.call(rejectQuote, { params: { id }, body: { reason: "Too dear" } })),
    reach: openFirstQuote(pages.quotes),
  },
  {
    name: "quote, declined",
    who: endQuote(({ admin, id }) => admin.client.call(declineQuote, { params: { id }, body: { reason: "No stock" } })),
    reach: openFirstQuote(pages.quotes),
  },
  {
    name: "quote on paper",
    who: createOffer,
    reach: async (page) => {
      await openFirstQuote(pages.quotes)(page);
      await link(page, "Print").click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(", version 2");
    },
  },
  { name: "console, quotes", who: createOfferAsAdmin, reach: openPath(pages.adminQuotes) },
  {
    name: "console, quote",
    who: createOfferAsAdmin,
    reach: openFirstQuote(hrefOf(pages.adminQuotes, {}, { status: "sent" })),
  },
  { name: "console, start a quote", who: () => signedInAdmin(), reach: openPath(pages.newQuote) },
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
