import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { type NotificationPayload, type NotificationType, notificationTypes } from "../contract/notification-types.ts";
import { accountRequestApproved } from "./account-request-approved.ts";
import { accountRequestReceived } from "./account-request-received.ts";
import { accountRequestRejected } from "./account-request-rejected.ts";
import { deviceAdded } from "./device-added.ts";
import { emailChangeVerification } from "./email-change-verification.ts";
import { emailChanged } from "./email-changed.ts";
import { invoiceForOrder } from "./invoice-for-order.ts";
import { invoiceForSubscription } from "./invoice-for-subscription.ts";
import { Layout } from "./layout.tsx";
import type { MailMessage } from "./message.ts";
import { newPluginVersion } from "./new-plugin-version.ts";
import { newSoftwareVersion } from "./new-software-version.ts";
import { orderCanceled } from "./order-canceled.ts";
import { orderConfirmed } from "./order-confirmed.ts";
import { orderReceived } from "./order-received.ts";
import { orderShipped } from "./order-shipped.ts";
import { passwordChanged } from "./password-changed.ts";
import { passwordReset } from "./password-reset.ts";
import { paymentDisputed } from "./payment-disputed.ts";
import { paymentFailed } from "./payment-failed.ts";
import { paymentRefunded } from "./payment-refunded.ts";
import { subscriptionCanceled } from "./subscription-canceled.ts";
import { subscriptionExpired } from "./subscription-expired.ts";
import { subscriptionRenewalReminder } from "./subscription-renewal-reminder.ts";
import { subscriptionStarted } from "./subscription-started.ts";
import { printText } from "./text.ts";
import { userInactivated } from "./user-inactivated.ts";
import { userReactivated } from "./user-reactivated.ts";
import { userRoleAdded } from "./user-role-added.ts";
import { userRoleRemoved } from "./user-role-removed.ts";
import { userSetup } from "./user-setup.ts";
import { welcome } from "./welcome.ts";
import { toLine } from "./wording.ts";

type Templates = { [T in NotificationType]: (payload: NotificationPayload<T>) => MailMessage };

const templates: Templates = {
  accountRequestApproved,
  accountRequestReceived,
  accountRequestRejected,
  deviceAdded,
  emailChangeVerification,
  emailChanged,
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

const compose = <T extends NotificationType>(type: T, payload: unknown): MailMessage => {
  // The type comes out of storage too, where another release of the worker may have put it.
  if (!Object.hasOwn(templates, type)) throw new Error(`There is no mail template for ${type}`);
  const parsed = notificationTypes[type].payload.safeParse(payload);
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => issue.path.join("."));
    throw new Error(`The payload of ${type} is not valid at: ${paths.join(", ")}`);
  }
  const template: Templates[T] = templates[type];
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
