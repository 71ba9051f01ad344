import { SQL, sql } from "drizzle-orm";
import type { AuditAction, AuditSubject } from "../../../contract/people/audit-labels.ts";
import type { Ctx } from "../../context.ts";

/** Ids are values or columns of the recorded rows. */
type EntryDetails = {
  subject_id?: SQL | string;
  /** By default `org_id` of the rows; null for subjects without an organization. */
  org_id?: SQL | string | null;
  data?: Record<string, unknown> | SQL;
  /** The changed fields, `{field: [before, after]}`: `diffRows()` of rows that return `beforeAndAfter`. */
  changes?: SQL;
  by?: { actor_id: SQL; impersonator_id: SQL };
  where?: SQL;
  as?: string;
};

/**
 * The CTE `audited as (...)`: records one entry for each row of the CTE `rows`. A change and its entry commit together
 * or not at all, because one statement makes both (ADR-001). Impersonation records both ids (T13).
 */
export function audited(
  ctx: Ctx,
  action: AuditAction,
  subjectType: AuditSubject,
  rows: string,
  details: EntryDetails = {},
): SQL {
  const { actor } = ctx;
  // Jobs that change data add the subject to `changed` themselves, because most statements of jobs change nothing.
  if (actor.kind !== "system") ctx.changed.add(subjectType);
  const column = (name: string) => sql.raw(`${rows}.${name}`);
  const { subject_id = column("id"), org_id = column("org_id"), by } = details;
  const jobFields = !by && actor.kind === "system" ? { job: actor.name, started_by: actor.started_by } : {};
  const data =
    details.data instanceof SQL
      ? sql`(${details.data})::jsonb || ${JSON.stringify(jobFields)}`
      : sql`${JSON.stringify({ ...details.data, ...jobFields })}`;
  // `offset 0` prevents the planner from inlining the difference, which would compute it twice for each row.
  const changes = details.changes
    ? sql` || coalesce((
        select jsonb_build_object('changes', difference.fields)
        from (select (${details.changes}) as fields offset 0) difference
        where difference.fields is not null
      ), '{}')`
    : sql``;
  const actorId = by?.actor_id ?? sql`${actor.kind === "user" ? actor.user_id : null}`;
  const impersonatorId = by?.impersonator_id ?? sql`${actor.kind === "user" ? actor.impersonator_id : null}`;
  return sql`${sql.raw(details.as ?? "audited")} as (
    insert into audit_log
      (actor_kind, actor_id, impersonator_id, action, subject_type, subject_id, org_id, data, request_id)
    select
      ${by ? "user" : actor.kind}, (${actorId})::uuid, (${impersonatorId})::uuid, ${action},
      ${subjectType},
      (${subject_id})::text,
      (${org_id})::uuid,
      (${data})::jsonb${changes},
      ${ctx.request_id}
    from ${sql.raw(rows)} ${details.where ? sql`where ${details.where}` : sql``})`;
}
