import type { Page } from "playwright";
import { pages } from "../../../worker/contract/pages.ts";
import type { Actor } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { unique } from "../../support/factories.ts";
import { cards, shop } from "../../support/store.ts";
import { unpaid } from "../../v1/admin/invoices/unpaid.ts";
import { button, link } from "../account/steps.ts";
import { toFirst, waitingForBank } from "./paying.ts";
import { at, type State } from "./state.ts";

const longName = () => unique("Spectral Analysis of Everything for Wittelsbach-Harrach");

const invoiced = async (): Promise<Actor> =>
  shop.purchase([await shop.createProduct({ name: longName() }), await shop.createProduct()]);

/** An invoice whose bank debit failed, and two cards: one that works, one that is declined. */
async function debtor(): Promise<Actor> {
  const owing = await unpaid([await shop.createProduct({ name: longName() })]);
  for (const number of [cards.good, cards.declines]) await shop.addMethod(owing.customer, number);
  return owing;
}

async function toPay(page: Page): Promise<void> {
  await toFirst(pages.invoices)(page);
  await page.getByRole("link", { name: /^Pay \$/ }).click();
  await page.waitForURL(`**${pages.payInvoices}?**`);
  await expect(page.getByRole("group", { name: "Payment method" })).toBeVisible();
}

/** A plan of each term, of which the buyer has the one, with a second payment method. */
const subscriber = (term: "month" | "year") => async (): Promise<Actor> => {
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
const monthly = subscriber("month");
const yearly = subscriber("year");

async function withOneMethod(): Promise<Actor> {
  return shop.purchase([await shop.createPlan({ name: longName() })]);
}

const toPlan = toFirst(pages.subscriptions);
const onPlan = (name: string, seen: RegExp) => async (page: Page) => {
  await toPlan(page);
  await button(page, name).click();
  await expect(page.getByRole("button", { name: seen })).toBeVisible();
};

export const billingStates: State[] = [
  { name: "own invoice, paid", who: invoiced, reach: toFirst(pages.invoices) },
  { name: "own invoice, declined", who: debtor, reach: toFirst(pages.invoices) },
  { name: "own invoice, waits for the bank", who: waitingForBank, reach: toFirst(pages.invoices) },
  { name: "invoices, one that can be paid", who: debtor, reach: at(pages.invoices) },
  { name: "invoice to pay, declined before", who: debtor, reach: toPay },
  {
    name: "invoice to pay, declined again",
    who: debtor,
    reach: async (page) => {
      await toPay(page);
      await page.getByLabel(/0341/).check();
      await page.getByRole("button", { name: /^Pay \$/ }).click();
      await expect(page.getByText("The bank declined without a reason.")).toBeVisible();
    },
  },
  { name: "payment methods, one of a plan and another", who: monthly, reach: at(pages.paymentMethods) },
  { name: "payment methods, the only one of a plan", who: withOneMethod, reach: at(pages.paymentMethods) },
  {
    name: "payment methods, asked what a plan is paid with instead",
    who: monthly,
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
  { name: "subscriptions, one", who: monthly, reach: at(pages.subscriptions) },
  { name: "own plan", who: monthly, reach: toPlan },
  {
    name: "payment methods of a plan",
    who: monthly,
    reach: async (page) => {
      await toPlan(page);
      await link(page, "Change payment method").click();
      await expect(page.getByLabel(/4242/)).toBeChecked();
    },
  },
  { name: "own plan, asked whether to cancel", who: monthly, reach: onPlan("Cancel plan", /^Cancel at the end/) },
  {
    name: "own plan, asked whether to cancel now",
    who: monthly,
    reach: onPlan("Cancel now and get a refund", /^Cancel and refund/),
  },
  {
    name: "own plan, canceled",
    who: monthly,
    reach: async (page) => {
      await onPlan("Cancel plan", /^Cancel at the end/)(page);
      await button(page, "Cancel at the end of the term").click();
      await expect(button(page, "Resume")).toBeVisible();
    },
  },
  { name: "plan switch, previewed", who: monthly, reach: onPlan("Switch to yearly", /^Pay \$[\d.,]+ and switch$/) },
  { name: "plan switch, for later", who: yearly, reach: onPlan("Switch to monthly", /^Switch on /) },
];
