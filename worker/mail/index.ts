import { createElement } from "react";
import { renderToString } from "react-dom/server";
import {
  type MailPayload,
  type MailType,
  mailTypes,
  type NotificationType,
  notificationTypes,
} from "../contract/notification-types.ts";
import { accountRequestApproved, accountRequestReceived, accountRequestRejected } from "./account-requests.ts";
import { emailChangeVerification, emailChanged, passwordChanged, passwordReset } from "./credentials.ts";
import { invoiceForOrder, orderCanceled, orderConfirmed, orderReceived, orderShipped } from "./orders.ts";
import { paymentDisputed, paymentFailed, paymentRefunded } from "./payments.ts";
import { announcement } from "./markdown/announcement.ts";
import { deviceAdded, newPluginVersion, newSoftwareVersion } from "./products.ts";
import { userRoleAdded, userRoleRemoved } from "./roles.ts";
import {
  invoiceForSubscription,
  subscriptionCanceled,
  subscriptionExpired,
  subscriptionRenewalReminder,
  subscriptionStarted,
} from "./subscriptions.ts";
import { userInactivated, userReactivated, userSetup, welcome } from "./users.ts";
import { desktopSignedOut, deviceTakenOver, emailChangeRequested, signInCode } from "./security.ts";
import { Layout } from "./layout.tsx";
import type { MailMessage } from "./message.ts";
import { printMarkdown } from "./markdown/print-markdown.ts";
import { flatten, printText } from "./text.ts";
import { toLine } from "./wording.ts";

type Templates = { [T in MailType]: (payload: MailPayload<T>) => MailMessage };

const templates: Templates = {
  accountRequestApproved,
  accountRequestReceived,
  accountRequestRejected,
  announcement,
  desktopSignedOut,
  deviceAdded,
  deviceTakenOver,
  emailChangeVerification,
  emailChanged,
  emailChangeRequested,
  invoiceForOrder,
  invoiceForSubscription,
  newPluginVersion,
  newSoftwareVersion,
  orderCanceled,
  orderConfirmed,
  orderReceived,
  orderShipped,
  passwordChanged,
  passwordReset,
  paymentDisputed,
  paymentFailed,
  paymentRefunded,
  signInCode,
  subscriptionCanceled,
  subscriptionExpired,
  subscriptionRenewalReminder,
  subscriptionStarted,
  userInactivated,
  userReactivated,
  userRoleAdded,
  userRoleRemoved,
  userSetup,
  welcome,
};

const compose = <T extends MailType>(type: T, payload: unknown): MailMessage => {
  // Stored messages may have a type of another release.
  if (!Object.hasOwn(templates, type)) throw new Error(`There is no mail template for ${type}`);
  const parsed = mailTypes[type].payload.safeParse(payload);
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => issue.path.join("."));
    throw new Error(`The payload of ${type} is not valid at: ${paths.join(", ")}`);
  }
  const template: Templates[T] = templates[type];
  // TypeScript cannot relate a union of types to its schemas by key.
  return template(parsed.data as MailPayload<T>);
};

/**
 * The payload is parsed again, because it comes from storage. Throws an Error without personal data for an invalid
 * payload or a type without a template.
 */
export const renderMail = (type: MailType, payload: unknown): { subject: string; html: string; text: string } => {
  const message = compose(type, payload);
  const subject = toLine(message.subject);
  const html = renderToString(createElement(Layout, { ...message, subject }));
  return { subject, html: html.startsWith("<!DOCTYPE") ? html : `<!DOCTYPE html>${html}`, text: printText(message) };
};

/** Throws like `renderMail`. */
export const renderNotice = (type: MailType, payload: unknown): Notice => {
  const message = compose(type, payload);
  return { title: toLine(message.subject), markdown: printMarkdown(message), link: message.action };
};

/** Without a greeting; the link comes before words that may be cut. Throws like `renderMail`. */
export const renderTextMessage = (type: MailType, payload: unknown): string => {
  const { subject, paragraphs, action } = compose(type, payload);
  return [`CrunchBox: ${toLine(subject)}`, action?.url, ...paragraphs.map(flatten)].filter(Boolean).join("\n");
};

/** Rendered by the templates of the mails. */
export type Words = {
  /** @throws Error for an invalid payload */
  byMail(type: MailType, payload: object): Promise<{ subject: string; html: string; text: string }>;
  /** Entries of the inbox list; `link` is the target at the time of the notification. */
  inApp(): Promise<(type: NotificationType, payload: object) => Notice>;
  /** Throws an Error when the payload does not fit. */
  byPhone(type: MailType, payload: object): Promise<string>;
};
export type Notice = { title: string; markdown: string; link: { label: string; url: string } | undefined };

export const createWords = ({ SUPPORT_EMAIL }: { SUPPORT_EMAIL: string }): Words => {
  const complete = (payload: object) => ({ support_email: SUPPORT_EMAIL, ...payload });
  return {
    byMail: async (type, payload) => renderMail(type, complete(payload)),
    inApp: async () => (type, payload) => {
      try {
        return renderNotice(type, complete(payload));
      } catch {
        // A message of another release must not break the whole list.
        return { title: notificationTypes[type].title, markdown: "", link: undefined };
      }
    },
    byPhone: async (type, payload) => renderTextMessage(type, complete(payload)),
  };
};
