import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import { attemptStatuses, cartPaymentMethods } from "../../enums.ts";
import type { Address } from "../people/organizations.ts";
import { organizations } from "../people/organizations.ts";
import { users } from "../people/users.ts";

export type CartAddress = { billing: Address | null; shipping: Address | null };
/** Amounts in US cents, by product id and for shipping; `key` is a digest of the taxed content. */
export type TaxCalculation = {
  id: string;
  key: string;
  tax: number;
  lines: Record<string, number>;
  shipping_tax: number;
  expires_at: string;
};

/** US cents. Written by the database function `cart_shipping` only. */
export type CartShipping = {
  id: string;
  country: string;
  option: string;
  /** 0 if the goods of the cart reach `free_from`. */
  price: number;
  full_price: number;
  free_from: number | null;
  days_min: number | null;
  days_max: number | null;
};

/** Content of a cart that a quote fixes, whatever the catalogue says (ADR-081). US cents. */
export type QuotedCart = {
  quote_id: string;
  version: number;
  shipping: number;
  /** A line becomes two entries if its total does not divide by its quantity, because unit prices are whole cents. */
  pieces: { id: string; quantity: number; price: number }[];
  order_by: string;
};

/** `name` is the card's brand or the bank; null on account, where `last4` is empty. */
export type PaidBy = { type: "card" | "us_bank_account" | "account"; name: string | null; last4: string };

export const carts = pgTable(
  "carts",
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    cart_no: text()
      .notNull()
      .default(sql`'C' || lpad(nextval('cart_numbers')::text, 8, '0')`),
    /** Quantity by product id. */
    products: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** Unit prices in US cents by product id, as last shown to the buyer. */
    seen_prices: jsonb().$type<Record<string, number>>().notNull().default({}),
    address: jsonb().$type<CartAddress>().notNull().default({ billing: null, shipping: null }),
    stripe_payment_method_id: text(),
    /** `account`: the order is paid later, by its invoice; null: by the payment method. */
    payment_method: text({ enum: cartPaymentMethods }),
    shipping_rate_id: uuid(),
    /**
     * Shipping as last shown to the buyer, which checkout never exceeds. A trigger updates it when products, prices,
     * address or rate of the cart change, and `refreshShipping` after a change of the shop's rates.
     */
    seen_shipping: jsonb().$type<CartShipping>(),
    /**
     * The value of `seen_shipping` before its last update, if that update changed it without a new rate, address or
     * quote; otherwise null.
     */
    previous_shipping: jsonb().$type<CartShipping>(),
    /** Content of an accepted quote, which fixes products, prices and shipping; null for all other carts. */
    quoted: jsonb().$type<QuotedCart>(),
    /** Products that the buyer set aside to accept a quote: quantity by product id. */
    set_aside: jsonb().$type<Record<string, number>>(),
    po_number: text(),
    note: text(),
    tax_amount: bigint({ mode: "number" }),
    tax_rate: doublePrecision(),
    /** Reused at payment while the cart's content is unchanged. */
    tax_calculation: jsonb().$type<TaxCalculation>(),
    /**
     * The attempt without a result yet, which locks the cart. No foreign key, since the two tables reference each
     * other.
     */
    attempt_id: uuid(),
    is_complete: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("carts_cart_no_unique").on(table.cart_no),
    uniqueIndex("carts_open_user_unique")
      .on(table.user_id)
      .where(sql`not ${table.is_complete}`),
    index("carts_user_id").on(table.user_id, table.created_at),
  ],
);

/** Attempts to buy a cart. The unique key of cart and version makes a second submit harmless. */
export const checkoutAttempts = pgTable(
  "checkout_attempts",
  {
    id: id(),
    cart_id: uuid()
      .notNull()
      .references(() => carts.id),
    cart_version: integer().notNull(),
    user_id: uuid().notNull(),
    org_id: uuid().notNull(),
    status: text({ enum: attemptStatuses }).notNull().default("claimed"),
    /** `account` for an order on account. */
    payment_method_id: text().notNull(),
    customer_id: text().notNull(),
    payment_method: jsonb().$type<PaidBy>(),
    failure: text(),
    action_url: text(),
    canceled_at: instant(),
    terms_version: text(),
    next_at: createdAt(),
    /** A killed worker loses the lease after a minute. */
    lease_until: createdAt(),
    tries: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("checkout_attempts_cart_version_unique").on(table.cart_id, table.cart_version),
    index("checkout_attempts_org_method").on(table.org_id, table.payment_method_id, table.updated_at).concurrently(),
    index("checkout_attempts_open")
      .on(table.next_at)
      .where(sql`${table.status} in ('claimed', 'pending')`),
  ],
);
