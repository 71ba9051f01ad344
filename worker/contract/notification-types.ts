import * as z from "zod/mini";
import { type NotificationChannel, roles } from "../../db/enums.ts";

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const email = () => z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@<>,"]+@[^\s@<>,"]+$/));
const link = () => z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[^\s"<>]+$/));
const instant = () => z.iso.datetime().check(z.maxLength(32));
const cents = () => z.int().check(z.gte(0), z.lte(100_000_000_000));
const count = (max: number) => z.int().check(z.gte(1), z.lte(max));
const id = () => z.uuid();

/** Whom a message addresses; `user_email` is the recipient when nothing else names one (decision O-107). */
const person = { user_email: z.optional(email()), first_name: line(64), last_name: line(64) };

/** What an administrator may send to many: names are filled in per recipient, subject and message are plain text. */
const sendable = {
  user_email: z.optional(email()),
  first_name: z.optional(line(64)),
  last_name: z.optional(line(64)),
  subject: z.optional(line(150)),
  message: z.optional(line(4000)),
};

const organization = z.object({ id: z.optional(id()), name: line(1024) });
const product = z.object({ id: z.optional(id()), name: line(256) });
const term = z.enum(["month", "year"]);
const address = z.object({
  line1: line(256),
  line2: z.nullish(line(256)),
  city: line(128),
  state: line(64),
  postal_code: line(32),
  country: line(64),
});
const orderLine = z.object({ name: line(256), quantity: count(100_000), price: z.optional(cents()) });

/** Money in cents, percentage 0 to 100 (product.md section 3, Notification). */
const orderDetails = z.object({
  price: z.optional(cents()),
  period: z.optional(line(64)),
  card4digits: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  sub_total: z.optional(cents()),
  tax: z.optional(cents()),
  tax_percentage: z.optional(z.number().check(z.gte(0), z.lte(100))),
  total: z.optional(cents()),
  attempt_date: z.optional(instant()),
  delivery_method: z.optional(line(128)),
  delivery_price: z.optional(cents()),
  products: z.optional(z.array(orderLine).check(z.maxLength(100))),
});

const order = {
  ...sendable,
  order_number: line(64),
  order_id: z.optional(id()),
  order_details: z.optional(orderDetails),
  billing_address: z.optional(address),
};
const payment = {
  ...sendable,
  order_number: z.optional(line(64)),
  order_id: z.optional(id()),
  invoice_id: z.optional(id()),
  amount: z.optional(cents()),
  order_details: z.optional(orderDetails),
};
const subscription = {
  ...sendable,
  product,
  subscription_term: z.optional(term),
  expired_date: z.optional(instant()),
  manage_subscription_url: z.optional(link()),
};
const membership = {
  ...sendable,
  org: z.optional(organization),
  roles: z.optional(z.array(z.enum(roles)).check(z.maxLength(roles.length))),
};
const release = { ...sendable, product, version: line(64), download_url: z.optional(link()) };
const request = { ...person, org_name: line(1024), support_email: z.optional(email()) };
const change = { ...person, changed_at: instant(), support_email: email() };

export type NotificationKind = "account" | "order" | "payment" | "reminder" | "news";
type Definition = {
  title: string;
  kind: NotificationKind;
  channels: readonly NotificationChannel[];
  payload: z.ZodMiniObject;
};

const everywhere = ["email", "app"] as const;
/** For people who cannot sign in yet or any more, and for secrets: a live link must not be copied into the app. */
const mailOnly = ["email"] as const;

/**
 * The 29 types of decision O-009: title in the app, kind (people who unsubscribed get no reminders and news by e-mail and
 * phone, O-122), default channels, and the payload that domain and templates share.
 */
export const notificationTypes = {
  welcome: {
    title: "Welcome to CrunchBox",
    kind: "account",
    channels: everywhere,
    payload: z.object({ ...sendable, org: z.optional(organization) }),
  },
  orderShipped: {
    title: "Your order was shipped",
    kind: "order",
    channels: everywhere,
    payload: z.object({ ...order, tracking_number: z.optional(line(128)), tracking_link: z.optional(link()) }),
  },
  invoiceForOrder: {
    title: "Invoice for your order",
    kind: "payment",
    channels: everywhere,
    payload: z.object({ ...order, invoice_id: z.optional(id()), amount: z.optional(cents()) }),
  },
  subscriptionRenewalReminder: {
    title: "Your subscription renews soon",
    kind: "reminder",
    channels: everywhere,
    payload: z.object({ ...subscription, days_left: z.int().check(z.gte(0), z.lte(366)), amount: z.optional(cents()) }),
  },
  userRoleAdded: { title: "You have a new role", kind: "account", channels: everywhere, payload: z.object(membership) },
  accountRequestReceived: {
    title: "Account request received",
    kind: "account",
    channels: mailOnly,
    payload: z.object(request),
  },
  accountRequestApproved: {
    title: "Account request approved",
    kind: "account",
    channels: mailOnly,
    payload: z.object({ ...person, org: organization }),
  },
  accountRequestRejected: {
    title: "Account request not approved",
    kind: "account",
    channels: mailOnly,
    payload: z.object(request),
  },
  userSetup: {
    title: "Set up your account",
    kind: "account",
    channels: mailOnly,
    payload: z.object({ ...person, url: link(), org: organization, expires_in_hours: count(744) }),
  },
  passwordReset: {
    title: "Reset your password",
    kind: "account",
    channels: mailOnly,
    payload: z.object({ ...person, url: link(), expires_in_minutes: count(44_640) }),
  },
  passwordChanged: {
    title: "Your password was changed",
    kind: "account",
    channels: everywhere,
    payload: z.object(change),
  },
  emailChangeVerification: {
    title: "Confirm your new email address",
    kind: "account",
    channels: mailOnly,
    payload: z.object({ ...person, new_email: email(), url: link(), expires_in_hours: count(744) }),
  },
  emailChanged: {
    title: "Your email address was changed",
    kind: "account",
    channels: everywhere,
    payload: z.object({ ...change, old_email: email(), new_email: email() }),
  },
  userInactivated: {
    title: "Your account was deactivated",
    kind: "account",
    channels: mailOnly,
    payload: z.object(membership),
  },
  userReactivated: {
    title: "Your account is active again",
    kind: "account",
    channels: everywhere,
    payload: z.object(membership),
  },
  userRoleRemoved: {
    title: "A role was removed",
    kind: "account",
    channels: everywhere,
    payload: z.object(membership),
  },
  orderConfirmed: { title: "Your order is confirmed", kind: "order", channels: everywhere, payload: z.object(order) },
  orderReceived: { title: "We received your order", kind: "order", channels: everywhere, payload: z.object(order) },
  orderCanceled: { title: "Your order was canceled", kind: "order", channels: everywhere, payload: z.object(order) },
  paymentFailed: { title: "A payment failed", kind: "payment", channels: everywhere, payload: z.object(payment) },
  paymentRefunded: {
    title: "A payment was refunded",
    kind: "payment",
    channels: everywhere,
    payload: z.object(payment),
  },
  paymentDisputed: {
    title: "A payment is disputed",
    kind: "payment",
    channels: everywhere,
    payload: z.object(payment),
  },
  invoiceForSubscription: {
    title: "Invoice for your subscription",
    kind: "payment",
    channels: everywhere,
    payload: z.object({
      ...subscription,
      invoice_id: z.optional(id()),
      amount: z.optional(cents()),
      order_details: z.optional(orderDetails),
    }),
  },
  subscriptionStarted: {
    title: "Your subscription started",
    kind: "payment",
    channels: everywhere,
    payload: z.object(subscription),
  },
  subscriptionExpired: {
    title: "Your subscription expired",
    kind: "payment",
    channels: everywhere,
    payload: z.object(subscription),
  },
  subscriptionCanceled: {
    title: "Your subscription was canceled",
    kind: "payment",
    channels: everywhere,
    payload: z.object(subscription),
  },
  newSoftwareVersion: { title: "New software version", kind: "news", channels: everywhere, payload: z.object(release) },
  newPluginVersion: { title: "New plugin version", kind: "news", channels: everywhere, payload: z.object(release) },
  deviceAdded: {
    title: "A device was added",
    kind: "account",
    channels: everywhere,
    payload: z.object({ ...sendable, device_name: line(256), device_serial: line(64), org: z.optional(organization) }),
  },
} as const satisfies Record<string, Definition>;

export type NotificationType = keyof typeof notificationTypes;
export type NotificationPayload<T extends NotificationType> = z.infer<(typeof notificationTypes)[T]["payload"]>;

// as: Object.keys forgets which keys the object has.
export const notificationTypeNames = Object.keys(notificationTypes) as [NotificationType, ...NotificationType[]];
