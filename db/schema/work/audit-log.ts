import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../columns.ts";

/** Append-only: who (actor, and the administrator behind an impersonation) did what to which subject. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id(),
    created_at: createdAt(),
    actor_kind: text({ enum: ["visitor", "user", "system"] }).notNull(),
    actor_id: uuid(),
    impersonator_id: uuid(),
    action: text().notNull(),
    subject_type: text().notNull(),
    subject_id: text().notNull(),
    org_id: uuid(),
    data: jsonb().$type<Record<string, unknown>>(),
    request_id: text(),
  },
  (table) => [
    index("audit_log_subject").on(table.subject_type, table.subject_id, table.created_at),
    index("audit_log_created_at").on(table.created_at),
    // What an organization reads of it: paged and counted, with its filters, without the rows.
    index("audit_log_org").on(table.org_id, table.created_at, table.id, table.action, table.actor_id).concurrently(),
  ],
);
