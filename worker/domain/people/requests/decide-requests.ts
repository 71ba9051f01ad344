import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import { type AccountRequestStatus, accountRequestStatuses, type Role } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/account-requests.ts";
import { Failure, notFound, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { type Ctx, inTransaction, requireUser } from "../../context.ts";
import { registerDevice } from "../../devices/index.ts";
import { notificationParts, withdrawEventPart } from "../../notifications/index.ts";
import {
  createOrganization,
  lockOrganization,
  mayHaveRoles,
  requireMayGrant,
  type OrganizationRef,
} from "../../organizations/index.ts";
import { issueVerificationCode, lockAccount } from "../../identity/index.ts";
import { deleteInvitedUserParts } from "./delete-invited-user.ts";
import { maybeOne, exists, idRow, many, texts, uuids } from "../../sql.ts";

type NewOrganization = Parameters<typeof createOrganization>[1];

export type Approval = InputOf<typeof contract.approveAccountRequests>["body"] & {
  /** Organization to create in the same transaction, in place of `org_id`. */
  new_organization?: NewOrganization | undefined;
  /** Like `hold_s` of `Rejection`; ignored with a new organization or serial numbers, which cannot be undone. */
  hold_s?: number;
};

/**
 * Approves account requests, all or none: creates the new organization, if any, and the users, registers their devices
 * and mails the set-up links.
 */
export async function approveAccountRequests(ctx: Ctx, input: Approval): Promise<void> {
  const { request_ids, roles, serial_numbers: serials } = input;
  const hold_s = serials || input.new_organization ? undefined : input.hold_s;
  requireMayGrant(ctx, roles);
  await inTransaction(ctx, async (ctx) => {
    await lockRequests(ctx, request_ids, "pending");
    const organization = await findOrCreateOrganization(ctx, input);
    for (const [position, id] of request_ids.entries()) {
      const serial = Array.isArray(serials) ? serials[position] : serials?.[id];
      await withRequestId(id, async () => {
        await approveOne(ctx, id, organization, roles, hold_s);
        if (serial) await registerDevice(ctx, { org_id: organization.id, serial, as: "approval" });
      });
    }
  });
  ctx.wakeWorkers(hold_s);
}

/** A new organization's billing email defaults to the first requester's, because payments need one. */
async function findOrCreateOrganization(
  ctx: Ctx,
  { org_id = "", new_organization, request_ids }: Approval,
): Promise<OrganizationRef> {
  if (!new_organization) return lockOrganization(ctx, org_id);
  const billing_email = await findRequestEmail(ctx, request_ids[0] ?? "");
  const { id, name } = await createOrganization(ctx, { billing_email, ...new_organization });
  return { id, name };
}

const findRequestEmail = async (ctx: Ctx, request_id: string): Promise<string | undefined> =>
  (
    await maybeOne(
      ctx,
      () => z.object({ email: z.string() }),
      sql`select email from account_requests where id = ${request_id}`,
    )
  )?.email;

export type Rejection = InputOf<typeof contract.rejectAccountRequests>["body"] & {
  /** Seconds to hold back the mails, during which `reopenAccountRequests` can undo the decision. */
  hold_s?: number;
};

export async function rejectAccountRequests(ctx: Ctx, { request_ids, reason, hold_s }: Rejection): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockRequests(ctx, request_ids, "pending");
    for (const id of request_ids) await withRequestId(id, () => rejectOne(ctx, id, reason || null, hold_s));
  });
  ctx.wakeWorkers(hold_s);
}

/**
 * Undoes decisions with unsent mails, all or none: the mails are withdrawn, the users of approvals are deleted and the
 * requests are pending again. Idempotent. @throws ACC_REQUEST_APPROVED or ACC_REQUEST_REJECTED if a mail was sent, the
 * new user is set up or the requester has asked again
 */
export async function reopenAccountRequests(ctx: Ctx, ids: string[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const statuses = await lockRequests(ctx, ids, "rejected", "approved", "pending");
    // Waits for a user who is just setting up, so that the reads below see the finished account.
    await ctx.db.batch(lockAccount(sql`select user_id from account_requests where id = any(${uuids(ids)})`));
    for (const id of ids) {
      const status = statuses.get(id);
      if (status === "rejected" || status === "approved") await withRequestId(id, () => reopenOne(ctx, id, status));
    }
  });
}

async function withRequestId(id: string, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "users_email_unique") throw unprocessable("USR_EMAIL_EXISTS").about(id);
    if (constraint === "account_requests_pending_email_unique") throw unprocessable("ACC_REQUEST_REJECTED").about(id);
    throw error instanceof Failure ? error.about(id) : error;
  }
}

const requestState = () => z.object({ id: z.string(), status: z.enum(accountRequestStatuses) });

/**
 * Locks the requests in id order, so that concurrent bulk calls cannot deadlock, and throws for the first that is
 * unknown or in none of the `from` states. Of concurrent decisions one wins, and the others report the new state.
 * Returns the states.
 */
async function lockRequests(ctx: Ctx, ids: string[], ...from: AccountRequestStatus[]) {
  const rows = await many(
    ctx,
    requestState,
    sql`select id, status from account_requests where id = any(${uuids(ids)}) order by id for update`,
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  for (const id of ids) {
    const status = statuses.get(id);
    if (status === undefined) throw notFound("ACC_REQUEST_NOT_FOUND").about(id);
    if (!from.includes(status)) throw alreadyDecidedError(status).about(id);
  }
  return statuses;
}

const alreadyDecidedError = (status: AccountRequestStatus): Failure =>
  status === "approved" ? unprocessable("ACC_REQUEST_APPROVED") : unprocessable("ACC_REQUEST_REJECTED");

async function approveOne(
  ctx: Ctx,
  id: string,
  organization: OrganizationRef,
  roles: Role[],
  hold_s: number | undefined,
): Promise<void> {
  const row = await maybeOne(
    ctx,
    idRow,
    sql`
    with r as (
      update account_requests
      set status = 'approved', updated_at = now()
      where id = ${id} and status = 'pending'
      returning *, ${beforeAndAfter}
    ),
    ${audited(ctx, "approveAccountRequest", "account_request", "r", { org_id: null, changes: diffRows() })}
    select id from r`,
  );
  // A missing row means that the call names the request twice.
  if (!row) throw unprocessable("ACC_REQUEST_APPROVED");
  const user = await maybeOne(
    ctx,
    idRow,
    sql`
    with u as (
      insert into users (org_id, email, first_name, last_name, roles, invited_by)
      select ${organization.id}, r.email, r.first_name, r.last_name, ${texts(roles)},
        ${requireUser(ctx).user_id}::uuid
      from account_requests r
      where r.id = ${id} and ${mayHaveRoles(texts(roles), sql`${organization.id}::uuid`)}
      returning id, org_id, ${beforeAndAfter}
    ), linked as (update account_requests set user_id = u.id from u where account_requests.id = ${id}),
    ${audited(ctx, "createUser", "user", "u", { data: { roles }, changes: diffRows() })}
    select id from u`,
  );
  if (!user) throw unprocessable("INVALID_ROLES");
  await issueVerificationCode(ctx, {
    where: sql`u.id = ${user.id}`,
    scope: "verify:user-setup",
    is_mailed: true,
    is_approval: true,
    ...(hold_s !== undefined && { held: { hold_s, event: decisionEvent(id, "approved") } }),
  });
}

type Decision = "approved" | "rejected";

/** Event key under which a waiting mail about the decision can be withdrawn. */
const decisionEvent = (id: string, decision: Decision) => `account-request:${id}:${decision}`;

async function rejectOne(ctx: Ctx, id: string, reason: string | null, hold_s: number | undefined): Promise<void> {
  const notification = {
    type: "accountRequestRejected",
    recipient: sql`r.email`,
    user_id: sql`null::uuid`,
    payload: sql`jsonb_strip_nulls(jsonb_build_object(
      'first_name', r.first_name, 'last_name', r.last_name, 'org_name', r.org_name, 'reason', ${reason}::text))`,
    event: sql`${decisionEvent(id, "rejected")}`,
    hold_s,
  } as const;
  const data = reason === null ? {} : { reason };
  const isFound = await exists(
    ctx,
    sql`
    with r as (
      update account_requests
      set status = 'rejected', updated_at = now()
      where id = ${id} and status = 'pending'
      returning *, ${beforeAndAfter}
    ),
    ${notificationParts(notification, sql`r`)},
    ${audited(ctx, "rejectAccountRequest", "account_request", "r", { org_id: null, data, changes: diffRows() })}
    select 1 from r`,
  );
  if (!isFound) throw unprocessable("ACC_REQUEST_REJECTED");
}

/**
 * Makes a request pending again, unless a worker has begun to send the mail about the decision, or the new user has set
 * up their account by a link that was handed over.
 */
async function reopenOne(ctx: Ctx, id: string, decision: Decision): Promise<void> {
  const isFound = await exists(
    ctx,
    sql`
    with ${withdrawEventPart(decisionEvent(id, decision))}, r as (
      update account_requests
      set status = 'pending', user_id = null, updated_at = now()
      where id = ${id} and status = ${decision} and exists (select 1 from withdrawn)
        and not exists (select 1 from users u where u.id = account_requests.user_id and u.agreed_at is not null)
      returning id, ${beforeAndAfter}
    ), ${deleteInvitedUserParts(ctx)},
    ${audited(ctx, "reopenAccountRequests", "account_request", "r", { org_id: null, changes: diffRows() })}
    select 1 from r`,
  );
  if (!isFound) throw alreadyDecidedError(decision);
}
