import type { Page } from "playwright";
import { shipOrder } from "../../../worker/contract/v1/admin/shipping.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Actor, impersonating, signedIn, signedInAdmin } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { unique } from "../../support/factories.ts";
import { createPaidOrder } from "../../support/shipping/orders.ts";
import { cards, shop } from "../../support/store.ts";
import { createFailedRefund } from "../../http/pages/failed-refund.ts";
import { button, link } from "../account/steps.ts";
import { payCart } from "../store/steps.ts";
import { openFirstRow, createUnconfirmedBuyer } from "./paying.ts";
import { openPath, type State } from "./state.ts";

/** A cart with a device and a plan, which are charged as two payments. */
const createCart = (card: string) => async (): Promise<Actor> => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct(), await shop.createPlan()], card);
  return buyer;
};

async function answerBank(page: Page, answer: string): Promise<void> {
  const [bank] = await Promise.all([page.waitForEvent("popup"), link(page, "Confirm the payment").click()]);
  await button(bank, answer).click();
  await bank.waitForLoadState();
  await bank.close();
}

async function payDevice(page: Page): Promise<void> {
  await payCart(page);
  await answerBank(page, "Complete authentication");
  await expect(page.locator(".payment-parts li").first()).toContainText("Confirmed and paid");
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function createShippedOrder(): Promise<Actor> {
  const { id, line_id, device, buyer } = await createPaidOrder(2);
  const { client } = await signedInAdmin();
  const serials = { [line_id]: [device.serial(), device.serial()] };
  const packages = [
    { tracking_id: unique("1Z").toUpperCase(), freight_carrier: "UPS", lines: { [line_id]: 2 }, serials },
  ];
  (await client.call(shipOrder, { params: { order_id: id }, body: { packages } })).reply();
  return buyer;
}

async function openForeignOrder(page: Page): Promise<void> {
  const { bought } = await shop.purchase([await shop.createProduct()]);
  await page.goto(hrefOf(pages.order, { order_id: bought.order_id ?? "" }));
  await expect(heading(page)).toBeVisible();
}

export const afterPaymentStates: State[] = [
  {
    name: "order placed",
    who: createCart(cards.good),
    reach: async (page) => {
      await payCart(page);
      await expect(heading(page)).toContainText("Thank you");
    },
  },
  {
    name: "checkout, two payments that wait for the bank",
    who: createCart(cards.asks),
    reach: async (page) => {
      await payCart(page);
      await expect(heading(page)).toHaveText("Confirm 2 payments with your bank");
    },
  },
  {
    name: "cart, partly paid",
    who: createCart(cards.asks),
    reach: async (page) => {
      await payDevice(page);
      await page.goto(pages.cart);
      await expect(page.getByText("To confirm").first()).toBeVisible();
    },
  },
  {
    name: "cart, asked whether to leave out what is not paid",
    who: createCart(cards.asks),
    reach: async (page) => {
      await payDevice(page);
      await page.goto(pages.cart);
      await page.getByRole("button", { name: /^Leave out/ }).click();
      await expect(button(page, "Leave it out")).toBeVisible();
    },
  },
  {
    name: "bought in part",
    who: createCart(cards.asks),
    reach: async (page) => {
      await payDevice(page);
      await page.goto(pages.cart);
      await page.getByRole("button", { name: /^Leave out/ }).click();
      await button(page, "Leave it out").click();
      await expect(heading(page)).toHaveText("Part of your cart was bought");
    },
  },
  {
    name: "bought nothing, the bank declined",
    who: createUnconfirmedBuyer,
    reach: async (page) => {
      await page.goto(pages.checkout);
      await answerBank(page, "Fail authentication");
      await expect(heading(page)).toHaveText("The payment was declined");
    },
  },
  {
    name: "bought nothing, the payment was canceled",
    who: createUnconfirmedBuyer,
    reach: async (page) => {
      await page.goto(pages.checkout);
      const outcome = page.url();
      await button(page, "Cancel it").click();
      await button(page, "Cancel the payment").click();
      await expect(page.getByText("The payment was canceled").first()).toBeVisible();
      await page.goto(outcome);
      await expect(heading(page)).toHaveText("The payment was canceled");
    },
  },
  {
    name: "delivery note",
    who: createShippedOrder,
    reach: async (page) => {
      await openFirstRow(pages.orders)(page);
      await link(page, "Delivery note").click();
      await expect(heading(page)).toContainText("Delivery note for order");
    },
  },
  { name: "order with a package", who: createShippedOrder, reach: openFirstRow(pages.orders) },
  { name: "order whose refund failed", who: createFailedRefund, reach: openFirstRow(pages.orders) },
  {
    name: "refund instructions",
    who: createFailedRefund,
    reach: async (page) => {
      await openFirstRow(pages.orders)(page);
      await link(page, "Tell us where to refund").click();
      await expect(heading(page)).toContainText("Where should we refund");
    },
  },
  {
    name: "refund instructions, with an error",
    who: createFailedRefund,
    reach: async (page) => {
      await openFirstRow(pages.orders)(page);
      await link(page, "Tell us where to refund").click();
      await button(page, "Send").click();
      await expect(page.locator("[aria-invalid=true]")).toBeVisible();
    },
  },
  { name: "checkout refused to a member", who: () => signedIn(), reach: openPath(pages.checkout) },
  { name: "checkout, kept from who acts as the person", who: () => impersonating(), reach: openPath(pages.checkout) },
  { name: "invoices, refused to a member", who: () => signedIn(), reach: openPath(pages.invoices) },
  { name: "order of another organization", who: () => signedIn(), reach: openForeignOrder },
];
