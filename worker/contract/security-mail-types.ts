import * as z from "zod/mini";
import { refundReasons } from "../../db/enums.ts";
import { requestablePermission } from "./people/role-wish.ts";
import { cents, count, email, eventFacts, id, instant, line, link, recipientFields } from "./notification-fields.ts";

const pendingRefundFields = {
  ...recipientFields,
  order_number: line(64),
  org_name: line(1024),
  amount: cents(),
  url: link(),
};

/** Sent immediately and only by email, and cannot be turned off; not among the notifications of O-009. */
export const securityMailTypes = {
  signInCode: {
    payload: z.object({ ...recipientFields, code: line(6), expires_in_minutes: count(60) }),
  },
  /** A sign-in in a browser or from a country that is new to the account. */
  newSignIn: {
    payload: z.object({
      ...recipientFields,
      ...eventFacts,
      signed_in_at: instant(),
      is_new_country: z.boolean(),
      support_email: email(),
    }),
  },
  /** A passkey, an authenticator app or backup codes were added, or a recovery removed all of them. */
  signInMethodChanged: {
    payload: z.object({
      ...recipientFields,
      ...eventFacts,
      change: z.enum(["passkey", "totp", "backup_codes", "recovered"]),
      passkey: z.optional(line(64)),
      changed_at: instant(),
      /** The first factor ends all other sessions, and a recovery all of them. */
      has_ended_sessions: z.boolean(),
      support_email: email(),
    }),
  },
  /** `url` is the one-time link that removes all factors; it asks for the password. */
  recoveryReady: {
    payload: z.object({
      ...recipientFields,
      recovery_id: z.optional(id()),
      expires_at: instant(),
      url: link(),
      support_email: email(),
    }),
  },
  /** Goes to the current address; `url` cancels the change. */
  emailChangeRequested: {
    payload: z.object({ ...recipientFields, new_email: email(), url: link(), support_email: email() }),
  },
  /** The signature counter of a passkey did not increase, which indicates a copy of the passkey. */
  passkeyRefused: {
    payload: z.object({ ...recipientFields, passkey: line(64), refused_at: instant(), support_email: email() }),
  },
  /** A reused refresh token of the desktop app ended its session. */
  desktopSignedOut: { payload: z.object({ ...recipientFields, signed_in_at: instant(), support_email: email() }) },
  /** A version that the user or their organization downloaded was withdrawn; `url` is the page of its software. */
  versionWithdrawn: {
    payload: z.object({
      ...recipientFields,
      software: line(1024),
      version: line(64),
      reason: line(1000),
      replacement: z.optional(line(64)),
      url: link(),
      support_email: email(),
    }),
  },
  /** Sent to approvers of a refund that waits for a second administrator; `url` is the page of the decision. */
  refundApprovalAsked: {
    payload: z.object({
      ...pendingRefundFields,
      asked_by: line(160),
      is_cancellation: z.boolean(),
      reason: z.optional(z.enum(refundReasons)),
      reason_text: z.optional(line(500)),
    }),
  },
  /** Sent to the administrator who requested the refund; `url` is its order. */
  refundApprovalEnded: {
    payload: z.object({
      ...pendingRefundFields,
      outcome: z.enum(["approved", "rejected", "failed", "expired"]),
      decided_by: z.optional(line(160)),
      note: z.optional(line(1000)),
    }),
  },
  /** Sent to administrators who refund, and to support; `url` is the order, which has the instructions. */
  refundInstructions: {
    payload: z.object({
      user_email: z.optional(email()),
      first_name: z.optional(line(64)),
      last_name: z.optional(line(64)),
      order_number: line(64),
      org_name: line(1024),
      amount: cents(),
      sent_by: line(160),
      url: link(),
    }),
  },
  /** Sent to the support address; `url` is the quote in the console. */
  quoteForShop: {
    payload: z.object({
      user_email: z.optional(email()),
      first_name: z.optional(line(64)),
      last_name: z.optional(line(64)),
      occasion: z.enum(["requested", "accepted", "rejected", "withdrawn", "message"]),
      quote_number: line(64),
      org_name: line(1024),
      amount: cents(),
      by: line(160),
      text: z.optional(line(2000)),
      url: link(),
    }),
  },
  quoteForCustomer: {
    payload: z.object({
      ...recipientFields,
      occasion: z.enum(["sent", "declined", "expired", "message"]),
      quote_number: line(64),
      amount: cents(),
      valid_until: z.optional(line(10)),
      text: z.optional(line(2000)),
      url: link(),
    }),
  },
  /** Sent to the managers of the user who asks for a role, or to support; `url` is the page that assigns roles. */
  roleWish: {
    payload: z.object({
      user_email: z.optional(email()),
      first_name: z.optional(line(64)),
      last_name: z.optional(line(64)),
      asker_name: line(160),
      asker_email: email(),
      org_name: line(1024),
      permission: requestablePermission,
      product: z.optional(line(1024)),
      is_for_support: z.optional(z.boolean()),
      url: link(),
    }),
  },
  /** Sent to users without a second factor whose organization requires one. */
  secondFactorRule: {
    payload: z.object({
      ...recipientFields,
      org_name: line(1024),
      from_day: line(10),
      is_in_force: z.boolean(),
      url: link(),
    }),
  },
  /**
   * A device that the organization had only claimed was shipped to another customer, and removed from the organization.
   */
  deviceTakenOver: {
    payload: z.object({
      ...recipientFields,
      device_name: line(256),
      device_serial: line(64),
      org_name: line(1024),
      support_email: email(),
    }),
  },
} as const;
