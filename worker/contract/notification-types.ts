import type * as z from "zod/mini";
import { accountNotificationTypes } from "./notification-account-types.ts";
import { storeNotificationTypes } from "./notification-store-types.ts";

/**
 * The 29 types of O-009: title in the app, kind (people who unsubscribed get no reminders and news by e-mail and
 * phone, O-122), default channels, and the payload that domain and templates share.
 */
export const notificationTypes = { ...accountNotificationTypes, ...storeNotificationTypes } as const;

export type NotificationType = keyof typeof notificationTypes;
export type NotificationPayload<T extends NotificationType> = z.infer<(typeof notificationTypes)[T]["payload"]>;

// as: Object.keys forgets which keys the object has.
export const notificationTypeNames = Object.keys(notificationTypes) as [NotificationType, ...NotificationType[]];
