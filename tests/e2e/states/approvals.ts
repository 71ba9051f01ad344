import type { Page } from "playwright";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Actor } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { addRule, approve, requestApproval, createCompany } from "../../v1/client/approvals/approvals.ts";
import { button } from "../account/steps.ts";
import { openPath, type State } from "./state.ts";

const createOrderer = async () => (await createCompany()).buyer;

async function workingCompany() {
  const members = await createCompany();
  await addRule(members.owner, [members.approver], {
    name: "Above fifty dollars",
    monthly_budget: 0,
    escalate_after_hours: 48,
  });
  const product = await shop.createProduct();
  const decidedRequest = await requestApproval(members.buyer, [product]);
  await approve(members.approver, decidedRequest.id, "Approved for the laboratory.");
  for (let times = 0; times < 2; times += 1) await requestApproval(members.buyer, [product]);
  await shop.fillCart(members.buyer, [product]);
  return members;
}
const asApprover = async (): Promise<Actor> => (await workingCompany()).approver;
const asBuyer = async (): Promise<Actor> => (await workingCompany()).buyer;
const asOwner = async (): Promise<Actor> => (await workingCompany()).owner;

const openRequest = (query: string) => async (page: Page) => {
  await page.goto(`${pages.approvals}?${query}`);
  await page.locator("main tbody tr a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(" for ");
};

async function openMailedLink(page: Page) {
  const { approver } = await workingCompany();
  const mail = await shop.sandbox.waitForMail(approver.user.email, "Approve an order");
  const [address = ""] = /https?:\/\/\S+\/approve\/\S+/.exec(mail.text) ?? [];
  await page.goto(new URL(address).pathname);
}

export const approvalStates: State[] = [
  { name: "approvals, none yet", who: createOrderer, reach: openPath(pages.approvals) },
  { name: "approvals, two that need the viewer", who: asApprover, reach: openPath(pages.approvals) },
  { name: "portal with approvals", who: asApprover, reach: openPath(pages.portal) },
  { name: "approval request", who: asApprover, reach: openRequest("for_me=true") },
  {
    name: "approval request, asked why it is rejected",
    who: asApprover,
    reach: async (page) => {
      await openRequest("for_me=true")(page);
      await button(page, "Reject").click();
      await expect(button(page, "Reject the order")).toBeVisible();
    },
  },
  { name: "approval request, approved", who: asBuyer, reach: openRequest("status=approved") },
  { name: "approval by a mailed link", reach: openMailedLink },
  { name: "approval rules, none", who: createOrderer, reach: openPath(pages.approvalRules) },
  { name: "approval rules", who: asOwner, reach: openPath(pages.approvalRules) },
  { name: "approval rule, new", who: asOwner, reach: openPath(hrefOf(pages.approvalRule, { rule_id: "new" })) },
  {
    name: "approval rule, previewed",
    who: asOwner,
    reach: async (page) => {
      await page.goto(pages.approvalRules);
      await page.getByRole("link", { name: "Above fifty dollars" }).click();
      await button(page, "Preview").click();
      await expect(page.getByText("In the last 90 days")).toBeVisible();
    },
  },
  {
    name: "checkout that needs an approval",
    who: asBuyer,
    reach: async (page) => {
      await page.goto("/store/checkout");
      await expect(button(page, "Send for approval")).toBeEnabled();
    },
  },
];
