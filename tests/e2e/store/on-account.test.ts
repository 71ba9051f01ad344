// Purchases on account, on a desktop and on a phone: checkout, paying several invoices at once, ageing.
import { formatMoney } from "../../../worker/contract/buying/money.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { findViolations } from "../../support/axe.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { cards, shop } from "../../support/store.ts";
import {
  accountBuyer,
  buyOnAccount,
  fillOnAccount,
  invoiceOf,
  priced,
  transfer,
} from "../../v1/store/account/account.ts";
import { button } from "../account/steps.ts";
import { findSmallTargets } from "../hard-to-hit.ts";

for (const [name, viewport] of [
  ["a desk", desktopViewport],
  ["a phone", phoneViewport],
] as const)
  test(`on ${name} an order is bought on account, and what is open is paid at once`, async ({ open }) => {
    const buyer = await accountBuyer({ credit_limit: 2_000_00 });
    const product = await priced(100_00);
    const earlierInvoice = await invoiceOf((await buyOnAccount(buyer, [product])).order_id ?? "");
    await transfer(earlierInvoice, 25_00);
    await shop.query(
      "update invoices set due_on = (now() at time zone time_zone)::date - 3 from shop_settings where invoices.id = $1",
      [earlierInvoice.id],
    );
    await fillOnAccount(buyer, [product]);
    const page = await open({ session: buyer.token, viewport });
    await page.goto(pages.checkout);
    await expect(page.getByLabel("On account, due in 30 days")).toBeChecked();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Place order|^Order|on account/i }).click();
    await expect(page.locator("main")).toContainText("We start right away.");

    await page.goto(pages.account);
    const total = 2 * earlierInvoice.amount - 25_00;
    await expect(page.locator("main")).toContainText(formatMoney(total));
    await expect(page.locator("main")).toContainText("3 days overdue");
    expect(await findViolations(page)).toEqual([]);
    if (viewport === phoneViewport) expect(await findSmallTargets(page)).toEqual([]);
    await shop.addMethod(buyer.customer, cards.good);
    await button(page, "Pay these invoices").click();
    await button(page, `Pay ${formatMoney(total)}`).click();
    await expect(page.getByText(/^\S+: Paid\. \S+: Paid\.$/)).toBeVisible();
    await page.goto(pages.account);
    await expect(page.locator("main")).toContainText("No invoice on account is open.");
    expect(await shop.sum(buyer.customer)).toBe(2 * earlierInvoice.amount);
  });

for (const [name, viewport] of [
  ["a desk", desktopViewport],
  ["a phone", phoneViewport],
] as const)
  test(`on ${name} the console shows what an organization owes by age, and its files`, async ({ open }) => {
    const buyer = await accountBuyer();
    const invoice = await invoiceOf((await buyOnAccount(buyer, [await priced(100_00)])).order_id ?? "");
    await shop.query(
      "update invoices set due_on = (now() at time zone time_zone)::date - 40 from shop_settings where invoices.id = $1",
      [invoice.id],
    );
    const admin = await signedInAdmin("finance");
    const page = await open({ session: admin.token, viewport });
    await page.goto(`${pages.receivables}?org_id=${buyer.org_id}`);
    const balance = page.getByRole("region", { name: "Balance" });
    await expect(balance).toContainText(`${formatMoney(invoice.amount)} owed on account`);
    await expect(balance).toContainText(`31 to 60 days overdue${formatMoney(invoice.amount)}`);
    await expect(page.locator("main tbody tr")).toContainText(["40 days overdue"]);
    expect(await findViolations(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV of the open invoices" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("receivables.csv");
  });
