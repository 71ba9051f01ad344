import type * as z from "zod/mini";
import { digestMailType } from "./digest-mail-type.ts";
import type { Definition } from "./notification-fields.ts";
import { approvalNotificationTypes } from "./notification-approval-types.ts";
import { recoveryNotificationTypes } from "./notification-recovery-types.ts";
import { securityMailTypes } from "./security-mail-types.ts";
import { staffMailTypes } from "./staff-mail-types.ts";
import { accountNotificationTypes } from "./notification-account-types.ts";
import { announcement, mustRead, storeNotificationTypes } from "./notification-store-types.ts";

/**
 * The 29 types of O-009 with app title, kind, default channels and payload. Unsubscribed users get no reminders and
 * news by email and phone (O-122).
 */
export const specifiedTypes = { ...accountNotificationTypes, ...storeNotificationTypes } as const;

export type SpecifiedType = keyof typeof specifiedTypes;

/** Types that administrators may send by hand. */
export const sendableTypes = { ...specifiedTypes, announcement, mustRead } as const;
export type SendableType = keyof typeof sendableTypes;

export const notificationTypes = {
  ...sendableTypes,
  ...approvalNotificationTypes,
  ...recoveryNotificationTypes,
} as const;

export type NotificationType = keyof typeof notificationTypes;

export const isSendable = (type: string): type is SendableType => Object.hasOwn(sendableTypes, type);

export const definitionOf = (type: NotificationType): Definition => notificationTypes[type];
/** False for the type of an old notification if that type no longer exists. */
export const isNotificationType = (type: string): type is NotificationType => Object.hasOwn(notificationTypes, type);
export type NotificationPayload<T extends SpecifiedType> = z.infer<(typeof specifiedTypes)[T]["payload"]>;

export const specifiedTypeNames = Object.keys(specifiedTypes) as [SpecifiedType, ...SpecifiedType[]];

export const sendableTypeNames = Object.keys(sendableTypes) as [SendableType, ...SendableType[]];

export const notificationTypeNames = Object.keys(notificationTypes) as [NotificationType, ...NotificationType[]];

/** Includes security mails and mails to administrators, which can be neither sent by hand nor turned off. */
export const mailTypes = {
  ...notificationTypes,
  ...digestMailType,
  ...securityMailTypes,
  ...staffMailTypes,
} as const;

export type MailType = keyof typeof mailTypes;
export type MailPayload<T extends MailType> = z.infer<(typeof mailTypes)[T]["payload"]>;

export const mailTypeNames = Object.keys(mailTypes) as [MailType, ...MailType[]];

/** Whether the text is Markdown that an administrator wrote; these two types are not among the 29 of O-009. */
export const isWritten = (type: NotificationType): boolean => type === "announcement" || type === "mustRead";

/** Users may turn off reminders and news (O-122). */
export const isOptional = (type: MailType): boolean => {
  const about = mailTypes[type];
  return "kind" in about && ["reminder", "news"].includes(about.kind);
};

/** Mails with a link that turns their types off; a digest has one for the types in it. */
export const hasUnsubscribeLink = (type: MailType): boolean => type === "digest" || isOptional(type);

/** Types for the app never contain sign-in links, so they may also go by text message. */
const isForPhones = (type: SpecifiedType): boolean => definitionOf(type).channels.includes("app");

export const textableTypes = specifiedTypeNames.filter(isForPhones) as [SpecifiedType, ...SpecifiedType[]];
