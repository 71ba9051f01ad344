import { openSetupCheckout } from "../../../worker/contract/v1/client/billing.ts";
import type { Actor } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
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

export const payingStates: State[] = [
  {
    name: "checkout, with credit and a bank account that waits for its verification",
    who: buyerWithCredit,
    reach: async (page) => {
      await page.goto("/store/checkout");
      await expect(page.getByText("You pay", { exact: true })).toBeVisible();
    },
  },
];
