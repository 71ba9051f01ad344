import * as z from "zod/mini";
import { subscriptionStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { adminSubscription, adminSubscriptionShape } from "../../entities/subscription.ts";
import { day, describe, flag, freeText, orgId, versionField, uuid } from "../../fields.ts";
import { isInCalendar } from "../../instants.ts";
import { notDayOrInstant } from "../../issue-messages.ts";
import { listQuery, listReply } from "../../paging.ts";

const subscriptionsAhead = ["renewal-7", "renewal-30", "renewal-90", "end-30"] as const;

const callDefaults = { tag: "Admin: subscriptions" } as const;
const params = z.object({ subscription_id: freeText(36, "Subscription") });
const date = () =>
  describe(
    z
      .string({ error: notDayOrInstant })
      .check(
        z.trim(),
        z.regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/, { abort: true }),
        z.refine(isInCalendar),
      ),
    "YYYY-MM-DD or ISO 8601",
  );

export const listAdminSubscriptions = endpoint({
  ...callDefaults,
  access: "subscriptions:read",
  method: "GET",
  path: "/v1/admin/subscriptions",
  query: z.object({
    org_id: z.optional(uuid("Invalid Organization Id.")),
    product_id: z.optional(uuid()),
    status: z.optional(z.enum(subscriptionStatuses)),
    is_paid: describe(flag(), "true: bought; false: granted by an administrator"),
    ahead: z.optional(
      describe(z.enum(subscriptionsAhead), "Subscriptions that renew or end within this number of days"),
    ),
    begun_from: day("Earliest start day, in the shop's time zone; never-paid subscriptions are excluded"),
    begun_to: day("Latest start day, in the shop's time zone"),
    ended_from: day("Earliest end day, in the shop's time zone and in the past; never-paid subscriptions are excluded"),
    ended_to: day("Latest end day, in the shop's time zone"),
    ...listQuery(["created_at", "updated_at", "status", "current_period_end"]),
  }),
  status: 200,
  reply: listReply(adminSubscription),
  errors: [],
  summary: "List subscriptions",
  description: "Search covers product and organization names.",
});

export const getAdminSubscription = endpoint({
  ...callDefaults,
  access: "subscriptions:read",
  method: "GET",
  path: "/v1/admin/subscriptions/{subscription_id}",
  params,
  status: 200,
  reply: reply(adminSubscriptionShape),
  errors: ["SUBSCRIPTION_NOT_FOUND"],
  summary: "Read a subscription",
});

export const giveSubscription = endpoint({
  ...callDefaults,
  access: "subscriptions:act",
  method: "POST",
  path: "/v1/admin/subscriptions",
  body: z.object({ product_id: uuid(), start_date: date(), end_date: date(), org_id: orgId() }).check(
    z.refine((body) => Date.parse(body.end_date) > Date.parse(body.start_date), {
      error: "End date must be after the start date.",
      path: ["end_date"],
    }),
  ),
  status: 201,
  reply: reply(adminSubscriptionShape),
  errors: [
    "PRODUCT_NOT_FOUND",
    "ORG_NOT_FOUND",
    "DUPLICATE_ORG_SUBSCRIPTION",
    "PRODUCT_BASE_PRICE_NOT_FOUND",
    "PRODUCT_PRICE_LEVEL_NOT_FOUND",
  ],
  summary: "Grant an organization a subscription without payment",
});

export const updateSubscription = endpoint({
  ...callDefaults,
  access: "subscriptions:act",
  method: "PUT",
  path: "/v1/admin/subscriptions/{subscription_id}",
  params,
  body: z.object({
    start_date: z.optional(date()),
    end_date: z.optional(date()),
    status: z.optional(z.enum(["incomplete", "active", "past_due", "canceled"])),
    updated_at: versionField(),
  }),
  status: 200,
  reply: reply(adminSubscriptionShape),
  errors: [
    "SUBSCRIPTION_NOT_FOUND",
    "SUBSCRIPTION_ALREADY_CANCELLED",
    "ILLEGAL_SUBSCRIPTION_UPDATE",
    "STRIPE_SUBSCRIPTION_MODIFICATION_ERROR",
    "DUPLICATE_ORG_SUBSCRIPTION",
    "OBJECT_OUTDATED",
  ],
  summary: "Change the dates or the status of a subscription",
  description:
    "Omitted fields keep their value. The status of a bought subscription follows its payments at the payment provider: it can only be set to canceled, anything else is 422 ILLEGAL_SUBSCRIPTION_UPDATE. With `updated_at` concurrent changes are not overwritten.",
});
