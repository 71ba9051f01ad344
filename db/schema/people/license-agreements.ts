import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { users } from "./users.ts";

/**
 * Versions of the license agreement; the newest whose `valid_from` has passed is current. `html` is sanitized again on
 * reading.
 */
export const licenseAgreements = pgTable("license_agreements", {
  version: text().primaryKey(),
  html: text().notNull(),
  valid_from: createdAt(),
  created_by: uuid(),
  created_at: createdAt(),
});

/** Consents of users, written by a trigger on users and never changed. */
export const licenseConsents = pgTable(
  "license_consents",
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    version: text().notNull(),
    agreed_at: instant().notNull(),
  },
  (table) => [
    unique("license_consents_of_user").on(table.user_id, table.version),
    index("license_consents_version").on(table.version, table.agreed_at, table.id),
  ],
);
