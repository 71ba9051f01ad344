import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { type Buyer, cards, shop } from "../../support/store.ts";
import { accountBuyer, buyOnAccount, fillOnAccount, invoiceOf, transfer } from "../../v1/store/account/account.ts";
import { button } from "../account/steps.ts";
import { at, type State } from "./state.ts";

const pastDue = (id: string, days: number) =>
  shop.query(
    "update invoices set due_on = (now() at time zone time_zone)::date - $2::int from shop_settings where invoices.id = $1",
    [id, days],
  );

/** Owes three invoices: one overdue, one paid in part, one neither. */
async function owing(): Promise<Buyer> {
  const buyer = await accountBuyer({ credit_limit: 25_000_00 });
  const product = await shop.createProduct();
  const buy = async () => invoiceOf((await buyOnAccount(buyer, [product])).order_id ?? "");
  const [overdue, part] = [await buy(), await buy()];
  await buy();
  await pastDue(overdue.id, 10);
  await transfer(part, 40_00);
  await shop.addMethod(buyer.customer, cards.good);
  return buyer;
}

async function choosing(): Promise<Actor> {
  const buyer = await owing();
  await shop.addMethod(buyer.customer, cards.bank);
  await fillOnAccount(buyer, [await shop.createProduct()]);
  return buyer;
}

async function closed(): Promise<Actor> {
  const buyer = await accountBuyer();
  const { id } = await invoiceOf((await buyOnAccount(buyer, [await shop.createProduct()])).order_id ?? "");
  await pastDue(id, 20);
  await shop.fillCart(buyer, [await shop.createProduct()]);
  return buyer;
}

async function asShop(): Promise<Actor> {
  await owing();
  return signedInAdmin();
}

export const onAccountStates: State[] = [
  { name: "account, without terms", who: () => shop.buyer(), reach: at(pages.account) },
  { name: "account, nothing owed", who: () => accountBuyer(), reach: at(pages.account) },
  { name: "account, owed by age", who: owing, reach: at(pages.account) },
  {
    name: "invoices on account, to be paid at once",
    who: owing,
    reach: async (page) => {
      await page.goto(pages.account);
      await button(page, "Pay these invoices").click();
      await expect(page.getByRole("button", { name: /^Pay \$/ })).toBeVisible();
    },
  },
  {
    name: "checkout on account",
    who: choosing,
    reach: async (page) => {
      await page.goto(pages.checkout);
      await expect(page.getByLabel("On account, due in 30 days")).toBeChecked();
    },
  },
  {
    name: "checkout on account, long overdue",
    who: closed,
    reach: async (page) => {
      await page.goto(pages.checkout);
      await expect(page.getByText("Pay the overdue invoice first").first()).toBeVisible();
    },
  },
  { name: "receivables", who: asShop, reach: at(pages.receivables) },
  {
    name: "receivables of an organization",
    who: asShop,
    reach: async (page) => {
      await page.goto(pages.receivables);
      await page.locator("main table").first().locator("tbody a").first().click();
      await expect(page.getByRole("link", { name: /^Statement/ })).toBeVisible();
    },
  },
  {
    name: "receivables of an organization, none",
    who: () => signedInAdmin(),
    reach: async (page) => {
      const { org_id } = await accountBuyer();
      await page.goto(hrefOf(pages.receivables, {}, { org_id }));
    },
  },
];
