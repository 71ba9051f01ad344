// How a company buys, with two people in two browsers: approval on a phone, purchase on account, a quote.
import { formatMoney } from "../../../worker/contract/buying/money.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { expect, phoneViewport as phoneSize, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { addRule, createCompany } from "../../v1/client/approvals/approvals.ts";
import { dateInDays } from "../../v1/client/quotes/quotes.ts";
import { chooseAccount, giveTerms, priced } from "../../v1/store/account/account.ts";
import { button, field, link } from "../account/steps.ts";
import { findSmallTargets } from "../hard-to-hit.ts";
import { readOrderNumber, payButton } from "./steps.ts";

const creditLimit = 10_000_00;

test("an order of $6,000 is approved on a phone from the mail and placed once on account; the next one exceeds the limit", async ({
  open,
}) => {
  const { buyer, approver, owner } = await createCompany();
  await giveTerms(buyer.org_id, { credit_limit: creditLimit });
  await addRule(owner, [approver], { min_total: 5_000_00 });
  const product = await priced(6_000_00);
  await shop.fillCart(buyer, [product]);
  const page = await open({ session: buyer.token });
  await page.goto(pages.checkout);
  await page.getByText("On account, due in 30 days").click();
  const approverName = `${approver.user.first_name} ${approver.user.last_name}`;
  await expect(page.getByText(`approved by ${approverName}`)).toBeVisible();
  await expect(page.getByLabel("On account, due in 30 days")).toBeChecked();
  await button(page, "Send for approval").click();
  await expect(page).toHaveURL(/\/portal\/approvals\//);
  await expect(page.locator("main")).toContainText("Waiting");
  await expect(page.locator("main")).toContainText(approverName);

  const mail = await shop.sandbox.waitForMail(approver.user.email, "Approve an order");
  const [address = ""] = /https?:\/\/\S+\/approve\/\S+/.exec(mail.text) ?? [];
  const phonePage = await open({ viewport: phoneSize, hasTouch: true, isMobile: true });
  await phonePage.goto(new URL(address).pathname);
  await expect(phonePage.locator("main")).toContainText(product.name);
  const approveButton = phonePage.getByRole("button", { name: /^Approve \$6,/ });
  await expect(approveButton).toBeInViewport();
  expect(await findSmallTargets(phonePage)).toEqual([]);
  const sum = (await approveButton.innerText()).replace("Approve ", "");
  await approveButton.tap();
  await expect(phonePage.getByText("This order was approved and placed.")).toBeVisible();
  expect(await findSmallTargets(phonePage)).toEqual([]);

  await page.reload();
  await page.getByRole("link", { name: /^See order O\d+$/ }).click();
  await expect(page.locator("main")).toContainText(`This order is on account: its invoice of ${sum} is due on`);
  await phonePage.reload();
  const { orders, invoices } = await shop.books(buyer.org_id);
  const total = Number(orders[0]?.["total"]);
  expect(formatMoney(total)).toBe(sum);
  expect(orders).toMatchObject([{ payment_status: "pending" }]);
  expect(invoices).toMatchObject([{ amount: total }]);
  expect(await shop.charges(buyer.customer)).toEqual([]);

  await shop.fillCart(buyer, [product]);
  (await chooseAccount(buyer)).reply();
  await page.goto(pages.checkout);
  const available = creditLimit - total;
  await expect(page.locator("main")).toContainText(`${formatMoney(available)} available`);
  await expect(
    page.getByText(`This order exceeds what is available on account by ${formatMoney(total - available)}.`),
  ).toBeVisible();
  await expect(button(page, "Send for approval")).toBeDisabled();
  expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
});

test("a quote goes from the cart to the answer, is accepted and paid", async ({ open }) => {
  const buyer = await shop.buyer();
  const product = await priced(6_000_00);
  await shop.fillCart(buyer, [product]);
  const page = await open({ session: buyer.token });
  await page.goto(pages.cart);
  await button(page, "Ask for a price").click();
  await page.getByLabel("Note").fill("Four in spring?");
  await button(page, "Send the request").click();
  await expect(page.getByText(/^We have your request Q\d+ and will answer by email\./)).toBeVisible();
  const heading = await page.getByRole("heading", { level: 1 }).innerText();

  const admin = await signedInAdmin("support");
  const shopPage = await open({ session: admin.token });
  await shopPage.goto(pages.adminQuotes);
  await link(shopPage, heading.replace("Quote ", "")).click();
  await expect(shopPage.locator("main")).toContainText("Four in spring?");
  await field(shopPage, "Unit price, in dollars").first().fill("5500");
  await field(shopPage, "Quantity").first().fill("4");
  await shopPage.getByLabel("Valid until").fill(dateInDays(20));
  await button(shopPage, "Save and send").click();
  await expect(shopPage.getByText(/^Version 1 is sent: \$22,0/)).toBeVisible();

  await shop.sandbox.waitForMail(buyer.user.email, "Your quote");
  await page.reload();
  await page.getByRole("button", { name: /^Accept \$22,0/ }).click();
  await expect(page).toHaveURL(new RegExp(`${pages.cart}$`));
  await link(page, "Checkout").click();
  await payButton(page).click();
  await readOrderNumber(page);
  const { orders } = await shop.books(buyer.org_id);
  expect(orders).toMatchObject([{ payment_status: "paid" }]);
  expect(await shop.sum(buyer.customer)).toBe(orders[0]?.["total"]);
  await shopPage.reload();
  await expect(shopPage.locator("main")).toContainText("Ordered");
});
