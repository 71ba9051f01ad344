import type * as z from "zod/mini";
import type { Definition } from "./notification-fields.ts";
import { securityMailTypes } from "./security-mail-types.ts";
import { accountNotificationTypes } from "./notification-account-types.ts";
import { announcement, storeNotificationTypes } from "./notification-store-types.ts";

/**
 * The 29 types of O-009: title in the app, kind (people who unsubscribed get no reminders and news by e-mail and
 * phone, O-122), default channels, and the payload that domain and templates share.
 */
export const specifiedTypes = { ...accountNotificationTypes, ...storeNotificationTypes } as const;

export type SpecifiedType = keyof typeof specifiedTypes;

/** What people are told: the 29, and what an administrator writes freely, which the specification does not name. */
export const notificationTypes = { ...specifiedTypes, announcement } as const;

export type NotificationType = keyof typeof notificationTypes;

/** What a type says of itself besides its payload. */
export const definitionOf = (type: NotificationType): Definition => notificationTypes[type];
/** Whether there is such a type; what was kept long ago can have one that is no more. */
export const isNotificationType = (type: string): type is NotificationType => Object.hasOwn(notificationTypes, type);
export type NotificationPayload<T extends SpecifiedType> = z.infer<(typeof specifiedTypes)[T]["payload"]>;

// as: Object.keys forgets which keys the object has.
export const specifiedTypeNames = Object.keys(specifiedTypes) as [SpecifiedType, ...SpecifiedType[]];

// as: Object.keys forgets which keys the object has.
export const notificationTypeNames = Object.keys(notificationTypes) as [NotificationType, ...NotificationType[]];

/** All that is mailed: the notifications, and what keeps accounts safe, which nobody can send by hand or turn off. */
export const mailTypes = { ...notificationTypes, ...securityMailTypes } as const;

export type MailType = keyof typeof mailTypes;
export type MailPayload<T extends MailType> = z.infer<(typeof mailTypes)[T]["payload"]>;

// as: Object.keys forgets which keys the object has.
export const mailTypeNames = Object.keys(mailTypes) as [MailType, ...MailType[]];

/** Reminders and news, which people may turn off (O-122). */
export const isOptional = (type: MailType): boolean => {
  const about = mailTypes[type];
  return "kind" in about && ["reminder", "news"].includes(about.kind);
};

/** Whether people may get it as a text message: what stands in the app, which nothing does that opens an account. */
const isForPhones = (type: SpecifiedType): boolean => definitionOf(type).channels.includes("app");

// as: filter keeps the type of the elements and forgets that there are some
export const textableTypes = specifiedTypeNames.filter(isForPhones) as [SpecifiedType, ...SpecifiedType[]];
