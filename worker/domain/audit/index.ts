import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";

export type AuditEntry = {
  action: string;
  subject_type: string;
  /** A value, or a column of `from` when the entry is written inside a larger statement. */
  subject_id: SQL | string;
  org_id?: SQL | string | null;
  data?: Record<string, unknown>;
};

/**
 * The insert that records who did what, as part of a larger statement (`with ..., a as (<this>)`),
 * once for each row of `from`. Impersonation leaves both ids (safety T13).
 */
export function auditInsert(ctx: Ctx, entry: AuditEntry, from: SQL = sql`(select 1) one`): SQL {
  const actor = ctx.actor;
  const actorId = actor.kind === "user" ? actor.user_id : null;
  const impersonatorId = actor.kind === "user" ? actor.impersonator_id : null;
  const data = JSON.stringify({ ...entry.data, ...(actor.kind === "system" ? { job: actor.name } : {}) });
  return sql`insert into audit_log (actor_kind, actor_id, impersonator_id, action, subject_type, subject_id, org_id, data, request_id)
    select ${actor.kind}, ${actorId}::uuid, ${impersonatorId}::uuid, ${entry.action}, ${entry.subject_type}, (${entry.subject_id})::text,
      ${entry.org_id ?? null}::uuid, ${data}::jsonb, ${ctx.request_id} from ${from}`;
}

/** Records one action as a statement of its own, inside the caller's transaction. */
export async function record(ctx: Ctx, entry: AuditEntry): Promise<void> {
  await ctx.db.execute(auditInsert(ctx, entry));
}
