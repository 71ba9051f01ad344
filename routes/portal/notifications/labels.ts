import { definitionOf, type NotificationType } from "../../../worker/contract/notification-types.ts";

const subjects = {
  account: "Account",
  order: "Order",
  payment: "Payment",
  reminder: "Reminder",
  news: "News",
  "must-read": "Must-read",
} as const;

export const subjectOf = (type: NotificationType): string => subjects[definitionOf(type).kind];
