// The pages of approvals work without script: rules, requests, and the link of a mail.
import { beforeAll, describe, expect, test } from "vitest";
import { getApprovalRequest } from "../../../worker/contract/v1/client/approval-requests.ts";
import { listApprovalRules } from "../../../worker/contract/v1/client/approval-rules.ts";
import { getOwnOrganization, updateOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { visitor } from "../../support/actors.ts";
import { shop } from "../../support/store.ts";
import { addRule, asked, company, type Company, read } from "../../v1/client/approvals/approvals.ts";

const post = (client: Company["buyer"]["client"], path: string, fields: Record<string, string | string[]> = {}) => {
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value);
  return client.fetch(path, { method: "POST", body });
};
const wordsOf = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const text = async (response: { text(): Promise<string> }) => wordsOf(await response.text());

describe("rules", () => {
  let all: Company;
  beforeAll(async () => {
    all = await company();
  });

  test("an owner previews, adds, changes and deletes one; a mistake keeps what was typed", async () => {
    const { owner, approver, buyer } = all;
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
    const previewed = await post(owner.client, path, { ...fields, preview: "true" });
    expect(previewed.status).toBe(200);
    expect(await text(previewed)).toMatch(/1 order of \$[\d.,]+ would have needed approval/);
    const refused = await post(owner.client, path, { ...fields, approver_ids: [] });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain('value="Above $50"');
    expect(wordsOf(html)).toContain("Choose at least one approver.");
    expect((await post(owner.client, path, fields)).status).toBe(303);
    const [rule] = (await owner.client.call(listApprovalRules)).reply().data;
    expect(rule).toMatchObject({ name: "Above $50", min_total: 50_00, approver_ids: [approver.user.id] });
    const one = hrefOf(pages.approvalRule, { rule_id: rule?.id ?? "" });
    const changed = {
      ...fields,
      is_active: "",
      min_total: "",
      monthly_budget: "2000",
      updated_at: rule?.updated_at ?? "",
    };
    expect((await post(owner.client, one, changed)).status).toBe(303);
    expect((await owner.client.call(listApprovalRules)).reply().data).toMatchObject([
      { is_active: false, min_total: null, monthly_budget: 2000_00 },
    ]);
    const outdated = await post(owner.client, one, changed);
    expect(outdated.status).toBe(422);
    expect(await text(await buyer.client.fetch(pages.approvalRules))).toContain("Over $2,000.00 a month");
    expect((await buyer.client.fetch(one)).status).toBe(403);
    expect((await post(owner.client, hrefOf(pages.deleteApprovalRule, { rule_id: rule?.id ?? "" }))).status).toBe(303);
    expect(await text(await owner.client.fetch(pages.approvalRules))).toContain("There are no rules.");
  });
});

test("an owner turns links in mails off and on; others cannot", async () => {
  const { owner, buyer } = await company();
  const set = (client: Company["buyer"]["client"], value: string) =>
    post(client, pages.approvalsByMail, { is_approval_by_mail_allowed: value });
  expect((await set(buyer.client, "false")).status).toBe(403);
  expect((await set(owner.client, "false")).status).toBe(303);
  expect(await text(await owner.client.fetch(pages.approvalRules))).toContain("Turn on links in emails");
  expect((await owner.client.call(getOwnOrganization)).reply().is_approval_by_mail_allowed).toBe(false);
  const refused = { is_approval_by_mail_allowed: true };
  expect((await buyer.client.call(updateOwnOrganization, { body: refused })).errcode).toBe("USR_NOT_AUTHORIZED");
  expect((await set(owner.client, "true")).status).toBe(303);
  expect((await owner.client.call(getOwnOrganization)).reply().is_approval_by_mail_allowed).toBe(true);
});

describe("requests", () => {
  test("an approver sees what waits and approves it; who asked sees who decided", async () => {
    const { buyer, approver, owner } = await company();
    await addRule(owner, [approver]);
    const product = await shop.createProduct();
    const { id: request_id } = await asked(buyer, [product]);
    const path = hrefOf(pages.approvalRequest, { request_id });
    expect(await text(await approver.client.fetch(`${pages.approvals}?for_me=true`))).toContain("Needs you");
    const page = await approver.client.fetch(path);
    const html = await page.text();
    expect(wordsOf(html)).toContain(product.name);
    expect(html).toContain(hrefOf(pages.approveOrder, { request_id }));
    expect(await (await buyer.client.fetch(path)).text()).not.toContain(hrefOf(pages.approveOrder, { request_id }));
    const unsaid = await post(approver.client, hrefOf(pages.rejectOrder, { request_id }), { note: "" });
    expect(unsaid.status).toBe(422);
    const done = await post(approver.client, hrefOf(pages.approveOrder, { request_id }), { note: "Fine" });
    expect([done.status, done.headers.get("location")]).toEqual([303, path]);
    const seen = await text(await buyer.client.fetch(path));
    expect(seen).toContain("Approved");
    expect(seen).toContain(approver.user.last_name);
    expect(seen).toContain("Fine");
    expect(seen).toMatch(/See order O\d+/);
    const order_id = (await read(buyer, request_id)).order_id ?? "";
    const order = await text(await buyer.client.fetch(hrefOf(pages.order, { order_id })));
    expect(order).toMatch(new RegExp(`Approved.*${approver.user.last_name}`));
    expect((await (await shop.buyer()).client.fetch(path)).status).toBe(404);
  });

  test("the first page of the portal counts what waits for an approver and names the oldest three", async () => {
    const { buyer, approver, owner, colleague } = await company();
    await addRule(owner, [approver]);
    const product = await shop.createProduct();
    const home = async (client: Company["buyer"]["client"]) => text(await client.fetch(pages.portal));
    expect(await home(approver.client)).not.toContain("Waiting for your approval");
    const first = await asked(buyer, [product]);
    expect(await home(approver.client)).toMatch(/asks for your approval \$ \d+ \.\d+ Decide/);
    const others = [];
    for (let number = 0; number < 3; number += 1) {
      const next = { ...buyer, ...(await colleague("buyer")) };
      others.push(await asked(next, [product]));
    }
    const page = await (await approver.client.fetch(pages.portal)).text();
    expect(wordsOf(page)).toMatch(/Orders waiting for your approval 4 See them/);
    expect(wordsOf(page)).toMatch(/Waiting for your approval 4 See all/);
    const linked = [...page.matchAll(/href="\/portal\/approvals\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
    expect(linked).toEqual([first, ...others].slice(0, 3).map(({ id }) => id));
    expect(await home(buyer.client)).not.toContain("Waiting for your approval");
  });

  test("who asked takes an order back", async () => {
    const { buyer, approver, owner } = await company();
    await addRule(owner, [approver]);
    const { id: request_id } = await asked(buyer, [await shop.createProduct()]);
    const path = hrefOf(pages.takeBackOrder, { request_id });
    expect((await post(buyer.client, path)).status).toBe(303);
    expect((await read(buyer, request_id)).status).toBe("canceled");
  });
});

describe("the link of a mail", () => {
  async function mailed() {
    const all = await company();
    await addRule(all.owner, [all.approver]);
    const product = await shop.createProduct();
    const { id } = await asked(all.buyer, [product]);
    const mail = await shop.sandbox.waitForMail(all.approver.user.email, "Approve an order");
    const [url = ""] = /https?:\/\/\S+\/approve\/\S+/.exec(mail.text) ?? [];
    return { ...all, product, id, path: new URL(url).pathname };
  }

  test("shows the request without a session, changes nothing when opened, and approves by one press", async () => {
    const { approver, buyer, product, id, path } = await mailed();
    const anyone = visitor();
    const opened = await anyone.fetch(path);
    expect(opened.status).toBe(200);
    const words = await text(opened);
    expect(words).toContain(product.name);
    expect(words).toContain(`(${approver.user.email}).`);
    expect((await read(buyer, id)).status).toBe("pending");
    const pressed = await post(anyone, `${path}/approve`);
    expect(pressed.status).toBe(200);
    expect(await text(pressed)).toContain("This order was approved and placed.");
    expect(await read(buyer, id)).toMatchObject({ status: "approved", approved_by: approver.user.id });
    expect(await text(await anyone.fetch(path))).toContain("This order was approved and placed.");
    await post(anyone, `${path}/approve`);
    expect((await shop.books(buyer.org_id)).orders).toHaveLength(1);
    const entries = await shop.query(
      "select actor_kind, actor_id from audit_log where org_id = $1 and action = 'approveRequest'",
      [buyer.org_id],
    );
    expect(entries).toEqual([{ actor_kind: "user", actor_id: approver.user.id }]);
  });

  test("rejects only with a reason", async () => {
    const { buyer, id, path } = await mailed();
    expect(await text(await post(visitor(), `${path}/reject`, { note: " " }))).toContain("Say why you reject it.");
    expect((await read(buyer, id)).status).toBe("pending");
    expect(await text(await post(visitor(), `${path}/reject`, { note: "We have one" }))).toContain("was rejected");
    expect((await read(buyer, id)).approvals).toMatchObject([{ note: "We have one" }]);
  });

  test("is for one approver and one request, and ends with their access and the organization’s switch", async () => {
    const { approver, owner, buyer, id, path } = await mailed();
    const anyone = visitor();
    const [, , request_id = "", , token = ""] = path.split("/");
    const of = (user_id: string, with_token = token) =>
      anyone.fetch(hrefOf(pages.mailedApproval, { request_id, user_id, token: with_token }));
    for (const refused of [
      await of(owner.user.id),
      await of(buyer.user.id),
      await of(approver.user.id, `${token.slice(0, -2)}AA`),
    ])
      expect(refused.status).toBe(404);
    await shop.query("update users set is_active = false where id = $1", [approver.user.id]);
    expect((await anyone.fetch(path)).status).toBe(404);
    await shop.query("update users set is_active = true where id = $1", [approver.user.id]);
    expect((await anyone.fetch(path)).status).toBe(200);
    await shop.query("update organizations set is_approval_by_mail_allowed = false where id = $1", [buyer.org_id]);
    expect((await anyone.fetch(path)).status).toBe(404);
    expect((await post(anyone, `${path}/approve`)).status).toBe(404);
    const params = { id };
    expect((await buyer.client.call(getApprovalRequest, { params })).reply().status).toBe("pending");
  });
});
