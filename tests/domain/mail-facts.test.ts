import { describe, expect, test } from "vitest";
import {
  type MailType,
  mailTypeNames,
  specifiedTypeNames,
  specifiedTypes,
} from "../../worker/contract/notification-types.ts";
import { renderMail } from "../../worker/mail/index.ts";
import { payloads } from "./mail-payloads.ts";

const lines = ["Quick-20r headset", "2 × $1,299.00", "$2,598.00", "Electrode gel", "10 × $12.50", "$125.00"];
const charges = ["Subtotal", "$2,723.00", "Shipping, Ground", "$25.00", "Tax (8.25%)", "$224.65", "Total", "$2,972.65"];
const order = [
  "CB-1042",
  "PO 4500012345",
  "Ada Lovelace, 2 Dock Road, San Diego, CA 92102, US",
  ...lines,
  ...charges,
  "Card ending in 4242",
  "1 Main Street, San Diego, CA 92101, US",
];
const payment = ["order CB-1042", "$2,972.65", "Card ending in 0341", "support@cgx.test"];
const subscription = ["Flowpoint Pro", "1 year", "30 Nov 2026, 09:30 UTC"];
const roles = ["the roles Buyer and Organization manager", "Acme Robotics", "support@cgx.test"];

const facts: Record<MailType, string[]> = {
  announcement: [
    "We are closed on Friday",
    "Orders",
    "Support",
    "To turn off reminders and news by email, write to support@cgx.test.",
  ],
  accountRequestReceived: ["Acme Robotics", "review"],
  accountRequestApproved: ["Acme Robotics", "was approved"],
  accountRequestRejected: ["Acme Robotics", "did not approve"],
  userSetup: ["Acme Robotics", "7 days"],
  passwordReset: ["1 hour"],
  passwordChanged: ["20 Nov 2026, 14:05 UTC", "support@cgx.test"],
  emailChangeVerification: ["ada@new.test", "24 hours"],
  emailChanged: ["ada@old.test", "ada@new.test", "support@cgx.test"],
  signInCode: ["ABC234", "10 minutes", "Forgot Password"],
  desktopSignedOut: ["20 Nov 2026, 14:05 UTC", "used twice", "choose a new password", "support@cgx.test"],
  deviceTakenOver: ["Quick-20r", "Q20R-00017", "shipped", "Acme Robotics", "support@cgx.test"],
  emailChangeRequested: ["ada@new.test", "Stop the change", "7 days", "support@cgx.test"],
  welcome: ["Acme Robotics", "is ready", "support@cgx.test"],
  userRoleAdded: ["You now have", ...roles],
  userRoleRemoved: ["You no longer have", ...roles],
  userInactivated: ["Acme Robotics", "cannot sign in", "support@cgx.test"],
  userReactivated: ["Acme Robotics", "was reactivated", "Forgot Password"],
  deviceAdded: ["Quick-20r", "Q20R-00017", "and 11 other devices", "Acme Robotics", "support@cgx.test"],
  orderReceived: [...order, "Nothing ships before it has arrived", "If the payment fails, we write to you"],
  orderConfirmed: [...order, "is confirmed"],
  orderShipped: [...order, "1Z999AA10123456784"],
  orderCanceled: [...order, "will not ship", "refund"],
  invoiceForOrder: [...order, "CGX-0417"],
  paymentFailed: [...payment, "What to do next:", "another payment method", "Nothing ships until the order is paid"],
  paymentRefunded: [...payment, "refund of $2,972.65", "5 to 10 business days"],
  paymentDisputed: [...payment, "ask your bank to withdraw the dispute"],
  subscriptionStarted: [...subscription, "From now on"],
  subscriptionExpired: [...subscription, "can no longer use it", "subscribe again"],
  subscriptionCanceled: [...subscription, "will not renew", "subscribe again"],
  subscriptionRenewalReminder: [
    ...subscription,
    "on 30 Nov 2026 (in 10 days) for another year for $480.00",
    "To cancel, write to support@cgx.test before 30 Nov 2026.",
    "To turn off reminders and news by email, write to support@cgx.test.",
  ],
  invoiceForSubscription: [...subscription, "1 × $480.00", "Tax", "$39.60", "Total", "$519.60", "Card ending in 4242"],
  newSoftwareVersion: [
    "Version 2.4.0 of Flowpoint Pro",
    "turn off reminders and news by email, write to support@cgx.test",
  ],
  newPluginVersion: [
    "Version 2.4.0 of Artifact filter",
    "turn off reminders and news by email, write to support@cgx.test",
  ],
};

/** What a person reads in an HTML document. */
const read = (html: string) =>
  html
    .replace(/^[\s\S]*<h1/, "<h1")
    .replace(/<\/?(strong|span)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test.each(mailTypeNames)("%s says its facts in HTML and in text", (type) => {
  const { html, text } = renderMail(type, payloads[type]);
  const [fromHtml, fromText] = [read(html), text.replace(/\s+/g, " ")];
  for (const fact of facts[type]) {
    expect(fromHtml).toContain(fact);
    expect(fromText).toContain(fact);
  }
});

describe("what is not known is left out", () => {
  const least = { order_number: "7", product: { name: "Flowpoint Pro" }, version: "1", days_left: 1 };
  const device = { device_name: "Quick-20r", device_serial: "1" };
  const payload = { ...least, ...device };
  const types = specifiedTypeNames.filter((type) => specifiedTypes[type].payload.safeParse(payload).success);

  test("by the 26 types that an administrator may send too", () => expect(types).toHaveLength(26));

  test.each(types)("in %s", (type) => {
    const { subject, html, text } = renderMail(type, payload);
    expect(`${subject}\n${text}`).not.toMatch(/undefined|null|NaN|\$|support| {2}| [.,]/);
    expect(html).not.toMatch(/undefined|<tbody><\/tbody>|<a /);
  });
});

test("a failed payment of a subscription says what happens to the subscription and has no order", () => {
  const { order_number: _, ...renewal } = payloads.paymentFailed;
  const { subject, text } = renderMail("paymentFailed", { ...renewal, product: { name: "Flowpoint Pro" } });
  expect(subject).toBe("Your payment for your subscription to Flowpoint Pro failed");
  expect(text).toContain("the subscription ends");
  expect(text).not.toContain("order");
});

test.each([
  [0, "Your subscription renews today: Flowpoint Pro"],
  [1, "Your subscription renews tomorrow: Flowpoint Pro"],
  [30, "Your subscription renews in 30 days: Flowpoint Pro"],
])("a reminder %i days ahead says when in its subject", (days_left, subject) => {
  const payload = { ...payloads.subscriptionRenewalReminder, days_left };
  expect(renderMail("subscriptionRenewalReminder", payload).subject).toBe(subject);
});

test("a free delivery and a tax of nothing are printed, and an address may have no state", () => {
  const { order_details, billing_address } = payloads.orderConfirmed;
  const details = { ...order_details, delivery_price: 0, tax: 0, tax_percentage: 0 };
  const address = { ...billing_address, state: "", city: "Singapore", postal_code: "049483", country: "SG" };
  const payload = { ...payloads.orderConfirmed, order_details: details, billing_address: address };
  const { text } = renderMail("orderConfirmed", payload);
  expect(text).toContain("Shipping, Ground: $0.00\nTax (0%): $0.00\n");
  expect(text).toContain("1 Main Street, Singapore, 049483, SG");
});

test("product, device and version names cannot break out of their line", () => {
  const evil = "Pro\r\nBcc: victim@evil.test\u202e";
  const payload = { ...payloads.subscriptionExpired, product: { name: evil }, version: evil, device_name: evil };
  for (const type of ["subscriptionExpired", "newSoftwareVersion"] as const) {
    const { subject, text } = renderMail(type, payload);
    expect(subject).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text).not.toMatch(/^Bcc:|\u202e/m);
  }
});
