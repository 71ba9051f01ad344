import * as z from "zod/mini";
import { type NotificationChannel, paidByTypes } from "../../db/enums.ts";
import { memoize } from "./fields.ts";
import { isInCalendar } from "./instants.ts";
import { must, notDayOrInstant } from "./issue-messages.ts";

export const line = memoize((max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max)));
export const email = memoize(() =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(254),
      z.regex(/^[^\s@<>,"]+@[^\s@<>,"]+$/, { error: must("be an email address such as ada@example.com") }),
    ),
);
export const link = memoize(() =>
  z
    .string()
    .check(z.maxLength(2048), z.regex(/^https?:\/\/[^\s"<>]+$/, { error: must("begin with https:// or http://") })),
);
/** An instant (RFC 3339), or a calendar day. */
export const instant = memoize(() =>
  z
    .union([z.iso.datetime({ offset: true }).check(z.maxLength(32)), z.iso.date().check(z.maxLength(10))])
    .check(z.refine(isInCalendar, { error: notDayOrInstant })),
);
export const cents = memoize(() => z.int().check(z.gte(0), z.lte(100_000_000_000)));
export const count = memoize((max: number) => z.int().check(z.gte(1), z.lte(max)));
export const id = memoize(() => z.uuid());

export const recipientFields = { user_email: z.optional(email()), first_name: line(64), last_name: line(64) };

/**
 * Fields of every notification that administrators may send by hand. Sending to a user replaces the names by the
 * user's; `user_email` is the recipient if nothing else names recipients (O-107). Subject and message are plain text,
 * except in announcements and must-reads.
 */
export const sendableFields = {
  user_email: z.optional(email()),
  first_name: z.optional(line(64)),
  last_name: z.optional(line(64)),
  subject: z.optional(line(150)),
  message: z.optional(line(4000)),
  /** Filled in by the outbox. */
  support_email: z.optional(email()),
};

/** Browser and place of a security event; `url` leads to "This was not me" and is added by the outbox. */
export const eventFacts = {
  event_id: z.optional(id()),
  user_agent: z.optional(line(256)),
  country: z.optional(line(2)),
  city: z.optional(line(128)),
  url: z.optional(link()),
};

export const organization = z.object({ id: z.optional(id()), name: line(1024) });
export const product = z.object({ id: z.optional(id()), name: line(1024) });
export const address = z.object({
  recipient: z.optional(line(128)),
  company: z.optional(line(128)),
  line1: line(256),
  line2: z.nullish(z.string().check(z.trim(), z.maxLength(256))),
  city: line(128),
  /** Empty in countries without states. */
  state: z.string().check(z.trim(), z.maxLength(64)),
  postal_code: line(32),
  country: line(64),
});
const orderLine = z.object({ name: line(1024), quantity: count(100_000), price: z.optional(cents()) });

export const orderDetails = z.object({
  price: z.optional(cents()),
  period: z.optional(line(64)),
  /** `name` is the card's brand or the bank; an order on account has no name. */
  paid_by: z.optional(
    z.object({ type: z.enum(paidByTypes), name: z.nullish(line(128)), last4: z.string().check(z.maxLength(4)) }),
  ),
  card4digits: z.optional(z.string().check(z.regex(/^\d{4}$/, "Expected last 4 digits"))),
  sub_total: z.optional(cents()),
  tax: z.optional(cents()),
  tax_percentage: z.optional(z.number().check(z.gte(0), z.lte(100))),
  total: z.optional(cents()),
  attempt_date: z.optional(instant()),
  delivery_method: z.optional(line(128)),
  delivery_price: z.optional(cents()),
  /** Delivery dates that checkout promised. */
  ships_by: z.optional(instant()),
  arrives_from: z.optional(instant()),
  arrives_by: z.optional(instant()),
  products: z.optional(z.array(orderLine).check(z.maxLength(100))),
});

/** An administrator may send the recipient's `code`, from which the `url` is built. */
export const secretLink = {
  url: z.optional(link()),
  code: z.optional(z.string().check(z.trim(), z.maxLength(6), z.regex(/^[A-Za-z0-9]{6}$/, "A code has 6 characters."))),
};
export const requireLink = z.refine<{ url?: string | undefined; code?: string | undefined }>(
  ({ url, code }) => url !== undefined || code !== undefined,
  { path: ["url"], error: "Send url, a link on this shop’s own host, or the recipient’s code." },
);

export type NotificationKind = "account" | "order" | "payment" | "reminder" | "news" | "must-read";
export type Definition = {
  title: string;
  kind: NotificationKind;
  channels: readonly NotificationChannel[];
  /** Contains a sign-in link or code: sent only by email, whatever channels are requested. */
  is_secret?: true;
  payload: z.ZodMiniObject;
  /**
   * Default link, for payloads without one: the path of a page, and the payload field for its address. A payload with
   * an `order_id` links to that order instead.
   */
  link?: { page: string; field: "url" | "download_url" };
};

export const allChannels = ["email", "app"] as const;
/** For secrets, which must not appear in the app, and for recipients who cannot sign in. */
export const mailChannels = ["email"] as const;
