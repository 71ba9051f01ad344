import { openSetupCheckout } from "../../../worker/contract/v1/client/billing.ts";
import type { Page } from "playwright";
import type { Actor } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { cards, shop } from "../../support/store.ts";
import type { State } from "./state.ts";

/** A buyer with a full cart, credit at the provider, and a bank account there that waits for its deposit. */
async function buyerWithCredit(): Promise<Actor> {
  const buyer = await shop.buyer();
  await shop.control("/customers", { customer: buyer.customer, balance: -50_00 });
  const { url } = (await buyer.client.call(openSetupCheckout)).reply();
  await shop.submit(url, { choice: "us_bank_by_hand" });
  await shop.fillCart(buyer, [await shop.createProduct()]);
  return buyer;
}

/** Bought a device with a card whose bank asks for a confirmation, which nobody gave yet. */
export const waitingForBank = async (): Promise<Actor> => shop.purchase([await shop.createProduct()], cards.asks);

const orderer = async (): Promise<Actor> => shop.purchase([await shop.createProduct(), await shop.createPlan()]);
export const toFirst = (path: string) => async (page: Page) => {
  await page.goto(path);
  await page.locator("main tbody tr a").first().click();
  await expect(page.getByRole("navigation", { name: "Where you are" })).toBeVisible();
};

export const payingStates: State[] = [
  { name: "orders, one", who: orderer, reach: (page) => page.goto("/portal/orders") },
  { name: "order", who: orderer, reach: toFirst("/portal/orders") },
  {
    name: "order again",
    who: orderer,
    reach: async (page) => {
      await toFirst("/portal/orders")(page);
      await page.getByRole("link", { name: "Order again" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order again");
    },
  },
  { name: "invoices, two", who: orderer, reach: (page) => page.goto("/portal/invoices") },
  { name: "payment methods, one", who: orderer, reach: (page) => page.goto("/portal/payment-methods") },
  {
    name: "checkout, with credit and a bank account that waits for its verification",
    who: buyerWithCredit,
    reach: async (page) => {
      await page.goto("/store/checkout");
      await expect(page.getByText("You pay", { exact: true })).toBeVisible();
    },
  },
  { name: "order that waits for the bank", who: waitingForBank, reach: toFirst("/portal/orders") },
  { name: "checkout that waits for the bank", who: waitingForBank, reach: (page) => page.goto("/store/checkout") },
  { name: "home, an order waits for the bank", who: waitingForBank, reach: (page) => page.goto("/portal") },
];
