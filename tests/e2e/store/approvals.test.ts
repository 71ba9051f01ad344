// Two people in two browsers: a buyer sends a cart for approval, the approver decides on a phone from the mail.
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { addRule, company } from "../../v1/client/approvals/approvals.ts";
import { button } from "../account/steps.ts";

test("a cart is sent for approval and approved from the mail within two taps", async ({ open }) => {
  const { buyer, approver, owner } = await company();
  await addRule(owner, [approver]);
  const product = await shop.createProduct();
  await shop.fillCart(buyer, [product]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  const approverName = `${approver.user.first_name} ${approver.user.last_name}`;
  await expect(page.getByText(`approved by ${approverName}`)).toBeVisible();
  await button(page, "Send for approval").click();
  await expect(page).toHaveURL(/\/portal\/approvals\//);
  await expect(page.locator("main")).toContainText("Waiting");
  await expect(page.locator("main")).toContainText(approverName);

  const mail = await shop.sandbox.waitForMail(approver.user.email, "Approve an order");
  const [address = ""] = /https?:\/\/\S+\/approve\/\S+/.exec(mail.text) ?? [];
  const phone = await open({ viewport: { width: 390, height: 844 } });
  await phone.goto(new URL(address).pathname);
  await expect(phone.locator("main")).toContainText(product.name);
  await phone.getByRole("button", { name: /^Approve \$/ }).click();
  await expect(phone.getByText("This order was approved and placed.")).toBeVisible();

  await page.reload();
  await page.getByRole("link", { name: /^See order O\d+$/ }).click();
  await expect(page.locator("main")).toContainText(product.name);
});
