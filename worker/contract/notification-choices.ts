import {
  isOptional,
  type NotificationType,
  notificationTypeNames,
  type notificationTypes,
} from "./notification-types.ts";

/** Reminders and news: the types that a user may turn off (O-122). */
export type OptionalType = {
  [T in NotificationType]: (typeof notificationTypes)[T]["kind"] extends "reminder" | "news" ? T : never;
}[NotificationType];

export const isOptionalType = (type: NotificationType): type is OptionalType => isOptional(type);
export const optionalTypes = notificationTypeNames.filter(isOptionalType) as [OptionalType, ...OptionalType[]];

/** The frequency of optional mails; all values but the first collect them in one morning mail. */
export const digestFrequencies = ["at_once", "daily", "weekly"] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

type Row = {
  label: string;
  text: string;
  types: readonly NotificationType[];
  /** Reason why mails of the row cannot be turned off; undefined for optional mails. */
  lock?: string;
};

/** Rows of the notification settings; each type is in exactly one of them. */
export const notificationRows = {
  orders: {
    label: "Orders",
    text: "Received, confirmed, shipped, delivered, canceled",
    types: ["orderReceived", "orderConfirmed", "orderShipped", "orderCanceled"],
    lock: "Always sent: it confirms what your organization bought",
  },
  approvals: {
    label: "Approvals",
    text: "Orders for you to approve, and what was decided about yours",
    types: ["orderApprovalAsked", "orderApprovalEnded"],
    lock: "Always sent: an order is waiting for it",
  },
  payments: {
    label: "Payments and invoices",
    text: "Invoices, failed payments, refunds, disputes, plans that start or end",
    types: [
      "invoiceForOrder",
      "invoiceForSubscription",
      "paymentFailed",
      "paymentRefunded",
      "paymentDisputed",
      "subscriptionStarted",
      "subscriptionExpired",
      "subscriptionCanceled",
    ],
    lock: "Always sent: it is about money",
  },
  renewals: {
    label: "Renewals",
    text: "A reminder before a plan renews",
    types: ["subscriptionRenewalReminder"],
  },
  security: {
    label: "Security",
    text: "Your password, your email address and your second step",
    types: ["passwordReset", "passwordChanged", "emailChangeVerification", "emailChanged", "recoveryStarted"],
    lock: "Always sent: it is about access to your account",
  },
  people: {
    label: "People and roles",
    text: "Invitations, account requests, your roles",
    types: [
      "welcome",
      "userSetup",
      "userRoleAdded",
      "userRoleRemoved",
      "userInactivated",
      "userReactivated",
      "accountRequestReceived",
      "accountRequestApproved",
      "accountRequestRejected",
    ],
    lock: "Always sent: it is about access to your account",
  },
  devices: {
    label: "Devices",
    text: "A device was added to your organization",
    types: ["deviceAdded"],
    lock: "Always sent: a device may not be yours",
  },
  firmware: {
    label: "Firmware and apps",
    text: "New versions for your devices and of Flowpoint",
    types: ["newSoftwareVersion"],
  },
  plugins: { label: "Plugin news", text: "New versions of plugins", types: ["newPluginVersion"] },
  announcements: { label: "News from CGX", text: "Announcements, such as opening hours", types: ["announcement"] },
  "must-read": {
    label: "Safety notices",
    text: "Safety, security and contracts",
    types: ["mustRead"],
    lock: "Always sent: it is about safety or a contract",
  },
} as const satisfies Record<string, Row>;

export type NotificationRow = keyof typeof notificationRows;
// as: Object.keys forgets which keys the object has.
export const notificationRowNames = Object.keys(notificationRows) as [NotificationRow, ...NotificationRow[]];
export const rowOf = (name: NotificationRow): Row => notificationRows[name];

/** Labels of the rows that contain the types: "Renewals and Plugin news". */
export const formatLabels = (types: readonly OptionalType[]): string =>
  new Intl.ListFormat("en-US", { type: "conjunction" }).format(
    notificationRowNames
      .map(rowOf)
      .flatMap((row) => (row.types.some((type) => types.some((each) => each === type)) ? [row.label] : [])),
  );
