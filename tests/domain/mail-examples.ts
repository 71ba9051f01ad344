import type { MailPayload, MailType } from "../../worker/contract/notification-types.ts";

/** The link of every payload that has one. */
export const link =
  "https://portal.cgx.test/setup/7f0c2f8e-58a4-4f6c-9a55-2a8f5a3c9d10/481516?client_id=crunchbox&from=mail";

const support = { support_email: "support@cgx.test" };
const person = { first_name: "Ada", last_name: "Lovelace" };
const changed = { ...person, ...support, changed_at: "2026-11-20T14:05:00.000Z" };
const org = { name: "Acme Robotics" };
const sent = { ...person, ...support, url: link };
const order = {
  ...sent,
  order_number: "CB-1042",
  order_details: {
    products: [
      { name: "Quick-20r headset", quantity: 2, price: 129_900 },
      { name: "Electrode gel", quantity: 10, price: 1_250 },
    ],
    sub_total: 272_300,
    delivery_method: "Ground",
    delivery_price: 2_500,
    tax: 22_465,
    tax_percentage: 8.25,
    total: 297_265,
    card4digits: "4242",
  },
  po_number: "PO 4500012345",
  shipping_address: {
    recipient: "Ada Lovelace",
    line1: "2 Dock Road",
    line2: null,
    city: "San Diego",
    state: "CA",
    postal_code: "92102",
    country: "US",
  },
  billing_address: {
    line1: "1 Main Street",
    line2: null,
    city: "San Diego",
    state: "CA",
    postal_code: "92101",
    country: "US",
  },
};
const product = { name: "Flowpoint Pro" };
const payment = {
  ...sent,
  order_number: "CB-1042",
  amount: 297_265,
  order_details: { card4digits: "0341", attempt_date: "2026-11-20T14:05:00.000Z" },
};
const subscription = {
  ...sent,
  product,
  subscription_term: "year" as const,
  expired_date: "2026-11-30T09:30:00.000Z",
};
const membership = { ...person, ...support, org, roles: ["buyer", "org"] as ("buyer" | "org")[] };
const release = { ...person, ...support, product, version: "2.4.0", download_url: link };

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

type Examples = { [T in MailType]: { payload: MailPayload<T>; says: string[] } };

/** For each type, a payload with everything that a message can say, and the facts that must be readable. */
export const examples: Examples = {
  mustRead: {
    payload: {
      ...person,
      ...support,
      reason: "safety",
      subject: "Stop using the clamp",
      message: "The clamp of your **Nova** can break.\n\n- Unplug it",
    },
    says: [
      "The clamp of your Nova can break.",
      "Unplug it",
      "This message is about your safety.",
      "even if you turned reminders and news off, and it cannot be turned off.",
    ],
  },
  announcement: {
    payload: {
      ...person,
      ...support,
      subject: "Closed on Friday",
      message: "We are **closed** on [Friday](mailto:support@cgx.test).\n\n- Orders\n- Support",
    },
    says: [
      "We are closed on Friday",
      "Orders",
      "Support",
      "To turn off reminders and news by email, write to support@cgx.test.",
    ],
  },
  accountRequestReceived: { payload: { ...person, org_name: "Acme Robotics" }, says: ["Acme Robotics", "review"] },
  accountRequestApproved: { payload: { ...person, org }, says: ["Acme Robotics", "was approved"] },
  accountRequestRejected: {
    payload: { ...person, org_name: "Acme Robotics" },
    says: ["Acme Robotics", "did not approve"],
  },
  userSetup: { payload: { ...person, url: link, org, expires_in_hours: 168 }, says: ["Acme Robotics", "7 days"] },
  passwordReset: { payload: { ...person, url: link, expires_in_minutes: 60 }, says: ["1 hour"] },
  passwordChanged: { payload: changed, says: ["20 Nov 2026, 14:05 UTC", "support@cgx.test"] },
  emailChangeVerification: {
    payload: { ...person, new_email: "ada@new.test", url: link, expires_in_hours: 24 },
    says: ["ada@new.test", "24 hours"],
  },
  emailChanged: {
    payload: { ...changed, old_email: "ada@old.test", new_email: "ada@new.test" },
    says: ["ada@old.test", "ada@new.test", "support@cgx.test"],
  },
  signInCode: {
    payload: { ...person, code: "ABC234", expires_in_minutes: 10 },
    says: ["ABC234", "10 minutes", "Forgot Password"],
  },
  desktopSignedOut: {
    payload: { ...person, ...support, signed_in_at: "2026-11-20T14:05:00.000Z" },
    says: ["20 Nov 2026, 14:05 UTC", "used twice", "choose a new password", "support@cgx.test"],
  },
  noteMention: {
    payload: {
      ...person,
      author_name: "Grace Hopper",
      about: "order O00000042",
      text: "Call them\nat noon",
      url: link,
    },
    says: ["Grace Hopper", "order O00000042", "Call them", "at noon", "Only administrators see notes"],
  },
  scheduledNotSent: {
    payload: {
      ...person,
      scheduled_by: "Grace Hopper",
      about: "Closed on Friday",
      due_at: "2026-11-20T14:05:00.000Z",
      url: link,
    },
    says: ["Grace Hopper", "Closed on Friday", "20 Nov 2026, 14:05 UTC", "may no longer send"],
  },
  deviceTakenOver: {
    payload: {
      ...person,
      ...support,
      device_name: "Quick-20r",
      device_serial: "Q20R-00017",
      org_name: "Acme Robotics",
    },
    says: ["Quick-20r", "Q20R-00017", "shipped", "Acme Robotics", "support@cgx.test"],
  },
  refundApprovalAsked: {
    payload: {
      ...person,
      order_number: "O00001017",
      org_name: "Acme Robotics",
      amount: 12_345,
      asked_by: "Sam Support",
      is_cancellation: false,
      reason: "damaged",
      reason_text: "Dropped by the carrier",
      url: link,
    },
    says: ["O00001017", "Acme Robotics", "$123.45", "Sam Support", "Damaged", "Dropped by the carrier", "7 days"],
  },
  refundApprovalEnded: {
    payload: {
      ...person,
      order_number: "O00001017",
      org_name: "Acme Robotics",
      amount: 12_345,
      outcome: "rejected",
      decided_by: "Fin Finance",
      note: "It is the wrong order.",
      url: link,
    },
    says: ["O00001017", "Acme Robotics", "$123.45", "Fin Finance", "rejected", "It is the wrong order."],
  },
  versionWithdrawn: {
    payload: {
      ...person,
      ...support,
      software: "Spectra firmware",
      version: "1.5.0",
      reason: "It overheats the lamp.",
      replacement: "1.4.2",
      url: link,
    },
    says: ["Spectra firmware", "1.5.0", "overheats the lamp", "1.4.2", "support@cgx.test"],
  },
  emailChangeRequested: {
    payload: { ...person, ...support, new_email: "ada@new.test", url: link },
    says: ["ada@new.test", "Stop the change", "7 days", "support@cgx.test"],
  },
  welcome: { payload: { ...sent, org }, says: ["Acme Robotics", "is ready", "support@cgx.test"] },
  userRoleAdded: { payload: { ...membership, url: link }, says: ["You now have", ...roleFacts] },
  userRoleRemoved: { payload: membership, says: ["You no longer have", ...roleFacts] },
  userInactivated: { payload: membership, says: ["Acme Robotics", "cannot sign in", "support@cgx.test"] },
  userReactivated: {
    payload: { ...membership, url: link },
    says: ["Acme Robotics", "was reactivated", "Forgot Password"],
  },
  deviceAdded: {
    payload: { ...sent, org, device_name: "Quick-20r", device_serial: "Q20R-00017", others: 11 },
    says: ["Quick-20r", "Q20R-00017", "and 11 other devices", "Acme Robotics", "support@cgx.test"],
  },
  orderReceived: {
    payload: order,
    says: [...orderFacts, "Nothing ships before it has arrived", "If the payment fails, we write to you"],
  },
  orderConfirmed: { payload: order, says: [...orderFacts, "is confirmed"] },
  orderShipped: {
    payload: { ...order, tracking_number: "1Z999AA10123456784", tracking_link: link },
    says: [...orderFacts, "1Z999AA10123456784"],
  },
  orderCanceled: { payload: order, says: [...orderFacts, "will not ship", "refund"] },
  invoiceForOrder: {
    payload: { ...order, invoice_id: "3f1c9a52-58a4-4f6c-9a55-2a8f5a3c9d10", invoice_number: "CGX-0417" },
    says: [...orderFacts, "CGX-0417"],
  },
  paymentFailed: {
    payload: payment,
    says: [...paymentFacts, "What to do next:", "another payment method", "Nothing ships until the order is paid"],
  },
  paymentRefunded: {
    payload: { ...payment, refund: { amount: 12_345, reason: "damaged", reason_text: "Dropped by the carrier" } },
    says: [
      ...paymentFacts.filter((fact) => fact !== "$2,972.65"),
      "refund of $123.45",
      "Damaged or defective goods: Dropped by the carrier",
      "5 to 10 business days",
    ],
  },
  paymentDisputed: { payload: payment, says: [...paymentFacts, "ask your bank to withdraw the dispute"] },
  subscriptionStarted: {
    payload: { ...subscription, manage_subscription_url: link },
    says: [...subscriptionFacts, "From now on"],
  },
  subscriptionExpired: {
    payload: subscription,
    says: [...subscriptionFacts, "can no longer use it", "subscribe again"],
  },
  subscriptionCanceled: { payload: subscription, says: [...subscriptionFacts, "will not renew", "subscribe again"] },
  subscriptionRenewalReminder: {
    payload: { ...subscription, manage_subscription_url: link, days_left: 10, amount: 48_000 },
    says: [
      ...subscriptionFacts,
      "on 30 Nov 2026 (in 10 days) for another year for $480.00",
      "To cancel, write to support@cgx.test before 30 Nov 2026.",
      "To turn off reminders and news by email, write to support@cgx.test.",
    ],
  },
  invoiceForSubscription: {
    payload: {
      ...subscription,
      amount: 51_960,
      order_details: {
        products: [{ name: "Flowpoint Pro, 1 year", quantity: 1, price: 48_000 }],
        tax: 3_960,
        card4digits: "4242",
      },
    },
    says: [...subscriptionFacts, "1 × $480.00", "Tax", "$39.60", "Total", "$519.60", "Card ending in 4242"],
  },
  newSoftwareVersion: {
    payload: release,
    says: ["Version 2.4.0 of Flowpoint Pro", "turn off reminders and news by email, write to support@cgx.test"],
  },
  newPluginVersion: {
    payload: { ...release, product: { name: "Artifact filter" } },
    says: ["Version 2.4.0 of Artifact filter", "turn off reminders and news by email, write to support@cgx.test"],
  },
};

// Object.fromEntries cannot relate the types to their payloads
export const payloads = Object.fromEntries(Object.entries(examples).map(([type, { payload }]) => [type, payload])) as {
  [T in MailType]: MailPayload<T>;
};
