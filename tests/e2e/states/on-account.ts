import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { type Buyer, cards, shop } from "../../support/store.ts";
import { accountBuyer, buyOnAccount, fillOnAccount, invoiceOf, transfer } from "../../v1/store/account/account.ts";
import { button } from "../account/steps.ts";
import { openPath, type State } from "./state.ts";

const makeOverdue = (id: string, days: number) =>
  shop.query(
    "update invoices set due_on = (now() at time zone time_zone)::date - $2::int from shop_settings where invoices.id = $1",
    [id, days],
  );

async function createDebtor(): Promise<Buyer> {
  const buyer = await accountBuyer({ credit_limit: 25_000_00 });
  const product = await shop.createProduct();
  const buy = async () => invoiceOf((await buyOnAccount(buyer, [product])).order_id ?? "");
  const [overdue, partlyPaid] = [await buy(), await buy()];
  await buy();
  await makeOverdue(overdue.id, 10);
  await transfer(partlyPaid, 40_00);
  await shop.addMethod(buyer.customer, cards.good);
  return buyer;
}

async function createChoosingBuyer(): Promise<Actor> {
  const buyer = await createDebtor();
  await shop.addMethod(buyer.customer, cards.bank);
  await fillOnAccount(buyer, [await shop.createProduct()]);
  return buyer;
}

async function createBlockedBuyer(): Promise<Actor> {
  const buyer = await accountBuyer();
  const { id } = await invoiceOf((await buyOnAccount(buyer, [await shop.createProduct()])).order_id ?? "");
  await makeOverdue(id, 20);
  await shop.fillCart(buyer, [await shop.createProduct()]);
  return buyer;
}

async function createReceivables(): Promise<Actor> {
  await createDebtor();
  return signedInAdmin();
}

export const onAccountStates: State[] = [
  { name: "account, without terms", who: () => shop.buyer(), reach: openPath(pages.account) },
  { name: "account, nothing owed", who: () => accountBuyer(), reach: openPath(pages.account) },
  { name: "account, owed by age", who: createDebtor, reach: openPath(pages.account) },
  {
    name: "invoices on account, to be paid at once",
    who: createDebtor,
    reach: async (page) => {
      await page.goto(pages.account);
      await button(page, "Pay these invoices").click();
      await expect(page.getByRole("button", { name: /^Pay \$/ })).toBeVisible();
    },
  },
  {
    name: "checkout on account",
    who: createChoosingBuyer,
    reach: async (page) => {
      await page.goto(pages.checkout);
      await expect(page.getByLabel("On account, due in 30 days")).toBeChecked();
    },
  },
  {
    name: "checkout on account, long overdue",
    who: createBlockedBuyer,
    reach: async (page) => {
      await page.goto(pages.checkout);
      await expect(page.getByText("Pay the overdue invoice first").first()).toBeVisible();
    },
  },
  { name: "receivables", who: createReceivables, reach: openPath(pages.receivables) },
  {
    name: "receivables of an organization",
    who: createReceivables,
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
