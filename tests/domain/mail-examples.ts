import type { MailType } from "../../worker/contract/notification-types.ts";
import { createExamples } from "../../worker/mail/examples.ts";

export const link =
  "https://portal.cgx.test/setup/7f0c2f8e-58a4-4f6c-9a55-2a8f5a3c9d10/481516?client_id=crunchbox&from=mail";

export const payloads = createExamples({ link, support_email: "support@cgx.test" });

const lines = ["Quick-20r headset", "2 × $1,299.00", "$2,598.00", "Electrode gel", "10 × $12.50", "$125.00"];
const charges = ["Subtotal", "$2,723.00", "Shipping, Ground", "$25.00", "Tax (8.25%)", "$224.65", "Total", "$2,972.65"];
const orderFacts = [
  "CB-1042",
  "PO 4500012345",
  "Ada Lovelace, 2 Dock Road, San Diego, CA 92102, US",
  ...lines,
  ...charges,
  "Card ending in 4242",
  "1 Main Street, San Diego, CA 92101, US",
];
const paymentFacts = ["order CB-1042", "$2,972.65", "Card ending in 0341", "support@cgx.test"];
const subscriptionFacts = ["Flowpoint Pro", "1 year", "30 Nov 2026, 09:30 UTC"];
const roleFacts = ["the roles Buyer and Organization manager", "Acme Robotics", "support@cgx.test"];

export const facts: Record<MailType, string[]> = {
  mustRead: [
    "The clamp of your Nova can break.",
    "Unplug it",
    "This message is about your safety.",
    "even if you turned reminders and news off, and it cannot be turned off.",
  ],
  digest: [
    "Flowpoint Pro 2.4.0 is ready to download.",
    "Closed on Friday",
    "Flowpoint Pro renews on 30 Nov 2026 for $480.00.",
    "And 3 other messages.",
  ],
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
  newSignIn: ["20 Nov 2026, 14:05 UTC", "Berlin, Germany", "Firefox on Windows", "This was not me", "support@cgx.test"],
  signInMethodChanged: [
    "20 Nov 2026, 14:05 UTC",
    "Berlin, Germany",
    "Firefox on Windows",
    "Work laptop",
    "All other sessions were signed out",
    "This was not me",
    "support@cgx.test",
  ],
  recoveryStarted: ["21 Nov 2026, 14:05 UTC", "Stop it"],
  recoveryReady: ["22 Nov 2026, 14:05 UTC", "Remove them and sign in", "support@cgx.test"],
  passkeyRefused: ["Work laptop", "20 Nov 2026, 14:05 UTC", "went backwards", "support@cgx.test"],
  desktopSignedOut: ["20 Nov 2026, 14:05 UTC", "used twice", "choose a new password", "support@cgx.test"],
  noteMention: ["Grace Hopper", "order O00000042", "Call them", "at noon", "Only administrators see notes"],
  scheduledNotSent: ["Grace Hopper", "Closed on Friday", "20 Nov 2026, 14:05 UTC", "may no longer send"],
  deviceTakenOver: ["Quick-20r", "Q20R-00017", "shipped", "Acme Robotics", "support@cgx.test"],
  secondFactorRule: ["Acme Robotics", "15 Dec 2026", "passkey", "authenticator app"],
  roleWish: ["Ben Castellanos", "ben@acme.test", "Acme Robotics", "Buyer", "CGX Spectra 100"],
  refundInstructions: ["O00001017", "Acme Robotics", "$123.45", "Ben Castellanos", "not in this mail"],
  refundApprovalAsked: [
    "O00001017",
    "Acme Robotics",
    "$123.45",
    "Sam Support",
    "Damaged",
    "Dropped by the carrier",
    "7 days",
  ],
  refundApprovalEnded: ["O00001017", "Acme Robotics", "$123.45", "Fin Finance", "rejected", "It is the wrong order."],
  orderApprovalAsked: [
    "Ben Castellanos",
    "Acme Robotics",
    "$6,000.00",
    "C00001017",
    "For the new laboratory",
    "14 days",
    "See the order and decide",
  ],
  orderApprovalEnded: ["$6,000.00", "C00001017", "Ada Owner", "rejected", "We bought one last week."],
  quoteForShop: ["Ben Castellanos", "Acme Robotics", "$6,000.00", "Q00001017", "We need forty in spring."],
  quoteForCustomer: ["Q00001017", "$5,400.00", "Dec 31, 2026", "Ten per cent less for forty."],
  versionWithdrawn: ["Spectra firmware", "1.5.0", "overheats the lamp", "1.4.2", "support@cgx.test"],
  emailChangeRequested: ["ada@new.test", "Stop the change", "7 days", "support@cgx.test"],
  welcome: ["Acme Robotics", "is ready", "support@cgx.test"],
  userRoleAdded: ["You now have", ...roleFacts],
  userRoleRemoved: ["You no longer have", ...roleFacts],
  userInactivated: ["Acme Robotics", "cannot sign in", "support@cgx.test"],
  userReactivated: ["Acme Robotics", "was reactivated", "Forgot Password"],
  deviceAdded: ["Quick-20r", "Q20R-00017", "and 11 other devices", "Acme Robotics", "support@cgx.test"],
  orderReceived: [...orderFacts, "Nothing ships before it has arrived", "If the payment fails, we write to you"],
  orderConfirmed: [...orderFacts, "is confirmed"],
  orderShipped: [...orderFacts, "1Z999AA10123456784"],
  orderCanceled: [...orderFacts, "will not ship", "refund"],
  invoiceForOrder: [...orderFacts, "CGX-0417"],
  paymentFailed: [
    ...paymentFacts,
    "What to do next:",
    "another payment method",
    "Nothing ships until the order is paid",
  ],
  paymentRefunded: [
    ...paymentFacts.filter((fact) => fact !== "$2,972.65"),
    "refund of $123.45",
    "Damaged or defective goods: Dropped by the carrier",
    "5 to 10 business days",
  ],
  paymentDisputed: [...paymentFacts, "ask your bank to withdraw the dispute"],
  subscriptionStarted: [...subscriptionFacts, "From now on"],
  subscriptionExpired: [...subscriptionFacts, "can no longer use it", "subscribe again"],
  subscriptionCanceled: [...subscriptionFacts, "will not renew", "subscribe again"],
  subscriptionRenewalReminder: [
    ...subscriptionFacts,
    "on 30 Nov 2026 (in 10 days) for another year for $480.00",
    "To cancel, open the subscription in CrunchBox before 30 Nov 2026.",
    "To turn off reminders and news by email, write to support@cgx.test.",
  ],
  invoiceForSubscription: [
    ...subscriptionFacts,
    "1 × $480.00",
    "Tax",
    "$39.60",
    "Total",
    "$519.60",
    "Card ending in 4242",
  ],
  newSoftwareVersion: [
    "Version 2.4.0 of Flowpoint Pro",
    "turn off reminders and news by email, write to support@cgx.test",
  ],
  newPluginVersion: [
    "Version 2.4.0 of Artifact filter",
    "turn off reminders and news by email, write to support@cgx.test",
  ],
};
