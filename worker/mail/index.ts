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
import { desktopSignedOut, emailChangeRequested, signInCode } from "./security.ts";
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
  // The type comes out of storage too, where another release of the worker may have put it.
  if (!Object.hasOwn(templates, type)) throw new Error(`There is no mail template for ${type}`);
  const parsed = mailTypes[type].payload.safeParse(payload);
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => issue.path.join("."));
    throw new Error(`The payload of ${type} is not valid at: ${paths.join(", ")}`);
  }
  const template: Templates[T] = templates[type];
  // as: the schema looked up by the same key promises it, which TypeScript cannot follow through a union.
  return template(parsed.data as MailPayload<T>);
};

/**
 * The message of a type, printed as HTML and as text from the same data. The payload is parsed here, because it comes
 * out of storage. Throws an Error without personal data when the payload does not fit or the type has no template.
 */
export const renderMail = (type: MailType, payload: unknown): { subject: string; html: string; text: string } => {
  const message = compose(type, payload);
  const subject = toLine(message.subject);
  const html = renderToString(createElement(Layout, { ...message, subject }));
  return { subject, html: html.startsWith("<!DOCTYPE") ? html : `<!DOCTYPE html>${html}`, text: printText(message) };
};

/** What the app shows: a title, the text as markdown, and where the thing itself is. Throws as renderMail does. */
export const renderNotice = (type: MailType, payload: unknown): Notice => {
  const message = compose(type, payload);
  return { title: toLine(message.subject), markdown: printMarkdown(message), link: message.action };
};

/** What a text message says, without a greeting: the link stands before words that may be cut. Throws as renderMail does. */
export const renderTextMessage = (type: MailType, payload: unknown): string => {
  const { subject, paragraphs, action } = compose(type, payload);
  return [`CrunchBox: ${toLine(subject)}`, action?.url, ...paragraphs.map(flatten)].filter(Boolean).join("\n");
};

/** What a notification says, by the templates of the mails: as its mail for who looks at it before, and elsewhere. */
export type Words = {
  /** Throws an Error when the payload does not fit. */
  byMail(type: MailType, payload: object): Promise<{ subject: string; html: string; text: string }>;
  /** What tells it of each of a list; `link` is where the thing itself is, as it was when the notification was made. */
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
        // Another release made it: the list must not fail for one of its rows.
        return { title: notificationTypes[type].title, markdown: "", link: undefined };
      }
    },
    byPhone: async (type, payload) => renderTextMessage(type, complete(payload)),
  };
};
