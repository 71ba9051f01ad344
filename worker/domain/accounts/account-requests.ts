import { sql } from "drizzle-orm";
import { accountRequest } from "../../contract/entities/account-request.ts";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../db/errors.ts";
import { type AccountRequestStatus, accountRequestStatuses, type Role } from "../../../db/enums.ts";
import { Failure, notFound, unprocessable } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { audited } from "../audit/index.ts";
import { type Ctx, inTransaction } from "../context.ts";
import { registerDevice } from "../devices/index.ts";
import { type Page, readPage } from "../listing.ts";
import { notified } from "../notifications/index.ts";
import { holdOrganization, type OrganizationRef } from "../organizations/index.ts";
import { issueVerificationCode } from "../verification/index.ts";
import { first, hasRow, idRow, iso, texts, uuids } from "../sql.ts";

export type AccountRequest = z.output<typeof accountRequest>;

/** Account requests, newest first unless asked otherwise. */
export const listAccountRequests = (
  ctx: Ctx,
  query: ListQuery & { status?: AccountRequestStatus | undefined },
): Promise<Page<AccountRequest>> =>
  readPage(ctx, query, {
    shape: () => accountRequest,
    columns: sql`
      r.id,
      r.email,
      r.first_name,
      r.last_name,
      r.org_name,
      r.serial,
      r.status,
      ${iso("r.created_at")} as created_at,
      ${iso("r.updated_at")} as updated_at`,
    from: sql`account_requests r`,
    where: [query.status && sql`r.status = ${query.status}`],
    text: sql`
      (r.email || ' ' || r.first_name || ' ' || r.last_name || ' ' || r.org_name || ' ' || coalesce(r.serial, ''))`,
    grams: "account_requests_grams",
    alias: "r",
  });

export type Approval = { org_id: string; roles: Role[]; requests: { id: string; serial: string | null }[] };

/**
 * Approves account requests, all or none: makes the users, registers the devices and mails the set-up links.
 * Throws ACC_REQUEST_NOT_FOUND, ACC_REQUEST_APPROVED, ACC_REQUEST_REJECTED, ORG_NOT_FOUND, INVALID_ROLES, USR_EMAIL_EXISTS
 * and what registerDevice throws.
 */
export async function approveAccountRequests(ctx: Ctx, input: Approval): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await hold(
      ctx,
      input.requests.map((each) => each.id),
    );
    const organization = await holdOrganization(ctx, input.org_id);
    // The administrators of the shop belong to the shop; a customer never gets the role by an approval (O-032).
    if (input.roles.includes("admin") && !organization.is_house) throw unprocessable("INVALID_ROLES");
    for (const { id, serial } of input.requests) {
      await toldOf(id, async () => {
        await approveOne(ctx, id, organization, input.roles);
        if (serial) await registerDevice(ctx, { org_id: organization.id, serial });
      });
    }
  });
  ctx.wakeWorkers();
}

/** Rejects account requests, all or none. Throws ACC_REQUEST_NOT_FOUND, ACC_REQUEST_APPROVED, ACC_REQUEST_REJECTED. */
export async function rejectAccountRequests(ctx: Ctx, ids: string[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await hold(ctx, ids);
    for (const id of ids) await toldOf(id, () => settle(ctx, id, "rejected"));
  });
  ctx.wakeWorkers();
}

/** How many requests wait for an answer. */
export async function countPendingRequests(ctx: Ctx): Promise<number> {
  const row = await first(
    ctx,
    () => z.object({ count: z.int() }),
    sql`select count(*)::int as count from account_requests where status = 'pending'`,
  );
  return row?.count ?? 0;
}

/** A refusal says which of the requests it is about. */
async function toldOf(id: string, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (violatedConstraint(error) === "users_email_unique") throw unprocessable("USR_EMAIL_EXISTS").about(id);
    throw error instanceof Failure ? error.about(id) : error;
  }
}

/** Locks the rows in one order for all, so that two bulk calls cannot wait for each other. */
const hold = (ctx: Ctx, ids: string[]) =>
  ctx.db.execute(sql`select id from account_requests where id = any(${uuids(ids)}) order by id for update`);

async function approveOne(ctx: Ctx, id: string, organization: OrganizationRef, roles: Role[]): Promise<void> {
  await settle(ctx, id, "approved");
  const row = await first(
    ctx,
    idRow,
    sql`
    with u as (
      insert into users (org_id, email, first_name, last_name, roles)
      select ${organization.id}, r.email, r.first_name, r.last_name, ${texts(roles)}
      from account_requests r
      where r.id = ${id}
      returning id, org_id
    ), linked as (update account_requests set user_id = u.id from u where account_requests.id = ${id}),
    ${audited(ctx, "createUser", "user", "u", { data: { roles } })}
    select id from u`,
  );
  await issueVerificationCode(ctx, {
    whose: sql`u.id = ${row?.id ?? null}`,
    scope: "verify:user-setup",
    is_mailed: true,
    is_approval: true,
  });
}

/** The one transition of an account request, in one conditional statement. */
async function settle(ctx: Ctx, id: string, status: "approved" | "rejected"): Promise<void> {
  const isApproved = status === "approved";
  const payload = sql`jsonb_build_object('first_name', r.first_name, 'last_name', r.last_name, 'org_name', r.org_name)`;
  // the mail of an approval is the one with the set-up link
  const notice = {
    type: "accountRequestRejected",
    recipient: sql`r.email`,
    user_id: sql`null::uuid`,
    payload,
  } as const;
  const action = isApproved ? "approveAccountRequest" : "rejectAccountRequest";
  const isFound = await hasRow(
    ctx,
    sql`
    with r as (
      update account_requests
      set status = ${status}, updated_at = now()
      where id = ${id} and status = 'pending'
      returning *
    ),
    ${isApproved ? sql`` : sql`${notified(notice, sql`r`)},`}
    ${audited(ctx, action, "account_request", "r", { org_id: null })}
    select 1 from r`,
  );
  if (isFound) return;
  const found = await first(
    ctx,
    () => z.object({ status: z.enum(accountRequestStatuses) }),
    sql`select status from account_requests where id = ${id}`,
  );
  if (!found) throw notFound("ACC_REQUEST_NOT_FOUND");
  throw unprocessable(found.status === "approved" ? "ACC_REQUEST_APPROVED" : "ACC_REQUEST_REJECTED");
}
