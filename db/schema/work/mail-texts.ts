import { pgTable, text } from "drizzle-orm/pg-core";
import { updatedAt } from "../../columns.ts";

/** Mail texts that administrators have changed; a text without a row is the original. */
export const mailTexts = pgTable("mail_texts", {
  /** Type of the message, and its variant after a dot. */
  id: text().primaryKey(),
  subject: text().notNull(),
  preheader: text().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  action: text().notNull(),
  footnote: text().notNull(),
  updated_at: updatedAt(),
});
