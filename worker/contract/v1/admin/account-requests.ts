import * as z from "zod/mini";
import { accountRequestStatuses } from "../../../../db/enums.ts";
import { done, endpoint } from "../../endpoint.ts";
import { accountRequest } from "../../entities/account-request.ts";
import { described, grantedRoles, orgId, serial, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const params = z.object({ request_id: uuid() });
const requestIds = z.array(uuid()).check(z.minLength(1), z.maxLength(100));
const processed = ["ACC_REQUEST_NOT_FOUND", "ACC_REQUEST_APPROVED", "ACC_REQUEST_REJECTED"] as const;
const approval = [
  ...processed,
  "ORG_NOT_FOUND",
  "INVALID_ROLES",
  "USR_EMAIL_EXISTS",
  "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
  "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
] as const;
const shared = { access: "admin", tag: "Admin: account requests" } as const;

export const listAccountRequests = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/account-requests",
  query: z.object({
    status: z.optional(z.enum(accountRequestStatuses)),
    ...listQuery(["created_at", "updated_at", "email", "first_name", "last_name", "org_name", "status"]),
  }),
  status: 200,
  reply: listReply(accountRequest),
  errors: [],
  summary: "List account requests",
});

export const approveAccountRequest = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/account-requests/{request_id}/approve",
  params,
  body: z.object({ org_id: orgId(), roles: grantedRoles(), serial_number: z.nullish(serial()) }),
  status: 200,
  reply: done,
  errors: approval,
  summary: "Approve an account request",
  description: "Makes the user, registers the device when a serial number is given, and mails the set-up link.",
});

export const rejectAccountRequest = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/account-requests/{request_id}/reject",
  params,
  status: 200,
  reply: done,
  errors: processed,
  summary: "Reject an account request",
});

export const approveAccountRequests = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/account-requests/approve",
  body: z.object({
    request_ids: requestIds,
    org_id: orgId(),
    roles: grantedRoles(),
    serial_numbers: z.nullish(
      described(
        z.union([z.array(z.nullable(serial())).check(z.maxLength(100)), z.record(uuid(), z.nullable(serial()))]),
        "By position of request_ids (null allowed), or a map by request id",
      ),
    ),
  }),
  status: 200,
  reply: done,
  errors: approval,
  summary: "Approve several account requests, all or none",
});

export const rejectAccountRequests = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/account-requests/reject",
  body: z.object({ request_ids: requestIds }),
  status: 200,
  reply: done,
  errors: processed,
  summary: "Reject several account requests, all or none",
});
