import { type SQL, sql } from "drizzle-orm";
import { violatedConstraint } from "../../../db/errors.ts";
import type { AccountRequestStatus, Role } from "../../../db/enums.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { auditInsert } from "../audit/index.ts";
import { type Ctx, inTransaction } from "../context.ts";
import { registerDevice } from "../devices/index.ts";
import { type Page, readPage } from "../listing.ts";
import { enqueueMail } from "../notifications/index.ts";
import { holdOrganization, type OrganizationRef } from "../organizations/index.ts";
import { issueVerificationCode } from "../verification/index.ts";
import { iso } from "../sql.ts";

export type AccountRequest = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  org_name: string;
  serial: string | null;
  status: AccountRequestStatus;
  created_at: string;
  updated_at: string;
};

/** Account requests, newest first unless asked otherwise. */
export const listAccountRequests = (
  ctx: Ctx,
  query: ListQuery & { status?: AccountRequestStatus | undefined },
): Promise<Page<AccountRequest>> =>
  readPage(ctx, query, {
    columns: sql`r.id, r.email, r.first_name, r.last_name, r.org_name, r.serial, r.status, ${iso("r.created_at")} as created_at, ${iso("r.updated_at")} as updated_at`,
    from: sql`account_requests r`,
    where: [query.status && sql`r.status = ${query.status}`],
    text: sql`(r.email || ' ' || r.first_name || ' ' || r.last_name || ' ' || r.org_name || ' ' || coalesce(r.serial, ''))`,
    alias: "r",
  });

export type Approval = { org_id: string; roles: Role[]; requests: { id: string; serial: string | null }[] };

/**
 * Approves account requests, all or none: makes the users, registers the devices and mails the set-up links.
 * Throws ACC_REQUEST_NOT_FOUND, ACC_REQUEST_APPROVED, ACC_REQUEST_REJECTED, ORG_NOT_FOUND, INVALID_ROLES, USR_EMAIL_EXISTS
 * and what registerDevice throws.
 */
export async function approveAccountRequests(ctx: Ctx, input: Approval): Promise<void> {
  try {
    await inTransaction(ctx, async (ctx) => {
      await hold(
        ctx,
        input.requests.map((each) => each.id),
      );
      const organization = await holdOrganization(ctx, input.org_id);
      // The administrators of the shop belong to the shop; a customer never gets the role by an approval (O-032).
      if (input.roles.includes("admin") && !organization.is_house) throw unprocessable("INVALID_ROLES");
      for (const request of input.requests) {
        await approveOne(ctx, request.id, organization, input.roles);
        if (request.serial) await registerDevice(ctx, { org_id: organization.id, serial: request.serial });
      }
    });
  } catch (error) {
    throw violatedConstraint(error) === "users_email_unique" ? unprocessable("USR_EMAIL_EXISTS") : error;
  }
  ctx.wakeWorkers();
}

/** Rejects account requests, all or none. Throws ACC_REQUEST_NOT_FOUND, ACC_REQUEST_APPROVED, ACC_REQUEST_REJECTED. */
export async function rejectAccountRequests(ctx: Ctx, ids: string[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await hold(ctx, ids);
    for (const id of ids) await settle(ctx, id, "rejected");
  });
  ctx.wakeWorkers();
}

/** Locks the rows in one order for all, so that two bulk calls cannot wait for each other. */
const hold = (ctx: Ctx, ids: string[]) =>
  ctx.db.execute(
    sql`select id from account_requests where id in (${sql.join(
      ids.map((id) => sql`${id}::uuid`),
      sql`, `,
    )}) order by id for update`,
  );

async function approveOne(ctx: Ctx, id: string, organization: OrganizationRef, roles: Role[]): Promise<void> {
  await settle(ctx, id, "approved", organization.name);
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with u as (
      insert into users (org_id, email, first_name, last_name, roles)
      select ${organization.id}, r.email, r.first_name, r.last_name, ${roleArray(roles)} from account_requests r where r.id = ${id} returning id, org_id
    ), linked as (update account_requests set user_id = u.id from u where account_requests.id = ${id}),
    audited as (${auditInsert(ctx, { action: "createUser", subject_type: "user", subject_id: sql`u.id`, org_id: sql`u.org_id`, data: { roles } }, sql`u`)})
    select id from u`);
  await issueVerificationCode(ctx, {
    whose: sql`u.id = ${rows[0]?.id ?? null}`,
    scope: "verify:user-setup",
    is_mailed: true,
  });
}

export const roleArray = (roles: Role[]): SQL =>
  sql`array[${sql.join(
    roles.map((role) => sql`${role}`),
    sql`, `,
  )}]::text[]`;

/** The one transition of an account request, in one conditional statement. */
async function settle(ctx: Ctx, id: string, status: "approved" | "rejected", orgName?: string): Promise<void> {
  const isApproved = status === "approved";
  const payload = sql`jsonb_build_object('first_name', r.first_name, 'last_name', r.last_name, 'org_name', r.org_name,
    'org', jsonb_build_object('name', ${orgName ?? ""}::text))`;
  const type = isApproved ? "accountRequestApproved" : "accountRequestRejected";
  const { rows } = await ctx.db.execute(sql`
    with r as (update account_requests set status = ${status}, updated_at = now() where id = ${id} and status = 'pending' returning *),
    mail as (${enqueueMail({ type, recipient: sql`r.email`, user_id: sql`null::uuid`, payload }, sql`r`)}),
    audited as (${auditInsert(ctx, { action: isApproved ? "approveAccountRequest" : "rejectAccountRequest", subject_type: "account_request", subject_id: sql`r.id` }, sql`r`)})
    select 1 from r`);
  if (rows[0]) return;
  const found = await ctx.db.execute<{ status: AccountRequestStatus }>(
    sql`select status from account_requests where id = ${id}`,
  );
  if (!found.rows[0]) throw notFound("ACC_REQUEST_NOT_FOUND");
  throw unprocessable(found.rows[0].status === "approved" ? "ACC_REQUEST_APPROVED" : "ACC_REQUEST_REJECTED");
}
