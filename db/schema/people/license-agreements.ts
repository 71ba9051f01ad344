import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";

/** The newest row is the current agreement. `html` was sanitised when it was written and is sanitised again when read. */
export const licenseAgreements = pgTable("license_agreements", {
  version: text().primaryKey(),
  html: text().notNull(),
  created_at: createdAt(),
});
