import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { securityEventKinds } from "../../enums.ts";

/** Events of an account with place and browser; retained for 90 days. Like `sessions`, the table has no foreign key. */
export const securityEvents = pgTable(
  "security_events",
  {
    id: id(),
    user_id: uuid().notNull(),
    kind: text({ enum: securityEventKinds }).notNull(),
    /** Two letters (ISO 3166-1), as Cloudflare's edge reports them. */
    country: text(),
    city: text(),
    user_agent: text(),
    is_new_browser: boolean().notNull().default(false),
    is_new_country: boolean().notNull().default(false),
    data: jsonb().$type<{ old_email?: string; new_email?: string }>().notNull().default({}),
    created_at: createdAt(),
    /**
     * When the account's owner said "This was not me" about this event or an earlier one, or undid the change of the
     * email address that this event is or follows.
     */
    reported_at: instant(),
  },
  (table) => [
    index("security_events_user").on(table.user_id, table.created_at, table.id),
    index("security_events_created_at").on(table.created_at),
  ],
);
