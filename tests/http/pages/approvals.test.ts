// The life of a request for approval: its rules, its page and the link of its mail, with shared helpers.
import { beforeAll, describe, expect, test } from "vitest";
import { getApprovalRequest } from "../../../worker/contract/v1/client/approval-requests.ts";
import { listApprovalRules } from "../../../worker/contract/v1/client/approval-rules.ts";
import { getOwnOrganization, updateOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { confirmEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { visitor } from "../../support/actors.ts";
import { cards, shop, type TestProduct } from "../../support/store.ts";
import {
  addRule,
  requestApproval,
  createCompany,
  type Company,
  fetchRequest,
} from "../../v1/client/approvals/approvals.ts";
import { openChangeLink } from "../../v1/sso/links.ts";

const post = (client: Company["buyer"]["client"], path: string, fields: Record<string, string | string[]> = {}) => {
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value);
  return client.fetch(path, { method: "POST", body });
};
const mainText = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const readText = async (response: { text(): Promise<string> }) => mainText(await response.text());

describe("rules", () => {
  let testCompany: Company;
  beforeAll(async () => {
    testCompany = await createCompany();
  });

  test("an owner previews, adds, changes and deletes one; a mistake keeps what was typed", async () => {
    const { owner, approver, buyer } = testCompany;
    await shop.fillCart(buyer, [await shop.createProduct()]);
    (await shop.checkout(buyer)).reply();
    const path = hrefOf(pages.approvalRule, { rule_id: "new" });
    const fields = {
      name: "Above $50",
      min_total: "50.00",
      approver_ids: [approver.user.id],
      mode: "any",
      is_active: "true",
    };
    const previewAnswer = await post(owner.client, path, { ...fields, preview: "true" });
    expect(previewAnswer.status).toBe(200);
    expect(await readText(previewAnswer)).toMatch(/1 order of \$[\d.,]+ would have needed approval/);
    const refusal = await post(owner.client, path, { ...fields, approver_ids: [] });
    expect(refusal.status).toBe(422);
    const html = await refusal.text();
    expect(html).toContain('value="Above $50"');
    expect(mainText(html)).toContain("Choose at least one approver.");
    expect((await post(owner.client, path, fields)).status).toBe(303);
    const [rule] = (await owner.client.call(listApprovalRules)).reply().data;
    expect(rule).toMatchObject({ name: "Above $50", min_total: 50_00, approver_ids: [approver.user.id] });
    const rulePath = hrefOf(pages.approvalRule, { rule_id: rule?.id ?? "" });
    const changedFields = {
      ...fields,
      is_active: "",
      min_total: "",
      monthly_budget: "2000",
      updated_at: rule?.updated_at ?? "",
    };
    expect((await post(owner.client, rulePath, changedFields)).status).toBe(303);
    expect((await owner.client.call(listApprovalRules)).reply().data).toMatchObject([
      { is_active: false, min_total: null, monthly_budget: 2000_00 },
    ]);
    const outdatedAnswer = await post(owner.client, rulePath, changedFields);
    expect(outdatedAnswer.status).toBe(422);
    // Another owner lowered the budget meanwhile; this form only renames the rule.
    const seenFields = Object.fromEntries(
      Object.entries({ ...fields, monthly_budget: "" }).map(([name, value]) => [`seen.${name}`, value]),
    );
    const renamingAnswer = await post(owner.client, rulePath, {
      ...fields,
      ...seenFields,
      name: "Renamed",
      updated_at: rule?.updated_at ?? "",
    });
    const conflictHtml = await renamingAnswer.text();
    expect([renamingAnswer.status, mainText(conflictHtml)]).toEqual([
      422,
      expect.stringContaining("Monthly budget, in dollars"),
    ]);
    expect(mainText(conflictHtml)).toMatch(/The rule is on You read Yes Is there now No/);
    expect(conflictHtml).toMatch(/name="monthly_budget"[^>]*value="2000.00"|value="2000.00"[^>]*name="monthly_budget"/);
    expect(conflictHtml).toMatch(/name="name"[^>]*value="Renamed"|value="Renamed"[^>]*name="name"/);
    expect(await readText(await buyer.client.fetch(pages.approvalRules))).toContain("Over $2,000.00 a month");
    expect((await buyer.client.fetch(rulePath)).status).toBe(403);
    expect((await post(owner.client, hrefOf(pages.deleteApprovalRule, { rule_id: rule?.id ?? "" }))).status).toBe(303);
    expect(await readText(await owner.client.fetch(pages.approvalRules))).toContain("There are no rules.");
  });
});

test("an owner turns links in mails off and on; others cannot", async () => {
  const { owner, buyer } = await createCompany();
  const setMailLinks = (client: Company["buyer"]["client"], value: string) =>
    post(client, pages.approvalsByMail, { is_approval_by_mail_allowed: value });
  expect((await setMailLinks(buyer.client, "false")).status).toBe(403);
  expect((await setMailLinks(owner.client, "false")).status).toBe(303);
  expect(await readText(await owner.client.fetch(pages.approvalRules))).toContain("Turn on links in emails");
  expect((await owner.client.call(getOwnOrganization)).reply().is_approval_by_mail_allowed).toBe(false);
  const mailSetting = { is_approval_by_mail_allowed: true };
  expect((await buyer.client.call(updateOwnOrganization, { body: mailSetting })).errcode).toBe("USR_NOT_AUTHORIZED");
  expect((await setMailLinks(owner.client, "true")).status).toBe(303);
  expect((await owner.client.call(getOwnOrganization)).reply().is_approval_by_mail_allowed).toBe(true);
});

describe("requests", () => {
  test("an approver sees what waits and approves it; who asked sees who decided", async () => {
    const { buyer, approver, owner } = await createCompany();
    await addRule(owner, [approver]);
    const product = await shop.createProduct();
    const { id: request_id } = await requestApproval(buyer, [product]);
    const path = hrefOf(pages.approvalRequest, { request_id });
    expect(await readText(await approver.client.fetch(`${pages.approvals}?for_me=true`))).toContain("Needs you");
    const page = await approver.client.fetch(path);
    const html = await page.text();
    expect(mainText(html)).toContain(product.name);
    expect(html).toContain(hrefOf(pages.approveOrder, { request_id }));
    expect(await (await buyer.client.fetch(path)).text()).not.toContain(hrefOf(pages.approveOrder, { request_id }));
    const reasonlessAnswer = await post(approver.client, hrefOf(pages.rejectOrder, { request_id }), { note: "" });
    expect(reasonlessAnswer.status).toBe(422);
    const approveAnswer = await post(approver.client, hrefOf(pages.approveOrder, { request_id }), { note: "Fine" });
    expect([approveAnswer.status, approveAnswer.headers.get("location")]).toEqual([303, path]);
    const buyerText = await readText(await buyer.client.fetch(path));
    expect(buyerText).toContain("Approved");
    expect(buyerText).toContain(approver.user.last_name);
    expect(buyerText).toContain("Fine");
    expect(buyerText).toMatch(/See order O\d+/);
    const order_id = (await fetchRequest(buyer, request_id)).order_id ?? "";
    const order = await readText(await buyer.client.fetch(hrefOf(pages.order, { order_id })));
    expect(order).toMatch(new RegExp(`Approved.*${approver.user.last_name}`));
    expect((await (await shop.buyer()).client.fetch(path)).status).toBe(404);
  });

  test("the first page of the portal counts what waits for an approver and names the oldest three", async () => {
    const { buyer, approver, owner, colleague } = await createCompany();
    await addRule(owner, [approver]);
    const product = await shop.createProduct();
    const readHome = async (client: Company["buyer"]["client"]) => readText(await client.fetch(pages.portal));
    expect(await readHome(approver.client)).not.toContain("Waiting for your approval");
    const first = await requestApproval(buyer, [product]);
    expect(await readHome(approver.client)).toMatch(/asks for your approval \$ \d+ \.\d+ Decide/);
    const laterRequests = [];
    for (let number = 0; number < 3; number += 1) {
      const nextBuyer = { ...buyer, ...(await colleague("buyer")) };
      laterRequests.push(await requestApproval(nextBuyer, [product]));
    }
    const page = await (await approver.client.fetch(pages.portal)).text();
    expect(mainText(page)).toMatch(/Orders waiting for your approval 4 See them/);
    expect(mainText(page)).toMatch(/Waiting for your approval 4 See all/);
    const linkedIds = [...page.matchAll(/href="\/portal\/approvals\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
    expect(linkedIds).toEqual([first, ...laterRequests].slice(0, 3).map(({ id }) => id));
    expect(await readHome(buyer.client)).not.toContain("Waiting for your approval");
  });

  test("who asked takes an order back", async () => {
    const { buyer, approver, owner } = await createCompany();
    await addRule(owner, [approver]);
    const { id: request_id } = await requestApproval(buyer, [await shop.createProduct()]);
    const path = hrefOf(pages.takeBackOrder, { request_id });
    expect((await post(buyer.client, path)).status).toBe(303);
    expect((await fetchRequest(buyer, request_id)).status).toBe("canceled");
  });
});

/** Products beside a device. */
type MailedCart = { products?: TestProduct[]; card?: string };

describe("the link of a mail", () => {
  async function createMailedRequest({ products = [], card = cards.good }: MailedCart = {}) {
    const testCompany = await createCompany();
    await addRule(testCompany.owner, [testCompany.approver]);
    const product = await shop.createProduct();
    const { id } = await requestApproval(testCompany.buyer, [product, ...products], card);
    const mail = await shop.sandbox.waitForMail(testCompany.approver.user.email, "Approve an order");
    const [url = ""] = /https?:\/\/\S+\/approve\/\S+/.exec(mail.text) ?? [];
    return { ...testCompany, product, id, path: new URL(url).pathname };
  }

  test("shows the request without a session, changes nothing when opened, and approves by one press", async () => {
    const { approver, buyer, product, id, path } = await createMailedRequest();
    const visitorClient = visitor();
    const openAnswer = await visitorClient.fetch(path);
    expect(openAnswer.status).toBe(200);
    const pageText = await readText(openAnswer);
    expect(pageText).toContain(product.name);
    expect(pageText).toContain(`(${approver.user.email}).`);
    expect((await fetchRequest(buyer, id)).status).toBe("pending");
    const pressAnswer = await post(visitorClient, `${path}/approve`);
    expect(pressAnswer.status).toBe(200);
    expect(await readText(pressAnswer)).toContain("This order was approved and placed.");
    expect(await fetchRequest(buyer, id)).toMatchObject({ status: "approved", approved_by: approver.user.id });
    expect(await readText(await visitorClient.fetch(path))).toContain("This order was approved and placed.");
    await post(visitorClient, `${path}/approve`);
    expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
    const entries = await shop.query(
      "select actor_kind, actor_id from audit_log where org_id = $1 and action = 'approveRequest'",
      [buyer.org_id],
    );
    expect(entries).toEqual([{ actor_kind: "user", actor_id: approver.user.id }]);
  });

  test("names the plans that were not ordered, because their payment was declined", async () => {
    const plan = await shop.createPlan();
    const { path } = await createMailedRequest({ products: [plan], card: "4000000000000341" });
    expect(await readText(await post(visitor(), `${path}/approve`))).toContain(
      `This order was approved, but only a part of it was placed. Not ordered: ${plan.name}.`,
    );
  });

  test("rejects only with a reason", async () => {
    const { buyer, id, path } = await createMailedRequest();
    expect(await readText(await post(visitor(), `${path}/reject`, { note: " " }))).toContain("Say why you reject it.");
    expect((await fetchRequest(buyer, id)).status).toBe("pending");
    expect(await readText(await post(visitor(), `${path}/reject`, { note: "We have one" }))).toContain("was rejected");
    expect((await fetchRequest(buyer, id)).approvals).toMatchObject([{ note: "We have one" }]);
  });

  test("ends when the approver's address changes: whoever reads the former mailbox orders nothing", async () => {
    const { approver, buyer, id, path } = await createMailedRequest();
    const { client: mailbox } = await openChangeLink(approver);
    (await mailbox.call(confirmEmailChange)).reply();
    const visitorClient = visitor();
    expect((await visitorClient.fetch(path)).status).toBe(404);
    for (const action of ["approve", "reject"])
      expect((await post(visitorClient, `${path}/${action}`, { note: "Ours" })).status).toBe(404);
    expect((await fetchRequest(buyer, id)).status).toBe("pending");
  });

  test("is for one approver and one request, and ends with their access and the organization’s switch", async () => {
    const { approver, owner, buyer, id, path } = await createMailedRequest();
    const visitorClient = visitor();
    const [, , request_id = "", , token = ""] = path.split("/");
    const fetchMailed = (user_id: string, with_token = token) =>
      visitorClient.fetch(hrefOf(pages.mailedApproval, { request_id, user_id, token: with_token }));
    for (const refused of [
      await fetchMailed(owner.user.id),
      await fetchMailed(buyer.user.id),
      await fetchMailed(approver.user.id, `${token.slice(0, -2)}AA`),
    ])
      expect(refused.status).toBe(404);
    await shop.query("update users set is_active = false where id = $1", [approver.user.id]);
    expect((await visitorClient.fetch(path)).status).toBe(404);
    await shop.query("update users set is_active = true where id = $1", [approver.user.id]);
    expect((await visitorClient.fetch(path)).status).toBe(200);
    await shop.query("update organizations set is_approval_by_mail_allowed = false where id = $1", [buyer.org_id]);
    expect((await visitorClient.fetch(path)).status).toBe(404);
    expect((await post(visitorClient, `${path}/approve`)).status).toBe(404);
    const params = { id };
    expect((await buyer.client.call(getApprovalRequest, { params })).reply().status).toBe("pending");
  });
});
