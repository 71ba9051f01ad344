import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../../columns.ts";
import { accountRequestStatuses } from "../../enums.ts";
import { users } from "./users.ts";

const rowText = sql`(email || ' ' || first_name || ' ' || last_name || ' ' || org_name || ' ' || coalesce(serial, ''))`;

export const accountRequests = pgTable(
  "account_requests",
  {
    id: id(),
    email: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    org_name: text().notNull(),
    serial: text(),
    status: text({ enum: accountRequestStatuses }).notNull().default("pending"),
    user_id: uuid().references(() => users.id),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("account_requests_pending_email_unique")
      .on(sql`lower(${table.email})`)
      .where(sql`${table.status} = 'pending'`),
    index("account_requests_text").using("gin", sql`${rowText} gin_trgm_ops`),
    index("account_requests_grams").using("gin", sql`grams(${rowText})`),
    // For finding similar requests, by mail domain or device.
    index("account_requests_domain")
      .on(sql`split_part(lower(${table.email}), '@', 2)`, table.created_at)
      .concurrently(),
    index("account_requests_serial")
      .on(sql`upper(${table.serial})`)
      .where(sql`${table.serial} is not null`)
      .concurrently(),
    index("account_requests_status_created_at").on(table.status, table.created_at, table.id),
    // One index per sort order of the list, with its filter columns, for index-only paging and counting.
    index("account_requests_created_at").on(table.created_at, table.id, table.status),
    index("account_requests_updated_at").on(table.updated_at, table.id, table.status),
    index("account_requests_email").on(table.email, table.id, table.status),
    index("account_requests_first_name").on(table.first_name, table.id, table.status),
    index("account_requests_last_name").on(table.last_name, table.id, table.status),
    index("account_requests_org_name").on(table.org_name, table.id, table.status),
    index("account_requests_status").on(table.status, table.id),
  ],
);
