import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { listFacts } from "./sendable.ts";
import { printInstant } from "./wording.ts";

type Subscription = NotificationPayload<"subscriptionStarted">;

export const subscriptionFacts = (
  { product, subscription_term, expired_date }: Subscription,
  endLabel: string,
  extraFacts: [string, string | undefined][] = [],
): MailMessage["facts"] =>
  listFacts([
    ["Subscription", product.name],
    ["Term", subscription_term && `1 ${subscription_term}`],
    [endLabel, expired_date && printInstant(expired_date)],
    ...extraFacts,
  ]);
