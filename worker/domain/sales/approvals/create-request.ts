import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { approvalDays } from "../../../contract/entities/approval.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/store/approval-requests.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { maybeOne } from "../../sql.ts";
import { lockedCartParts } from "../checkout/claim-attempt.ts";
import { preparePurchase, requireCurrent, requireTerms } from "../checkout/checkout-cart.ts";
import type { Purchase } from "../checkout/purchase.ts";
import { readCheckout } from "../checkout/read-checkout.ts";
import { rulesRequiringApproval, type ConcernedRule } from "./concerned-rules.ts";
import { type ApprovalRequest, getApprovalRequest } from "./list-requests.ts";
import { approverMails } from "./request-mails.ts";

type Input = InputOf<typeof contract.createApprovalRequest>["body"];

/**
 * Sends the cart for approval as the buyer saw it (ADR-079). The cart is closed with its contents, so that the buyer's
 * next product opens a new cart. A repeated call returns the existing request. @throws APPROVAL_NOT_NEEDED, and the
 * errors of a checkout
 */
export async function createApprovalRequest(ctx: Ctx, input: Input): Promise<ApprovalRequest> {
  const facts = await readCheckout(ctx);
  if (facts?.cart.is_complete && facts.approval_request_id) return getApprovalRequest(ctx, facts.approval_request_id);
  requireCurrent(facts, input.updated_at);
  requireTerms(facts, input.terms_version);
  // An open payment of the cart has to end first.
  if (facts.attempt && ["claimed", "pending"].includes(facts.attempt.status)) throw unprocessable("CART_OUTDATED");
  const cart = {
    ...facts.cart,
    po_number: input.po_number === undefined ? facts.cart.po_number : input.po_number || null,
  };
  const purchase = await preparePurchase(ctx, { ...facts, cart });
  const requiredRules = rulesRequiringApproval(facts.approval_rules, purchase.total);
  if (requiredRules.length === 0) throw unprocessable("APPROVAL_NOT_NEEDED");
  const created = await insertRequest(ctx, purchase, requiredRules, input.note || null);
  if (created) {
    ctx.wakeWorkers();
    return getApprovalRequest(ctx, created.id);
  }
  const currentFacts = await readCheckout(ctx);
  if (!currentFacts) throw notFound("CART_NOT_FOUND");
  if (currentFacts.cart.id === purchase.cart.id && currentFacts.approval_request_id)
    return getApprovalRequest(ctx, currentFacts.approval_request_id);
  throw unprocessable("CART_OUTDATED");
}

/** JSON list of `FrozenRule`; the database's clock sets the escalation times. */
const frozenRules = (rules: readonly ConcernedRule[]): SQL => sql`(
  select jsonb_agg(
    (rule - 'hours') || jsonb_build_object('escalate_at', now() + (rule ->> 'hours')::int * interval '1 hour')
    order by place
  )
  from jsonb_array_elements(${JSON.stringify(
    rules.map(({ id, name, mode, approver_ids, escalate_after_hours: hours }) => ({
      id,
      name,
      mode,
      approver_ids,
      hours,
    })),
  )}::jsonb) with ordinality as listed(rule, place)
)`;

/**
 * Undefined if the cart, a price or a rule has changed since it was read, or if the cart was already sent for approval.
 */
const insertRequest = (ctx: Ctx, purchase: Purchase, requiredRules: readonly ConcernedRule[], note: string | null) => {
  const { user_id, org_id } = requireUser(ctx);
  const versions = requiredRules.map(({ id, updated_at }) => ({ id, updated_at }));
  const hours = requiredRules.flatMap(({ escalate_after_hours }) => escalate_after_hours ?? []);
  const escalationHours = hours.length > 0 ? Math.min(...hours) : null;
  return maybeOne(
    ctx,
    () => z.object({ id: z.string() }),
    sql`
    with ${lockedCartParts(ctx, purchase)},
    r as (
      insert into approval_requests (
        org_id, user_id, cart_id, total, purchase, note, po_number, rules, remind_at, escalate_at, expires_at
      )
      select ${org_id}::uuid, ${user_id}::uuid, c.id, ${purchase.total}, ${JSON.stringify(purchase)}::jsonb, ${note},
        ${purchase.po_number}, ${frozenRules(requiredRules)}, now() + interval '24 hours',
        now() + ${escalationHours}::int * interval '1 hour', now() + ${approvalDays} * interval '1 day'
      from c
      where not exists (select 1 from outdated)
        and ${versions.length} = (
          select count(*)
          from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) seen(id uuid, updated_at timestamptz)
            join approval_rules ar on ar.id = seen.id and ar.updated_at = seen.updated_at and ar.is_active
        )
      on conflict (cart_id) do nothing
      returning *
    ),
    sent as (update carts set is_complete = true, version = carts.version + 1 from r where carts.id = r.cart_id),
    ${audited(ctx, "createApprovalRequest", "cart", "r", {
      subject_id: sql`r.cart_id`,
      data: sql`jsonb_build_object('request_id', r.id, 'total', r.total)`,
    })},
    ${approverMails(ctx, "asked")}
    select id from r`,
  );
};
