import { expect, test } from "vitest";
import {
  createApprovalRule,
  deleteApprovalRule,
  getApprovalRule,
  listApprovalRules,
  updateApprovalRule,
} from "../../../../worker/contract/v1/client/approval-rules.ts";
import { impersonating } from "../../../support/actors.ts";
import { shop } from "../../../support/store.ts";
import { addRule, createCompany } from "./approvals.ts";

test("owners write rules, who may buy reads them, and others and strangers do neither", async () => {
  const { buyer, approver, owner, colleague } = await createCompany();
  const { success: _success, ...rule } = await addRule(owner, [approver]);
  expect(rule).toMatchObject({
    name: "Large orders",
    is_active: true,
    min_total: 50_00,
    monthly_budget: null,
    user_ids: [],
    categories: [],
    approver_ids: [approver.user.id],
    mode: "any",
    escalate_after_hours: null,
  });
  expect((await buyer.client.call(listApprovalRules)).reply().data).toEqual([rule]);
  const body = { name: "Mine", min_total: 0, approver_ids: [buyer.user.id] };
  expect((await buyer.client.call(createApprovalRule, { body })).errcode).toBe("USR_NOT_AUTHORIZED");
  expect((await (await colleague()).client.call(listApprovalRules)).errcode).toBe("USR_NOT_AUTHORIZED");
  const otherCompany = await createCompany();
  const params = { id: rule.id };
  expect((await otherCompany.owner.client.call(getApprovalRule, { params })).errcode).toBe("APPROVAL_RULE_NOT_FOUND");
  expect((await otherCompany.owner.client.call(deleteApprovalRule, { params })).errcode).toBe(
    "APPROVAL_RULE_NOT_FOUND",
  );
  const acting = await impersonating(owner.user);
  expect((await acting.client.call(deleteApprovalRule, { params })).errcode).toBe("USR_NOT_AUTHORIZED");
  const outdatedBody = { ...body, approver_ids: [approver.user.id], updated_at: "2026-01-01T00:00:00.000Z" };
  expect((await owner.client.call(updateApprovalRule, { params, body: outdatedBody })).errcode).toBe("OBJECT_OUTDATED");
  (await owner.client.call(deleteApprovalRule, { params })).reply();
  expect((await owner.client.call(deleteApprovalRule, { params })).errcode).toBe("APPROVAL_RULE_NOT_FOUND");
  const entries = await shop.query(
    "select action from audit_log where org_id = $1 and action like '%ApprovalRule' order by id",
    [buyer.org_id],
  );
  expect(entries).toEqual([{ action: "createApprovalRule" }, { action: "deleteApprovalRule" }]);
});

test("a rule needs a limit and approvers of the organization who may buy, and says what is wrong", async () => {
  const { owner, approver, buyer, colleague } = await createCompany();
  const [reader, inactiveUser] = [
    await colleague(),
    await shop.signedIn({ org_id: buyer.org_id, roles: ["buyer", "user"] }),
  ];
  await shop.query("update users set is_active = false where id = $1", [inactiveUser.user.id]);
  const stranger = await shop.buyer();
  const create = (fields: object) =>
    owner.client.call(createApprovalRule, {
      body: { name: "Rule", min_total: 1, approver_ids: [approver.user.id], ...fields },
    });
  for (const { user } of [reader, inactiveUser, stranger])
    expect((await create({ approver_ids: [approver.user.id, user.id] })).errcode).toBe("APPROVERS_INVALID");
  expect((await create({ user_ids: [stranger.user.id] })).errcode).toBe("USR_NOT_FOUND");
  const noLimitAnswer = await create({ min_total: null });
  expect([noLimitAnswer.status, JSON.parse(noLimitAnswer.text).issues[0].path]).toEqual([400, ["min_total"]]);
  for (const fields of [
    { approver_ids: [] },
    { approver_ids: Array.from({ length: 11 }, () => crypto.randomUUID()) },
    { escalate_after_hours: 0 },
    { escalate_after_hours: 721 },
    { min_total: -1 },
    { monthly_budget: 1.5 },
    { mode: "most" },
    { name: " " },
  ])
    expect((await create(fields)).status, JSON.stringify(fields)).toBe(400);
});
