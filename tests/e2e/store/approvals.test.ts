// Two people in two browsers: a buyer sends a cart for approval, the approver decides on a phone from the mail.
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { expect, phone as phoneSize, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { addRule, asked, company, read } from "../../v1/client/approvals/approvals.ts";
import { button, field, link } from "../account/steps.ts";
import { tabTo } from "../by-keyboard.ts";
import { hardToHit } from "../hard-to-hit.ts";

test("a cart is sent for approval and approved from the mail within two taps", async ({ open }) => {
  const { buyer, approver, owner } = await company();
  await addRule(owner, [approver], { min_total: 5_000_00 });
  const product = await shop.createProduct({ price_levels: { "Base Price": 6_000_00 } });
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
  const phone = await open({ viewport: phoneSize });
  await phone.goto(new URL(address).pathname);
  await expect(phone.locator("main")).toContainText(product.name);
  await expect(phone.getByRole("button", { name: /^Approve \$6,/ })).toBeInViewport();
  expect(await hardToHit(phone)).toEqual([]);
  await phone.getByRole("button", { name: /^Approve \$6,/ }).click();
  await expect(phone.getByText("This order was approved and placed.")).toBeVisible();
  expect(await hardToHit(phone)).toEqual([]);

  await page.reload();
  await page.getByRole("link", { name: /^See order O\d+$/ }).click();
  await expect(page.locator("main")).toContainText(product.name);
  await phone.reload();
  const { orders } = await shop.books(buyer.org_id);
  expect(orders).toMatchObject([{ payment_status: "paid" }]);
  expect(orders[0]?.["total"]).toBeGreaterThanOrEqual(6_000_00);
  expect((await shop.charges(buyer.customer)).map(({ amount }) => amount)).toEqual([orders[0]?.["total"]]);
});

test("an owner adds a rule and an approver rejects an order without a mouse", async ({ open }) => {
  const { buyer, approver, owner } = await company();
  const page = await open({ session: owner.token });
  await page.goto(pages.approvalRules);
  await tabTo(page, link(page, "Add a rule"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New approval rule");
  await tabTo(page, field(page, "Name"));
  await page.keyboard.type("Every order");
  await tabTo(page, page.getByLabel(/^From a total/));
  await page.keyboard.type("0");
  const approvers = page.getByRole("group", { name: "Approvers" });
  await tabTo(page, approvers.getByLabel(`${approver.user.first_name} ${approver.user.last_name}`));
  await page.keyboard.press("Space");
  await tabTo(page, button(page, "Add the rule"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("The rule is saved.")).toBeVisible();
  const { id } = await asked(buyer, [await shop.createProduct()]);

  const deciding = await open({ session: approver.token });
  await deciding.goto(hrefOf(pages.approvalRequest, { request_id: id }));
  await tabTo(deciding, button(deciding, "Reject"));
  await deciding.keyboard.press("Enter");
  await expect(deciding.getByRole("dialog").getByLabel("Why")).toBeFocused();
  await deciding.keyboard.type("We have one.");
  await tabTo(deciding, button(deciding, "Reject the order"));
  await deciding.keyboard.press("Enter");
  await expect(deciding.locator("main")).toContainText("We have one.");
  expect((await read(buyer, id)).status).toBe("rejected");
});

test("on a phone everything on the pages of approvals is 44 px high", async ({ open }) => {
  const { buyer, approver, owner } = await company();
  const rule = await addRule(owner, [approver]);
  await asked(buyer, [await shop.createProduct()]);
  for (const [{ token }, paths] of [
    [owner, [pages.approvalRules, hrefOf(pages.approvalRule, { rule_id: rule.id })]],
    [approver, [pages.portal]],
  ] as const) {
    const page = await open({ viewport: phoneSize, session: token });
    for (const path of paths) {
      await page.goto(path);
      expect(await hardToHit(page), path).toEqual([]);
    }
  }
});
