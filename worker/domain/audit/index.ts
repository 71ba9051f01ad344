import { SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";

export type AuditEntry = {
  action: string;
  subject_type: string;
  /** A value, or a column of `from` when the entry is written inside a larger statement. */
  subject_id: SQL | string;
  org_id?: SQL | string | null;
  data?: Record<string, unknown> | SQL;
  /** Columns of `from` that name who did it, when it was not the caller. */
  by?: { actor_id: SQL; impersonator_id: SQL };
};

/**
 * The insert that records who did what, as part of a larger statement (`with ..., a as (<this>)`),
 * once for each row of `from`. Impersonation leaves both ids (T13).
 */
export function auditInsert(ctx: Ctx, entry: AuditEntry, from: SQL = sql`(select 1) one`): SQL {
  const { actor } = ctx;
  const kind = entry.by ? "user" : actor.kind;
  const actorId = entry.by?.actor_id ?? sql`${actor.kind === "user" ? actor.user_id : null}`;
  const impersonatorId = entry.by?.impersonator_id ?? sql`${actor.kind === "user" ? actor.impersonator_id : null}`;
  const job = !entry.by && actor.kind === "system" ? { job: actor.name } : {};
  const data = entry.data instanceof SQL ? entry.data : sql`${JSON.stringify({ ...entry.data, ...job })}`;
  return sql`insert into audit_log (actor_kind, actor_id, impersonator_id, action, subject_type, subject_id, org_id, data, request_id)
    select ${kind}, (${actorId})::uuid, (${impersonatorId})::uuid, ${entry.action}, ${entry.subject_type}, (${entry.subject_id})::text,
      ${entry.org_id ?? null}::uuid, (${data})::jsonb, ${ctx.request_id} from ${from}`;
}
