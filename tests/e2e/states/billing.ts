import type { Page } from "playwright";
import { pages } from "../../../worker/contract/pages.ts";
import type { Actor } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { unique } from "../../support/factories.ts";
import { cards, shop } from "../../support/store.ts";
import { createUnpaidOrder } from "../../v1/admin/invoices/unpaid.ts";
import { button, link } from "../account/steps.ts";
import { openFirstRow, createUnconfirmedBuyer } from "./paying.ts";
import { openPath, type State } from "./state.ts";

const longName = () => unique("Spectral Analysis of Everything for Wittelsbach-Harrach");

const createInvoiced = async (): Promise<Actor> =>
  shop.purchase([await shop.createProduct({ name: longName() }), await shop.createProduct()]);

async function createDebtor(): Promise<Actor> {
  const unpaidBuyer = await createUnpaidOrder([await shop.createProduct({ name: longName() })]);
  for (const number of [cards.good, cards.declines]) await shop.addMethod(unpaidBuyer.customer, number);
  return unpaidBuyer;
}

async function openPayment(page: Page): Promise<void> {
  await openFirstRow(pages.invoices)(page);
  await page.getByRole("link", { name: /^Pay \$/ }).click();
  await page.waitForURL(`**${pages.payInvoices}?**`);
  await expect(page.getByRole("group", { name: "Payment method" })).toBeVisible();
}

const createSubscriber = (term: "month" | "year") => async (): Promise<Actor> => {
  const family = unique("Family");
  const name = longName();
  const month = await shop.createPlan({ family, name });
  const year = await shop.createPlan({
    family,
    name: `${name}, yearly`,
    subscription_term: "year",
    price_levels: { "Base Price": 490_00 },
  });
  const buyer = await shop.purchase([term === "month" ? month : year]);
  await shop.addMethod(buyer.customer, cards.bank);
  return buyer;
};
const monthlySubscriber = createSubscriber("month");
const yearlySubscriber = createSubscriber("year");

async function createSingleMethodBuyer(): Promise<Actor> {
  return shop.purchase([await shop.createPlan({ name: longName() })]);
}

const openPlan = openFirstRow(pages.subscriptions);
const openPlanDialog = (name: string, expectedButton: RegExp) => async (page: Page) => {
  await openPlan(page);
  await button(page, name).click();
  await expect(page.getByRole("button", { name: expectedButton })).toBeVisible();
};

export const billingStates: State[] = [
  { name: "own invoice, paid", who: createInvoiced, reach: openFirstRow(pages.invoices) },
  { name: "own invoice, declined", who: createDebtor, reach: openFirstRow(pages.invoices) },
  { name: "own invoice, waits for the bank", who: createUnconfirmedBuyer, reach: openFirstRow(pages.invoices) },
  { name: "invoices, one that can be paid", who: createDebtor, reach: openPath(pages.invoices) },
  { name: "invoice to pay, declined before", who: createDebtor, reach: openPayment },
  {
    name: "invoice to pay, declined again",
    who: createDebtor,
    reach: async (page) => {
      await openPayment(page);
      await page.getByLabel(/0341/).check();
      await page.getByRole("button", { name: /^Pay \$/ }).click();
      await expect(page.getByText("The bank declined without a reason.")).toBeVisible();
    },
  },
  { name: "payment methods, one of a plan and another", who: monthlySubscriber, reach: openPath(pages.paymentMethods) },
  {
    name: "payment methods, the only one of a plan",
    who: createSingleMethodBuyer,
    reach: openPath(pages.paymentMethods),
  },
  {
    name: "payment methods, asked what a plan is paid with instead",
    who: monthlySubscriber,
    reach: async (page) => {
      await page.goto(pages.paymentMethods);
      await page
        .locator(".methods > li")
        .filter({ hasText: "4242" })
        .getByRole("button", { name: "Remove" })
        .first()
        .click();
      await expect(button(page, "Change and remove")).toBeVisible();
    },
  },
  { name: "subscriptions, one", who: monthlySubscriber, reach: openPath(pages.subscriptions) },
  { name: "own plan", who: monthlySubscriber, reach: openPlan },
  {
    name: "payment methods of a plan",
    who: monthlySubscriber,
    reach: async (page) => {
      await openPlan(page);
      await link(page, "Change payment method").click();
      await expect(page.getByLabel(/4242/)).toBeChecked();
    },
  },
  {
    name: "own plan, asked whether to cancel",
    who: monthlySubscriber,
    reach: openPlanDialog("Cancel plan", /^Cancel at the end/),
  },
  {
    name: "own plan, asked whether to cancel now",
    who: monthlySubscriber,
    reach: openPlanDialog("Cancel now and get a refund", /^Cancel and refund/),
  },
  {
    name: "own plan, canceled",
    who: monthlySubscriber,
    reach: async (page) => {
      await openPlanDialog("Cancel plan", /^Cancel at the end/)(page);
      await button(page, "Cancel at the end of the term").click();
      await expect(button(page, "Resume")).toBeVisible();
    },
  },
  {
    name: "plan switch, previewed",
    who: monthlySubscriber,
    reach: openPlanDialog("Switch to yearly", /^Pay \$[\d.,]+ and switch$/),
  },
  { name: "plan switch, for later", who: yearlySubscriber, reach: openPlanDialog("Switch to monthly", /^Switch on /) },
];
