import type * as z from "zod/mini";
import type { Definition } from "./notification-fields.ts";
import { securityMailTypes } from "./security-mail-types.ts";
import { accountNotificationTypes } from "./notification-account-types.ts";
import { announcement, storeNotificationTypes } from "./notification-store-types.ts";

/**
 * The 29 types of O-009: app title, kind (unsubscribed users get no reminders and news by email and phone, O-122),
 * default channels, and the payload shared by domain and templates.
 */
export const specifiedTypes = { ...accountNotificationTypes, ...storeNotificationTypes } as const;

export type SpecifiedType = keyof typeof specifiedTypes;

/** The 29 specified types and free-text announcements. */
export const notificationTypes = { ...specifiedTypes, announcement } as const;

export type NotificationType = keyof typeof notificationTypes;

export const definitionOf = (type: NotificationType): Definition => notificationTypes[type];
/** False for retired types, which old rows may still have. */
export const isNotificationType = (type: string): type is NotificationType => Object.hasOwn(notificationTypes, type);
export type NotificationPayload<T extends SpecifiedType> = z.infer<(typeof specifiedTypes)[T]["payload"]>;

// as: Object.keys returns string[]
export const specifiedTypeNames = Object.keys(specifiedTypes) as [SpecifiedType, ...SpecifiedType[]];

// as: Object.keys returns string[]
export const notificationTypeNames = Object.keys(notificationTypes) as [NotificationType, ...NotificationType[]];

/** Every email type: notifications, and security emails, which cannot be sent by hand or turned off. */
export const mailTypes = { ...notificationTypes, ...securityMailTypes } as const;

export type MailType = keyof typeof mailTypes;
export type MailPayload<T extends MailType> = z.infer<(typeof mailTypes)[T]["payload"]>;

// as: Object.keys returns string[]
export const mailTypeNames = Object.keys(mailTypes) as [MailType, ...MailType[]];

/** Reminders and news, which users may turn off (O-122). */
export const isOptional = (type: MailType): boolean => {
  const about = mailTypes[type];
  return "kind" in about && ["reminder", "news"].includes(about.kind);
};

/** Text messages are allowed for in-app types, which never contain sign-in links. */
const isForPhones = (type: SpecifiedType): boolean => definitionOf(type).channels.includes("app");

// as: filter loses the non-empty tuple type
export const textableTypes = specifiedTypeNames.filter(isForPhones) as [SpecifiedType, ...SpecifiedType[]];
