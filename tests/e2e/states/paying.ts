import { openSetupCheckout } from "../../../worker/contract/v1/client/billing.ts";
import type { Page } from "playwright";
import type { Actor } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { cards, shop } from "../../support/store.ts";
import type { State } from "./state.ts";

async function createBuyerWithCredit(): Promise<Actor> {
  const buyer = await shop.buyer();
  await shop.control("/customers", { customer: buyer.customer, balance: -50_00 });
  const { url } = (await buyer.client.call(openSetupCheckout)).reply();
  await shop.submit(url, { choice: "us_bank_by_hand" });
  await shop.fillCart(buyer, [await shop.createProduct()]);
  return buyer;
}

/** Creates a buyer of a device whose bank asks for a confirmation that is not given yet. */
export const createUnconfirmedBuyer = async (): Promise<Actor> =>
  shop.purchase([await shop.createProduct()], cards.asks);

const createOrderer = async (): Promise<Actor> => shop.purchase([await shop.createProduct(), await shop.createPlan()]);
export const openFirstRow = (path: string) => async (page: Page) => {
  await page.goto(path);
  await page.locator("main tbody tr a").first().click();
  await expect(page.getByRole("navigation", { name: "Where you are" })).toBeVisible();
};

export const payingStates: State[] = [
  { name: "orders, one", who: createOrderer, reach: (page) => page.goto("/portal/orders") },
  { name: "order", who: createOrderer, reach: openFirstRow("/portal/orders") },
  {
    name: "order again",
    who: createOrderer,
    reach: async (page) => {
      await openFirstRow("/portal/orders")(page);
      await page.getByRole("link", { name: "Order again" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order again");
    },
  },
  { name: "invoices, two", who: createOrderer, reach: (page) => page.goto("/portal/invoices") },
  { name: "payment methods, one", who: createOrderer, reach: (page) => page.goto("/portal/payment-methods") },
  {
    name: "checkout, with credit and a bank account that waits for its verification",
    who: createBuyerWithCredit,
    reach: async (page) => {
      await page.goto("/store/checkout");
      await expect(page.getByText("You pay", { exact: true })).toBeVisible();
    },
  },
  { name: "order that waits for the bank", who: createUnconfirmedBuyer, reach: openFirstRow("/portal/orders") },
  {
    name: "checkout that waits for the bank",
    who: createUnconfirmedBuyer,
    reach: (page) => page.goto("/store/checkout"),
  },
  { name: "home, an order waits for the bank", who: createUnconfirmedBuyer, reach: (page) => page.goto("/portal") },
];
