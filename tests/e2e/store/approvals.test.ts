// Approval pages, without a mouse and on a phone.
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { expect, phoneViewport as phoneSize, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { addRule, requestApproval, createCompany, fetchRequest } from "../../v1/client/approvals/approvals.ts";
import { button, field, link } from "../account/steps.ts";
import { tabTo } from "../by-keyboard.ts";
import { findSmallTargets } from "../hard-to-hit.ts";

test("an owner adds a rule and an approver rejects an order without a mouse", async ({ open }) => {
  const { buyer, approver, owner } = await createCompany();
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
  const { id } = await requestApproval(buyer, [await shop.createProduct()]);

  const approverPage = await open({ session: approver.token });
  await approverPage.goto(hrefOf(pages.approvalRequest, { request_id: id }));
  await tabTo(approverPage, button(approverPage, "Reject"));
  await approverPage.keyboard.press("Enter");
  await expect(approverPage.getByRole("dialog").getByLabel("Why")).toBeFocused();
  await approverPage.keyboard.type("We have one.");
  await tabTo(approverPage, button(approverPage, "Reject the order"));
  await approverPage.keyboard.press("Enter");
  await expect(approverPage.locator("main")).toContainText("We have one.");
  expect((await fetchRequest(buyer, id)).status).toBe("rejected");
});

test("on a phone everything on the pages of approvals is 44 px high", async ({ open }) => {
  const { buyer, approver, owner } = await createCompany();
  const rule = await addRule(owner, [approver]);
  await requestApproval(buyer, [await shop.createProduct()]);
  for (const [{ token }, paths] of [
    [owner, [pages.approvalRules, hrefOf(pages.approvalRule, { rule_id: rule.id })]],
    [approver, [pages.portal]],
  ] as const) {
    const page = await open({ viewport: phoneSize, session: token });
    for (const path of paths) {
      await page.goto(path);
      expect(await findSmallTargets(page), path).toEqual([]);
    }
  }
});
