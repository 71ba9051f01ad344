import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { type NotificationPayload, type NotificationType, notificationTypes } from "../contract/notification-types.ts";
import { accountRequestApproved } from "./account-request-approved.ts";
import { accountRequestReceived } from "./account-request-received.ts";
import { accountRequestRejected } from "./account-request-rejected.ts";
import { emailChangeVerification } from "./email-change-verification.ts";
import { emailChanged } from "./email-changed.ts";
import { Layout } from "./layout.tsx";
import type { MailMessage } from "./message.ts";
import { passwordChanged } from "./password-changed.ts";
import { passwordReset } from "./password-reset.ts";
import { printText } from "./text.ts";
import { userSetup } from "./user-setup.ts";
import { toLine } from "./wording.ts";

type Templates = { [T in NotificationType]?: (payload: NotificationPayload<T>) => MailMessage };

const templates: Templates = {
  accountRequestApproved,
  accountRequestReceived,
  accountRequestRejected,
  emailChangeVerification,
  emailChanged,
  passwordChanged,
  passwordReset,
  userSetup,
};

const compose = <T extends NotificationType>(type: T, payload: unknown): MailMessage => {
  const template: Templates[T] = templates[type];
  if (!template) throw new Error(`There is no mail template for ${type}`);
  const parsed = notificationTypes[type].payload.safeParse(payload);
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => issue.path.join("."));
    throw new Error(`The payload of ${type} is not valid at: ${paths.join(", ")}`);
  }
  // as: the schema looked up by the same key promises it, which TypeScript cannot follow through a union.
  return template(parsed.data as NotificationPayload<T>);
};

/**
 * The message of a type, printed as HTML and as text from the same data. The payload is parsed here, because it comes
 * out of storage. Throws an Error without personal data when the payload does not fit or the type has no template.
 */
export const renderMail = (
  type: NotificationType,
  payload: unknown,
): { subject: string; html: string; text: string } => {
  const message = compose(type, payload);
  const subject = toLine(message.subject);
  const html = renderToString(createElement(Layout, { ...message, subject }));
  return { subject, html: html.startsWith("<!DOCTYPE") ? html : `<!DOCTYPE html>${html}`, text: printText(message) };
};
