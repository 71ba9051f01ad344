import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { quoteStatuses } from "../../enums.ts";
import { organizations } from "../people/organizations.ts";
import { users } from "../people/users.ts";
import { type CartAddress, carts, type QuotedCart } from "../shop/carts.ts";
import { orders } from "./orders.ts";

export type RequestedLine = { product_id: string; quantity: number };
/** `price` is for one piece, in US cents, before the discount. */
export type DraftLine = RequestedLine & { price: number };
/** A quote in preparation. At most one of the two discounts is set. Amounts in US cents. */
export type QuoteDraft = {
  lines: DraftLine[];
  discount_percent: number | null;
  discount: number | null;
  shipping: number;
  text: string | null;
  valid_until: string;
};
/** US cents; `discount` is the line's share of the quote's discount, `total` the amount after it. */
export type QuoteLine = DraftLine & { name: string; sku: string | null; discount: number; total: number };

/** Requests of customers for a price, and the shop's offers (ADR-081). */
export const quotes = pgTable(
  "quotes",
  {
    id: id(),
    quote_number: text()
      .notNull()
      .default(sql`'Q' || lpad(nextval('quote_numbers')::text, 8, '0')`),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    /** The requester, or the user for whom an administrator started the quote. */
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    /** The administrator who started the quote; null for a customer's request. */
    started_by: uuid(),
    status: text({ enum: quoteStatuses }).notNull().default("requested"),
    note: text(),
    requested: jsonb().$type<RequestedLine[]>().notNull(),
    /** Addresses of the cart that requested the quote, for the cart that accepts it. */
    address: jsonb().$type<CartAddress>().notNull().default({ billing: null, shipping: null }),
    shipping_rate_id: uuid(),
    /** Idempotency key of the request: the cart and its version, or the key of an administrator's form. */
    asked_for: text(),
    draft: jsonb().$type<QuoteDraft>().notNull(),
    /** Number of the newest version that was sent; 0 before the first. */
    version: integer().notNull().default(0),
    /** Total of the newest version before tax, or of the request at the prices of that day. US cents. */
    total: bigint({ mode: "number" }).notNull(),
    /** End of the last day on which the newest version can be accepted. */
    expires_at: instant(),
    /** Why the customer rejected or the shop declined the quote. */
    reason: text(),
    cart_id: uuid().references(() => carts.id),
    accepted_by: uuid(),
    accepted_at: instant(),
    /** Time until which the accepted quote can be ordered. */
    order_by: instant(),
    order_id: uuid().references(() => orders.id),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("quotes_quote_number_unique").on(table.quote_number),
    uniqueIndex("quotes_asked_for_unique").on(table.asked_for),
    index("quotes_created_at").on(table.created_at, table.id, table.status),
    index("quotes_updated_at").on(table.updated_at, table.id, table.status),
    index("quotes_total").on(table.total, table.id, table.status),
    index("quotes_org_id").on(table.org_id, table.created_at, table.id, table.status),
    index("quotes_cart_id").on(table.cart_id),
    index("quotes_sent")
      .on(table.expires_at)
      .where(sql`${table.status} = 'sent'`),
    index("quotes_accepted")
      .on(table.order_by)
      .where(sql`${table.status} = 'accepted'`),
  ],
);

/** Versions that were sent; a trigger refuses changes. */
export const quoteVersions = pgTable(
  "quote_versions",
  {
    id: id(),
    quote_id: uuid()
      .notNull()
      .references(() => quotes.id),
    version: integer().notNull(),
    lines: jsonb().$type<QuoteLine[]>().notNull(),
    pieces: jsonb().$type<QuotedCart["pieces"]>().notNull(),
    /** Sum of the lines before the discount. US cents, like the amounts below. */
    subtotal: bigint({ mode: "number" }).notNull(),
    discount_percent: doublePrecision(),
    discount: bigint({ mode: "number" }).notNull(),
    shipping: bigint({ mode: "number" }).notNull(),
    /** Before tax. */
    total: bigint({ mode: "number" }).notNull(),
    text: text(),
    /** Last day (UTC) on which the version can be accepted. */
    valid_until: date().notNull(),
    sent_by: uuid().notNull(),
    sent_at: createdAt(),
  },
  (table) => [uniqueIndex("quote_versions_unique").on(table.quote_id, table.version)],
);

export const quoteMessages = pgTable(
  "quote_messages",
  {
    id: id(),
    quote_id: uuid()
      .notNull()
      .references(() => quotes.id),
    user_id: uuid().notNull(),
    is_from_shop: boolean().notNull(),
    text: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [index("quote_messages_quote_id").on(table.quote_id, table.created_at)],
);
