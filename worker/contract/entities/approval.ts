import * as z from "zod/mini";
import { approvalModes, approvalRequestStatuses, paymentStatuses, paidByTypes } from "../../../db/enums.ts";
import { chargeMax } from "../buying/charge-limit.ts";
import { describe, freeText, instant, versionField, uuid } from "../fields.ts";
import { shownAddress } from "./address.ts";
import { cents } from "./money.ts";

export const approversMax = 10;
export const escalationHoursMax = 720;
/** Days for which a request is open and its prices hold. */
export const approvalDays = 14;

const limit = (description: string) => z.nullish(describe(z.int().check(z.gte(0), z.lte(chargeMax)), description));
const withoutDuplicates = (list: string[]) => [...new Set(list)];

const mode = () => describe(z.enum(approvalModes), "any: one of them decides; all: each must approve");

export const approvalRuleFields = {
  name: freeText(80, "Name, shown to who buys and who approves").check(z.minLength(1, "Name is required.")),
  is_active: z.optional(describe(z.boolean(), "Default: true")),
  min_total: limit("US cents: orders from this total on, shipping and tax included; 0: every order"),
  monthly_budget: limit("US cents that a person may order in a calendar month (UTC) without approval"),
  user_ids: z.optional(
    describe(
      z.array(uuid()).check(z.maxLength(100), z.overwrite(withoutDuplicates)),
      "Whom it concerns; empty: all who buy",
    ),
  ),
  categories: z.optional(
    describe(
      z.array(freeText(128, "Category of a product")).check(z.maxLength(50), z.overwrite(withoutDuplicates)),
      "Orders with a product of these categories; empty: all",
    ),
  ),
  approver_ids: describe(
    z
      .array(uuid())
      .check(
        z.overwrite(withoutDuplicates),
        z.minLength(1, "Choose at least one approver."),
        z.maxLength(approversMax, `Choose at most ${approversMax} approvers.`),
      ),
    "Active people of the organization with the role org or buyer",
  ),
  mode: z.optional(mode()),
  escalate_after_hours: z.nullish(
    describe(
      z.int().check(z.gte(1), z.lte(escalationHoursMax)),
      `Then the owners may decide, too: 1 to ${escalationHoursMax}; null: never`,
    ),
  ),
};
export const approvalRuleBody = z.object(approvalRuleFields);
export const approvalRuleChange = z.object({ ...approvalRuleFields, updated_at: versionField() });

export const approvalRuleShape = {
  id: z.string(),
  name: z.string(),
  is_active: describe(z.boolean(), "Whether it asks for orders"),
  min_total: z.nullable(cents("From this total on; null: the budget alone decides")),
  monthly_budget: z.nullable(cents("Of a person in a calendar month in UTC")),
  user_ids: describe(z.array(z.string()), "Whom it concerns; empty: all who buy"),
  categories: describe(z.array(z.string()), "Of products; empty: all"),
  approver_ids: describe(z.array(z.string()), "Who approves"),
  mode: mode(),
  escalate_after_hours: describe(z.nullable(z.int()), "Hours until the owners may decide, too; null: never"),
  created_at: instant(),
  updated_at: instant(),
};
export const approvalRule = z.object(approvalRuleShape);

const userRef = z.object({ id: z.string(), name: z.string() });
const note = (description: string) => describe(z.nullable(z.string()), description);

export const approvalRequestShape = {
  id: z.string(),
  status: describe(
    z.enum(approvalRequestStatuses),
    "failed: no order was made; canceled: by who asked, or because its order was not paid in time",
  ),
  cart_no: z.string(),
  total: cents("Total with shipping and tax"),
  total_details: z.object({ shipping: cents("Shipping"), tax: cents("Tax") }),
  lines: z.array(
    z.object({
      product_id: z.string(),
      name: z.string(),
      quantity: describe(z.int(), "Ordered quantity"),
      price: cents("Unit price"),
      subscription_term: describe(z.nullable(z.enum(["month", "year"])), "Of a subscription; null: bought once"),
    }),
  ),
  shipping_address: describe(z.nullable(shownAddress), "Null: nothing ships"),
  payment_method: describe(
    z.object({
      type: z.enum(paidByTypes),
      name: describe(z.nullable(z.string()), "Brand of the card, or bank"),
      last4: describe(z.string(), "Empty on account"),
    }),
    "What is charged",
  ),
  note: note("Note of who asked"),
  po_number: note("Purchase order number of the buyer"),
  user_id: describe(z.string(), "Who asked"),
  user: describe(userRef, "Who asked"),
  rules: describe(
    z.array(z.object({ id: z.string(), name: z.string(), mode: mode() })),
    "Rules that ask for it, as they were when it was made",
  ),
  waits_for: describe(z.array(userRef), "Who may decide now; empty once it is decided"),
  approvals: describe(
    z.array(
      z.object({
        user_id: z.string(),
        name: describe(z.string(), "Who decided"),
        decided_at: instant(),
        decision: describe(z.enum(["approved", "rejected"]), "What they decided"),
        note: note("Note of who decided"),
      }),
    ),
    "Decisions, oldest first",
  ),
  approved_by: describe(z.nullable(z.string()), "User whose approval was the last that was needed"),
  can_decide: describe(z.boolean(), "Whether it waits for you"),
  order_id: z.nullable(z.string()),
  order_number: z.nullable(z.string()),
  payment_status: describe(z.nullable(z.enum(paymentStatuses)), "Of its order"),
  payment_url: describe(z.nullable(z.string()), "Where who asked pays the order that is not paid yet"),
  reason: describe(z.nullable(z.string()), "Why it failed, was canceled or was ordered only in part"),
  created_at: instant(),
  expires_at: describe(instant(), "Until then its prices hold, in UTC"),
};
export const approvalRequest = z.object(approvalRequestShape);
