import * as z from "zod/mini";
import { subscriptionStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { subscription, subscriptionShape } from "../../entities/subscription.ts";
import { freeText } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { method: "GET", access: "session", status: 200, tag: "Subscriptions" } as const;

export const listSubscriptions = endpoint({
  ...callDefaults,
  path: "/v1/client/subscriptions",
  query: z.object({
    status: z.optional(z.enum(subscriptionStatuses)),
    ...listQuery(["created_at", "updated_at", "status", "current_period_end"]),
  }),
  reply: listReply(subscription),
  errors: [],
  summary: "List the organization's subscriptions",
});

export const getSubscription = endpoint({
  ...callDefaults,
  path: "/v1/client/subscriptions/{subscription_id}",
  params: z.object({ subscription_id: freeText(36, "Subscription") }),
  reply: reply(subscriptionShape),
  errors: ["SUBSCRIPTION_NOT_FOUND"],
  summary: "Read a subscription",
});
