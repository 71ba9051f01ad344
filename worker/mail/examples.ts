// One file, because it is a table with a payload for each type.
import type { MailPayload, MailType } from "../contract/notification-types.ts";
import { rolesWith } from "../contract/people/permissions.ts";

type Examples = { [T in MailType]: MailPayload<T> };

/** Payloads for previews and tests, with most optional fields; links lead to `link`. */
export function createExamples({ link, support_email }: { link: string; support_email: string }): Examples {
  const support = { support_email };
  const person = { first_name: "Ada", last_name: "Lovelace" };
  const event = {
    event_id: "0199a1b2-0000-7000-8000-000000000001",
    user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    country: "DE",
    city: "Berlin",
    url: link,
  };
  const changeEvent = { ...person, ...support, ...event, changed_at: "2026-11-20T14:05:00.000Z" };
  const org = { name: "Acme Robotics" };
  const common = { ...person, ...support, url: link };
  const order = {
    ...common,
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
  const invoicePages = { invoice_url: link, invoice_pdf_url: link };
  const payment = {
    ...common,
    order_number: "CB-1042",
    amount: 297_265,
    order_details: { card4digits: "0341", attempt_date: "2026-11-20T14:05:00.000Z" },
  };
  const subscription = {
    ...common,
    product,
    subscription_term: "year" as const,
    expired_date: "2026-11-30T09:30:00.000Z",
  };
  const membership = { ...person, ...support, org, roles: rolesWith("buy").toReversed() };
  const release = { ...person, ...support, product, version: "2.4.0", download_url: link };

  return {
    mustRead: {
      ...person,
      ...support,
      reason: "safety",
      subject: "Stop using the clamp",
      message: "The clamp of your **Nova** can break.\n\n- Unplug it",
    },
    digest: {
      ...person,
      url: link,
      entries: [
        { type: "newSoftwareVersion", payload: { product, version: "2.4.0" } },
        { type: "announcement", payload: { subject: "Closed on Friday", message: "We are closed." } },
        {
          type: "subscriptionRenewalReminder",
          payload: { product, expired_date: "2026-11-30T09:30:00.000Z", days_left: 10, amount: 48_000 },
        },
      ],
      more: 3,
    },
    announcement: {
      ...person,
      ...support,
      subject: "Closed on Friday",
      message: "We are **closed** on [Friday](mailto:support@cgx.test).\n\n- Orders\n- Support",
    },
    accountRequestReceived: { ...person, org_name: "Acme Robotics" },
    accountRequestApproved: { ...person, org },
    accountRequestRejected: { ...person, org_name: "Acme Robotics" },
    userSetup: { ...person, url: link, org, expires_in_hours: 168 },
    passwordReset: { ...person, url: link, expires_in_minutes: 60 },
    passwordChanged: changeEvent,
    emailChangeVerification: { ...person, new_email: "ada@new.test", url: link, expires_in_hours: 24 },
    emailChanged: { ...changeEvent, old_email: "ada@old.test", new_email: "ada@new.test" },
    signInCode: { ...person, code: "ABC234", expires_in_minutes: 10 },
    newSignIn: {
      ...person,
      ...support,
      ...event,
      signed_in_at: "2026-11-20T14:05:00.000Z",
      is_new_country: true,
    },
    signInMethodChanged: { ...changeEvent, change: "passkey", passkey: "Work laptop", has_ended_sessions: true },
    recoveryStarted: { ...person, due_at: "2026-11-21T14:05:00.000Z", url: link },
    recoveryReady: { ...person, ...support, expires_at: "2026-11-22T14:05:00.000Z", url: link },
    passkeyRefused: { ...person, ...support, passkey: "Work laptop", refused_at: "2026-11-20T14:05:00.000Z" },
    desktopSignedOut: { ...person, ...support, signed_in_at: "2026-11-20T14:05:00.000Z" },
    noteMention: {
      ...person,
      author_name: "Grace Hopper",
      about: "order O00000042",
      text: "Call them\nat noon",
      url: link,
    },
    scheduledNotSent: {
      ...person,
      scheduled_by: "Grace Hopper",
      about: "Closed on Friday",
      due_at: "2026-11-20T14:05:00.000Z",
      url: link,
    },
    deviceTakenOver: {
      ...person,
      ...support,
      device_name: "Quick-20r",
      device_serial: "Q20R-00017",
      org_name: "Acme Robotics",
    },
    secondFactorRule: {
      ...person,
      org_name: "Acme Robotics",
      from_day: "2026-12-15",
      is_in_force: false,
      url: link,
    },
    roleWish: {
      ...person,
      asker_name: "Ben Castellanos",
      asker_email: "ben@acme.test",
      org_name: "Acme Robotics",
      permission: "buy",
      product: "CGX Spectra 100",
      url: link,
    },
    refundInstructions: {
      ...person,
      order_number: "O00001017",
      org_name: "Acme Robotics",
      amount: 12_345,
      sent_by: "Ben Castellanos",
      url: link,
    },
    refundApprovalAsked: {
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
    refundApprovalEnded: {
      ...person,
      order_number: "O00001017",
      org_name: "Acme Robotics",
      amount: 12_345,
      outcome: "rejected",
      decided_by: "Fin Finance",
      note: "It is the wrong order.",
      url: link,
    },
    orderApprovalAsked: {
      ...person,
      asked_by: "Ben Castellanos",
      org_name: "Acme Robotics",
      amount: 600_000,
      cart_no: "C00001017",
      note: "For the new laboratory",
      occasion: "asked",
      request_id: "018f0000-0000-7000-8000-000000000001",
      url: link,
    },
    orderApprovalEnded: {
      ...person,
      amount: 600_000,
      cart_no: "C00001017",
      outcome: "rejected",
      decided_by: "Ada Owner",
      note: "We bought one last week.",
      url: link,
    },
    quoteForShop: {
      ...person,
      occasion: "requested",
      quote_number: "Q00001017",
      org_name: "Acme Robotics",
      amount: 600_000,
      by: "Ben Castellanos",
      text: "We need forty in spring.",
      url: link,
    },
    quoteForCustomer: {
      ...person,
      occasion: "sent",
      quote_number: "Q00001017",
      amount: 540_000,
      valid_until: "2026-12-31",
      text: "Ten per cent less for forty.",
      url: link,
    },
    versionWithdrawn: {
      ...person,
      ...support,
      software: "Spectra firmware",
      version: "1.5.0",
      reason: "It overheats the lamp.",
      replacement: "1.4.2",
      url: link,
    },
    emailChangeRequested: { ...person, ...support, new_email: "ada@new.test", url: link },
    welcome: { ...common, org },
    userRoleAdded: { ...membership, url: link },
    userRoleRemoved: membership,
    userInactivated: membership,
    userReactivated: { ...membership, url: link },
    deviceAdded: { ...common, org, device_name: "Quick-20r", device_serial: "Q20R-00017", others: 11 },
    orderReceived: order,
    orderConfirmed: { ...order, invoice_pdf_url: link },
    orderShipped: { ...order, tracking_number: "1Z999AA10123456784", tracking_link: link },
    orderCanceled: order,
    invoiceForOrder: {
      ...order,
      invoice_id: "3f1c9a52-58a4-4f6c-9a55-2a8f5a3c9d10",
      invoice_number: "CGX-0417",
      ...invoicePages,
    },
    paymentFailed: payment,
    paymentRefunded: {
      ...payment,
      refund: { amount: 12_345, reason: "damaged", reason_text: "Dropped by the carrier" },
    },
    paymentDisputed: payment,
    subscriptionStarted: { ...subscription, manage_subscription_url: link },
    subscriptionExpired: subscription,
    subscriptionCanceled: subscription,
    subscriptionRenewalReminder: { ...subscription, manage_subscription_url: link, days_left: 10, amount: 48_000 },
    invoiceForSubscription: {
      ...subscription,
      ...invoicePages,
      amount: 51_960,
      order_details: {
        products: [{ name: "Flowpoint Pro, 1 year", quantity: 1, price: 48_000 }],
        tax: 3_960,
        card4digits: "4242",
      },
    },
    newSoftwareVersion: release,
    newPluginVersion: { ...release, product: { name: "Artifact filter" } },
  };
}
