import { SQL, sql } from "drizzle-orm";
import type { AuditAction, AuditSubject } from "../../../contract/people/audit-labels.ts";
import type { Ctx } from "../../context.ts";

/** What an entry says beyond action and subject; ids are values, or columns of the rows that are recorded. */
type More = {
  /** Whose id the subject is; `id` of the rows when left out. */
  subject_id?: SQL | string;
  /** `org_id` of the rows when left out; null for what belongs to no organization. */
  org_id?: SQL | string | null;
  data?: Record<string, unknown> | SQL;
  /** What is different since, `{field: [before, after]}`: `changesOf()` of rows that return `beforeAndAfter`. */
  changes?: SQL;
  /** Who did it, when it was not the caller. */
  by?: { actor_id: SQL; impersonator_id: SQL };
  /** Which of the rows are recorded. */
  where?: SQL;
  /** Another name of the part, where a statement has two. */
  as?: string;
};

/**
 * The part `audited as (...)` of a statement: it records who did what, once for each row of `rows`, another part of the same
 * statement. So no change stands without its entry, and no entry without its change. Impersonation leaves both ids (T13, ADR-001).
 */
export function audited(ctx: Ctx, action: AuditAction, subjectType: AuditSubject, rows: string, more: More = {}): SQL {
  const { actor } = ctx;
  const column = (name: string) => sql.raw(`${rows}.${name}`);
  const { subject_id = column("id"), org_id = column("org_id"), by } = more;
  const job = !by && actor.kind === "system" ? { job: actor.name } : {};
  const data =
    more.data instanceof SQL
      ? sql`(${more.data})::jsonb || ${JSON.stringify(job)}`
      : sql`${JSON.stringify({ ...more.data, ...job })}`;
  const changes = more.changes
    ? sql` || coalesce((
        select jsonb_build_object('changes', difference.found)
        from (select (${more.changes}) as found) difference
        where difference.found is not null
      ), '{}')`
    : sql``;
  const actorId = by?.actor_id ?? sql`${actor.kind === "user" ? actor.user_id : null}`;
  const impersonatorId = by?.impersonator_id ?? sql`${actor.kind === "user" ? actor.impersonator_id : null}`;
  return sql`${sql.raw(more.as ?? "audited")} as (
    insert into audit_log
      (actor_kind, actor_id, impersonator_id, action, subject_type, subject_id, org_id, data, request_id)
    select
      ${by ? "user" : actor.kind}, (${actorId})::uuid, (${impersonatorId})::uuid, ${action},
      ${subjectType},
      (${subject_id})::text,
      (${org_id})::uuid,
      (${data})::jsonb${changes},
      ${ctx.request_id}
    from ${sql.raw(rows)} ${more.where ? sql`where ${more.where}` : sql``})`;
}
