import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { users } from "./users.ts";

/** The version in force is the newest by `valid_from` that has begun. `html` is sanitised again when it is read. */
export const licenseAgreements = pgTable("license_agreements", {
  version: text().primaryKey(),
  html: text().notNull(),
  valid_from: createdAt(),
  /** Null for what a command wrote. */
  created_by: uuid(),
  created_at: createdAt(),
});

/** Which user agreed to which version, and when first: written by a trigger of the users, never changed. */
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
