import * as z from "zod/mini";
import {
  paymentMethodTypes,
  planSwitchStatuses,
  subscriptionIntervals,
  subscriptionStatuses,
  subscriptionTerms,
} from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import { cents } from "./money.ts";

/** Stripe's subscription statuses (O-002), re-exported because `worker/gateways/` may not import `db/`. */
export { subscriptionStatuses };

export const subscriptionShape = {
  id: z.string(),
  product: z.object({
    id: z.string(),
    name: z.string(),
    description: z.nullable(z.string()),
    amount: cents("Price per term"),
    currency: z.literal("USD"),
    interval: z.enum(subscriptionIntervals),
    interval_count: describe(z.int(), "Number of intervals between payments"),
    main_image: z.nullable(z.string()),
  }),
  org_id: z.string(),
  user_id: z.nullable(z.string()),
  start_at: instant(),
  cancel_at: z.nullable(instant()),
  cancels_at_period_end: describe(
    z.boolean(),
    "Whether its customer let it end with the current term, which can be taken back until then",
  ),
  current_period_end: z.nullable(instant()),
  status: z.enum(subscriptionStatuses),
  stripe_id: z.nullable(z.string()),
  next_charge: describe(
    z.nullable(z.object({ at: instant(), amount: cents("Price of the next term, with tax") })),
    "Null: no term is charged after the current one",
  ),
  refund_offer: describe(
    z.nullable(z.object({ amount: cents("The whole payment"), until: instant() })),
    "What canceling at once pays back, within 14 days of the first payment; null: nothing",
  ),
  scheduled_switch: describe(
    z.nullable(
      z.object({
        id: z.string(),
        product: z.object({ id: z.string(), name: z.string() }),
        interval: z.enum(subscriptionTerms),
        begins_at: instant(),
        price: cents("Price of each new term, with tax"),
      }),
    ),
    "Switch to another term that begins with the next one and can be taken back until then; null: none",
  ),
  payment_method: describe(
    z.nullable(
      z.object({
        id: z.string(),
        type: z.enum(paymentMethodTypes),
        name: describe(z.nullable(z.string()), "Brand of the card, or the bank"),
        last4: z.string(),
      }),
    ),
    "What the next term is charged to; null for callers who may not see billing",
  ),
  needs_action: describe(
    z.nullable(
      z.object({
        invoice_id: z.string(),
        amount: cents("Renewal price"),
        url: z.nullable(z.string()),
        next_attempt_at: z.nullable(instant()),
      }),
    ),
    "Renewal that the bank wants confirmed at `url` before the next payment attempt; null: none",
  ),
  is_available: describe(z.boolean(), "Whether the organization may use it now: live and paid"),
  created_at: instant(),
  updated_at: instant(),
};
export const subscription = z.object(subscriptionShape);

const userRef = z.nullable(
  z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() }),
);
export const adminSubscriptionShape = {
  ...subscriptionShape,
  organization: z.object({ id: z.string(), name: z.string() }),
  created_by: userRef,
  updated_by: userRef,
};
export const adminSubscription = z.object(adminSubscriptionShape);

export const planSwitchShape = {
  id: z.string(),
  product: z.object({ id: z.string(), name: z.string() }),
  interval: z.enum(subscriptionTerms),
  price: cents("Price of each new term, with tax"),
  credit: cents("For the unused days of the current term"),
  due: cents("Charged at once, after the credit and what the organization has at the payment provider"),
  begins_at: describe(
    z.nullable(instant()),
    "End of the current term, with which the new one begins and is charged; null: it begins at once",
  ),
  expires_at: instant("Until then the switch is made for these amounts, ISO 8601 in UTC"),
  status: z.enum(planSwitchStatuses),
  confirm_url: describe(z.nullable(z.string()), "Page where the buyer confirms the payment for their bank"),
  refusal: describe(z.nullable(z.string()), "Why the payment was declined"),
};
export const planSwitch = z.object(planSwitchShape);
