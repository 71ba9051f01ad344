import { createElement } from "react";
import { renderToString } from "react-dom/server";
import {
  type MailPayload,
  type MailType,
  mailTypes,
  type NotificationType,
  notificationTypes,
} from "../contract/notification-types.ts";
import * as accountRequests from "./account-requests.ts";
import * as credentials from "./credentials.ts";
import { Layout } from "./layout.tsx";
import { announcement, mustRead } from "./markdown/announcement.ts";
import * as orders from "./orders.ts";
import * as payments from "./payments.ts";
import * as products from "./products.ts";
import * as refundApprovals from "./refund-approvals.ts";
import * as roles from "./roles.ts";
import * as security from "./security.ts";
import * as staff from "./staff.ts";
import * as subscriptions from "./subscriptions.ts";
import * as users from "./users.ts";
import type { MailMessage } from "./message.ts";
import { printMarkdown } from "./markdown/print-markdown.ts";
import { flatten, printText } from "./text.ts";
import { toLine } from "./wording.ts";

type Templates = { [T in MailType]: (payload: MailPayload<T>) => MailMessage };

/** Each module exports the templates of its types by their names. */
const templates: Templates = {
  ...accountRequests,
  ...credentials,
  ...orders,
  ...payments,
  ...products,
  ...refundApprovals,
  ...roles,
  ...security,
  ...staff,
  ...subscriptions,
  ...users,
  announcement,
  mustRead,
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

/** Has no greeting; the link comes before words that may be cut. Throws like `renderMail`. */
export const renderTextMessage = (type: MailType, payload: unknown): string => {
  const { subject, paragraphs, action } = compose(type, payload);
  return [`CrunchBox: ${toLine(subject)}`, action?.url, ...paragraphs.map(flatten)].filter(Boolean).join("\n");
};

/** Rendered by the templates of the mails. */
export type NotificationTexts = {
  /** @throws Error for an invalid payload */
  byMail(type: MailType, payload: object): Promise<{ subject: string; html: string; text: string }>;
  /** Entries of the inbox list; `link` is the target at the time of the notification. */
  inApp(): Promise<(type: NotificationType, payload: object) => Notice>;
  /** Throws an Error when the payload does not fit. */
  byPhone(type: MailType, payload: object): Promise<string>;
};
export type Notice = { title: string; markdown: string; link: { label: string; url: string } | undefined };

export const createNotificationTexts = ({ SUPPORT_EMAIL }: { SUPPORT_EMAIL: string }): NotificationTexts => {
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
