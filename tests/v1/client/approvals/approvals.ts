import { createApprovalRule } from "../../../../worker/contract/v1/client/approval-rules.ts";
import { approveRequest, getApprovalRequest } from "../../../../worker/contract/v1/client/approval-requests.ts";
import { createApprovalRequest } from "../../../../worker/contract/v1/store/approval-requests.ts";
import { getCart } from "../../../../worker/contract/v1/store/cart.ts";
import type { Role } from "../../../../db/enums.ts";
import type { Actor } from "../../../support/actors.ts";
import { type Buyer, cards, shop, type TestProduct } from "../../../support/store.ts";

export async function createCompany() {
  const buyer = await shop.buyer();
  const colleague = (...roles: Role[]) => shop.signedIn({ org_id: buyer.org_id, roles: [...roles, "user"] });
  const approver = await colleague("buyer");
  const owner = await colleague("org");
  return { buyer, approver, owner, colleague };
}
export type Company = Awaited<ReturnType<typeof createCompany>>;

type RuleBody = Partial<Parameters<typeof ruleBody>[1]>;
const ruleBody = (approvers: readonly Actor[], fields: Record<string, unknown>) => ({
  name: "Large orders",
  min_total: 50_00,
  approver_ids: approvers.map(({ user }) => user.id),
  ...fields,
});

export const addRule = async (owner: Actor, approvers: readonly Actor[], fields: RuleBody = {}) =>
  (await owner.client.call(createApprovalRule, { body: ruleBody(approvers, fields) })).reply();

export const sendForApproval = async ({ client }: Actor, body: Record<string, unknown> = {}) =>
  client.call(createApprovalRequest, {
    body: { updated_at: (await client.call(getCart)).reply().updated_at, ...body },
  });

export async function requestApproval(buyer: Buyer, products: TestProduct[], card: string = cards.good) {
  await shop.fillCart(buyer, products, card);
  return (await sendForApproval(buyer)).reply();
}

export const approve = ({ client }: Actor, id: string, note?: string) =>
  client.call(approveRequest, { params: { id }, ...(note && { body: { note } }) });

export const fetchRequest = async ({ client }: Actor, id: string) =>
  (await client.call(getApprovalRequest, { params: { id } })).reply();
