import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { assignment, type dueStates, mention } from "../../../contract/entities/note.ts";
import { BadRequest } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/admin/notes.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { requireUser } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { type Page, readPage } from "../../listing.ts";
import { audited, diffRows } from "../../platform/index.ts";
import { iso, many, one } from "../../sql.ts";
import {
  isColleague,
  subjectLabel,
  mayReadSubject,
  personJson,
  requireSubject,
  selectSubject,
  subjectNotFound,
} from "./subjects.ts";

export type Assignment = z.output<typeof assignment>;

export const assignmentColumns = sql`
  a.subject_type, a.subject_id, ${subjectLabel("a")} as label,
  case when a.assignee_id is not null then ${personJson(sql`a.assignee_id`)} end as assignee,
  a.due_on::text as due_on, ${personJson(sql`a.assigned_by`)} as assigned_by, ${iso("a.updated_at")} as updated_at`;

type AssignmentQuery = InputOf<typeof contract.listAssignments>["query"];

const dueConditions = (ctx: ReadCtx): Record<(typeof dueStates)[number], SQL> => {
  const today = sql`(now() at time zone ${ctx.time_zone()})::date`;
  return {
    overdue: sql`a.due_on < ${today}`,
    week: sql`a.due_on between ${today} and ${today} + 6`,
    none: sql`a.due_on is null`,
  };
};

const assigneeConditions = (ctx: ReadCtx): Record<"me" | "nobody", SQL> => ({
  me: sql`a.assignee_id = ${currentUserId(ctx)}`,
  nobody: sql`a.assignee_id is null`,
});

export const listAssignments = (ctx: ReadCtx, query: AssignmentQuery): Promise<Page<Assignment>> =>
  readPage(ctx, query, {
    shape: () => assignment,
    columns: assignmentColumns,
    from: sql`assignments a`,
    where: [
      mayReadSubject(ctx, "a"),
      query.assigned && assigneeConditions(ctx)[query.assigned],
      query.assignee_id && sql`a.assignee_id = ${query.assignee_id}`,
      query.subject_type && sql`a.subject_type = ${query.subject_type}`,
      query.due && dueConditions(ctx)[query.due],
    ],
    text: subjectLabel("a"),
    alias: "a",
    sorts: { due_on: sql`a.due_on` },
  });

const assignee = () => z.object({ id: z.string(), name: z.string() });

export const listAssignees = (ctx: ReadCtx): Promise<z.output<ReturnType<typeof assignee>>[]> =>
  many(
    ctx,
    assignee,
    sql`
    select u.id, u.first_name || ' ' || u.last_name as name from users u
    where u.id in (select a.assignee_id from assignments a)
    order by u.first_name, u.last_name, u.id`,
  );

const selectUrgentAssignments = (ctx: ReadCtx): SQL => sql`
  select ${assignmentColumns} from assignments a
  where ${mayReadSubject(ctx, "a")} and ${assigneeConditions(ctx).me}
  order by a.due_on nulls last, a.created_at, a.id
  limit 200`;

const ownWorkRow = () => z.object({ assignments: z.array(assignment), mentions: z.array(mention) });
export type OwnWork = z.output<ReturnType<typeof ownWorkRow>>;

export const listMine = (ctx: ReadCtx): Promise<OwnWork> =>
  one(
    ctx,
    ownWorkRow,
    sql`
    select
      coalesce((select json_agg(item) from (${selectUrgentAssignments(ctx)}) item), '[]') as assignments,
      coalesce((
        select json_agg(item)
        from (
          select n.id as note_id, n.subject_type, n.subject_id, ${subjectLabel("n")} as label, n.text,
            ${personJson(sql`n.author_id`)} as author, ${iso("n.created_at")} as created_at
          from note_mentions m join notes n on n.id = m.note_id
          where m.user_id = ${currentUserId(ctx)} and m.read_at is null and ${mayReadSubject(ctx, "n")}
          order by m.created_at desc, n.id desc
          limit 50
        ) item
      ), '[]') as mentions`,
    () => new Error("an unconditional select returned no row"),
  );

const assignmentJson = (row: "old" | "new"): SQL =>
  sql.raw(`jsonb_build_object('assignee', (
        select u.first_name || ' ' || u.last_name from users u where u.id = ${row}.assignee_id
      ), 'due_on', ${row}.due_on)`);

/**
 * Null for both the assignee and the due day deletes the assignment. @throws the subject's not-found error,
 * USR_NOT_AUTHORIZED for an actor who may not read the record, and BadRequest for a new assignee who may not read it
 */
export async function updateAssignment(
  ctx: Ctx,
  { subject_type, subject_id, assignee_id, due_on }: InputOf<typeof contract.updateAssignment>["body"],
): Promise<void> {
  const subject = { subject_type, subject_id };
  requireSubject(ctx, subject);
  const { is_assignable } = await one(
    ctx,
    () => z.object({ is_assignable: z.boolean() }),
    sql`
    with s as (${selectSubject(subject)}),
    wanted as (
      select s.id, s.org_id from s
      where ${assignee_id}::uuid is null
        or exists (select from users u where u.id = ${assignee_id} and ${isColleague(subject_type)})
        or exists (
          select from assignments a
          where a.subject_type = ${subject_type} and a.subject_id = s.id and a.assignee_id = ${assignee_id}
        )
    ),
    gone as (
      delete from assignments a using wanted
      where a.subject_type = ${subject_type} and a.subject_id = wanted.id
        and ${assignee_id}::uuid is null and ${due_on}::date is null
      returning a.subject_id, a.org_id, ${assignmentJson("old")} as before, null::jsonb as after
    ),
    a as (
      insert into assignments (subject_type, subject_id, org_id, assignee_id, due_on, assigned_by)
      select ${subject_type}, wanted.id, wanted.org_id, ${assignee_id}::uuid, ${due_on}::date,
        ${requireUser(ctx).user_id}
      from wanted
      where ${assignee_id}::uuid is not null or ${due_on}::date is not null
      on conflict (subject_type, subject_id) do update
        set assignee_id = excluded.assignee_id, due_on = excluded.due_on, assigned_by = excluded.assigned_by,
          updated_at = now()
        where assignments.assignee_id is distinct from excluded.assignee_id
          or assignments.due_on is distinct from excluded.due_on
      returning assignments.subject_id, assignments.org_id, ${assignmentJson("old")} as before,
        ${assignmentJson("new")} as after
    ),
    c as (select * from gone union all select * from a),
    ${audited(ctx, "updateAssignment", subject_type, "c", { subject_id: sql`c.subject_id`, changes: diffRows() })}
    select exists (select from wanted) as is_assignable from s`,
    () => subjectNotFound(subject),
  );
  if (!is_assignable)
    throw new BadRequest([
      { code: "custom", path: ["assignee_id"], message: "Choose an administrator who may see this record." },
    ]);
}
