import { definitionOf, type NotificationType } from "../../../worker/contract/notification-types.ts";

const subjects = {
  account: "Account",
  order: "Order",
  payment: "Payment",
  reminder: "Reminder",
  news: "News",
} as const;

/** What a notification is about, in a word. */
export const subjectOf = (type: NotificationType): string => subjects[definitionOf(type).kind];
