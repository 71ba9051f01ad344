import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { withNameCollation, createdAt, id, instant, updatedAt } from "../../columns.ts";
import { emailReturns, roles, staffPresets } from "../../enums.ts";
import { organizations } from "./organizations.ts";

const userText = sql`(email || ' ' || first_name || ' ' || last_name)`;

export const users = pgTable(
  "users",
  {
    id: id(),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    email: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    phone: text(),
    roles: text({ enum: roles }).array().notNull(),
    /** Preset of permissions in the console; ignored for users who are not administrators. */
    preset: text({ enum: staffPresets }).notNull().default("owner"),
    /** The user who sent the invitation or approved the request; null for the first administrator. */
    invited_by: uuid(),
    /** `scrypt$N$r$p$salt$hash`, base64url; null before the set-up, and after a reported takeover until a reset. */
    password_hash: text(),
    is_email_verified: boolean().notNull().default(false),
    /**
     * Last problem with mail to the user; null after a delivery. The problem concerns `returned_email`, so it does not
     * count for a changed address.
     */
    email_returned: text({ enum: emailReturns }),
    /** Time of the newest bounce or delivery; older events about the same address change nothing. */
    email_returned_at: instant(),
    returned_email: text(),
    /**
     * Sessions and authorization codes carry the epoch of their creation. Incrementing the epoch ends all of them at
     * once, including those that concurrent requests create (ADR-024).
     */
    session_epoch: integer().notNull().default(0),
    is_active: boolean().notNull().default(true),
    agreed_version: text(),
    agreed_at: instant(),
    notification_settings: jsonb().$type<{ is_subscribed: boolean }>().notNull().default({ is_subscribed: true }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("users_email_unique").on(sql`lower(${table.email})`),
    index("users_text").using("gin", sql`${userText} gin_trgm_ops`),
    index("users_grams").using("gin", sql`grams(${userText})`),
    index("users_domain")
      .on(sql`split_part(lower(${table.email}), '@', 2)`, table.org_id)
      .concurrently(),
    index("users_org_id").on(table.org_id, table.created_at),
    // One index per sort order of the list, with its filter columns, for index-only paging and counting.
    index("users_created_at").on(table.created_at, table.id, table.is_active, table.roles),
    index("users_updated_at").on(table.updated_at, table.id, table.is_active, table.roles),
    index("users_email").on(table.email, table.id, table.is_active, table.roles),
    index("users_by_first_name")
      .on(withNameCollation(table.first_name), table.id, table.is_active, table.roles)
      .concurrently(),
    index("users_by_last_name")
      .on(withNameCollation(table.last_name), table.id, table.is_active, table.roles)
      .concurrently(),
    // Nearly all users are set up and reachable by mail, so these two filters get indexes for index-only counts.
    index("users_set_up")
      .on(table.created_at, table.id, table.is_active, table.roles)
      .where(sql`agreed_at is not null`)
      .concurrently(),
    index("users_mail_arrives")
      .on(table.created_at, table.id, table.is_active, table.roles)
      .where(sql`returned_email is distinct from email`)
      .concurrently(),
    index("users_administrators")
      .on(table.created_at, table.id)
      .where(sql`'admin' = any(roles)`)
      .concurrently(),
    index("users_access")
      .on(
        table.created_at,
        table.id,
        table.org_id,
        table.is_active,
        table.roles,
        table.agreed_at,
        table.returned_email,
        table.email,
      )
      .concurrently(),
    index("users_returned_mail")
      .on(table.created_at, table.id)
      .where(sql`returned_email = email`)
      .concurrently(),
  ],
);
