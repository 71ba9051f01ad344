import { type SQL, sql } from "drizzle-orm";
import { type NoteSubject, noteSubjects } from "../../../../db/enums.ts";
import { noteAccess } from "../../../contract/entities/note.ts";
import { type Failure, forbidden, notFound } from "../../../contract/errors.ts";
import { can } from "../../../contract/people/permissions.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { hasStaffPermission } from "../../permissions.ts";

export type Subject = { subject_type: NoteSubject; subject_id: string };

/** Id, organization and name of each kind of record; names read like "order O00001042" in a sentence. */
const selectBySubject: Record<NoteSubject, SQL> = {
  order: sql`select o.id, o.org_id, 'order ' || o.order_number as label from orders o`,
  organization: sql`select o.id, o.id as org_id, o.name as label from organizations o`,
  account_request: sql`
    select o.id, null::uuid as org_id, 'the account request of ' || o.first_name || ' ' || o.last_name as label
    from account_requests o`,
  invoice: sql`
    select o.id, o.org_id, coalesce('invoice ' || o.stripe_invoice_no, 'an invoice without a number yet') as label
    from invoices o`,
};

export const selectSubject = ({ subject_type, subject_id }: Subject): SQL =>
  sql`${selectBySubject[subject_type]} where o.id = ${subject_id}`;

export const subjectLabel = (alias: string): SQL => {
  const cases = noteSubjects.map(
    (type) => sql`
    when ${type} then (select s.label from (${selectBySubject[type]} where o.id = ${sql.raw(alias)}.subject_id) s)`,
  );
  return sql`coalesce(case ${sql.raw(alias)}.subject_type ${sql.join(cases)} end, '(deleted)')`;
};

const notFoundErrors: Record<NoteSubject, () => Failure> = {
  order: () => notFound("ORDER_NOT_FOUND"),
  organization: () => notFound("ORG_NOT_FOUND"),
  account_request: () => notFound("ACC_REQUEST_NOT_FOUND"),
  invoice: () => notFound("INVOICE_NOT_FOUND"),
};

export const subjectNotFound = ({ subject_type }: Subject): Failure => notFoundErrors[subject_type]();

/** @throws USR_NOT_AUTHORIZED for administrators who may not read records of this kind */
export function requireSubject(ctx: Ctx, { subject_type }: Pick<Subject, "subject_type">): void {
  if (!can(requireUser(ctx), noteAccess[subject_type])) throw forbidden("USR_NOT_AUTHORIZED");
}

export const mayReadSubject = (ctx: ReadCtx, alias: string): SQL => sql`exists (
  select from users u
  where u.id = ${currentUserId(ctx)} and ${mayRead(sql.raw(`${alias}.subject_type`))}
)`;

const mayRead = (subjectType: SQL): SQL => {
  const cases = noteSubjects.map((type) => sql` when ${type} then ${hasStaffPermission("u", noteAccess[type])}`);
  return sql`case ${subjectType} ${sql.join(cases)} end`;
};

/** Whether administrator `u` can be mentioned in notes about records of this kind, and be assigned to such records. */
export const isColleague = (subjectType: NoteSubject): SQL =>
  sql`(u.is_active and u.agreed_at is not null and ${hasStaffPermission("u", noteAccess[subjectType])})`;

/** Whether the administrator `u` can be mentioned in notes about the record of a row of `alias`. */
export const isColleagueOf = (alias: string): SQL =>
  sql`(u.is_active and u.agreed_at is not null and ${mayRead(sql.raw(`${alias}.subject_type`))})`;

/** `{id, name}` of a user, who may have been deleted. */
export const personJson = (id: SQL): SQL => sql`(
  select json_build_object('id', p.id, 'name', coalesce(u.first_name || ' ' || u.last_name, 'Somebody'))
  from (select ${id} as id) p left join users u on u.id = p.id
)`;
