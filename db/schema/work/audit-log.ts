import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../../columns.ts";

/**
 * Append-only. At commit, the trigger function `seal_audit_entry` chains the entries: each contains the hash of the
 * previous entry (ADR-043).
 */
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
    /** Gapless position in the chain, starting at 1; null for entries older than the chain. */
    seq: bigint({ mode: "number" }),
    /** Hash of the data, so that the data can be erased without breaking the chain. */
    data_hash: text(),
    previous_hash: text(),
    hash: text(),
  },
  (table) => [
    index("audit_log_subject").on(table.subject_type, table.subject_id, table.created_at),
    index("audit_log_created_at").on(table.created_at),
    // An organization's own log: index-only paging and counting with its filters.
    index("audit_log_org").on(table.org_id, table.created_at, table.id, table.action, table.actor_id).concurrently(),
    index("audit_log_org_subject").on(table.org_id, table.subject_type, table.created_at, table.id).concurrently(),
    index("audit_log_time").on(table.created_at, table.id).concurrently(),
    // The whole log by group and kind of subject: index-only paging and counting.
    index("audit_log_time_action").on(table.created_at, table.id, table.action, table.subject_type).concurrently(),
    index("audit_log_actor").on(table.actor_id, table.created_at, table.id).concurrently(),
    index("audit_log_impersonator")
      .on(table.impersonator_id, table.created_at, table.id)
      .where(sql`${table.impersonator_id} is not null`)
      .concurrently(),
    index("audit_log_action").on(table.action, table.created_at, table.id).concurrently(),
    // For support, which searches by the request id in a reply.
    index("audit_log_request_id").on(table.request_id).concurrently(),
    index("audit_log_subject_id").on(table.subject_id, table.created_at, table.id).concurrently(),
  ],
);

/** The end of the audit chain, written by the log's trigger only. */
export const auditHead = pgTable("audit_head", {
  is_only: boolean().primaryKey().default(true),
  seq: bigint({ mode: "number" }).notNull(),
  hash: text().notNull(),
  updated_at: updatedAt(),
});
