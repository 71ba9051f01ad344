import * as z from "zod/mini";
import { accountRequestStatuses } from "../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { accountRequest } from "../../entities/account-request.ts";
import { accountRequestDetails } from "../../entities/account-request-details.ts";
import { describe, freeText, grantedRoles, orgId, serial, uuid } from "../../fields.ts";
import { organizationFields, organizationName } from "../../people/organization-fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const params = z.object({ request_id: uuid() });
const requestIds = z.array(uuid()).check(z.minLength(1), z.maxLength(100));
const decisionErrors = ["ACC_REQUEST_NOT_FOUND", "ACC_REQUEST_APPROVED", "ACC_REQUEST_REJECTED"] as const;
const approvalErrors = [
  ...decisionErrors,
  "ORG_NOT_FOUND",
  "ORG_NAME_EXISTS",
  "PRODUCT_PRICE_LEVEL_NOT_FOUND",
  "INVALID_ROLES",
  "USR_EMAIL_EXISTS",
  "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
  "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
] as const;
const callDefaults = { tag: "Admin: account requests" } as const;

const organizationChoice = {
  org_id: z.optional(orgId()),
  new_organization: z.optional(
    describe(
      z.object({ ...organizationFields, name: organizationName() }),
      "New organization, created by the approval instead of org_id",
    ),
  ),
};
type OrganizationChoice = { org_id?: string | undefined; new_organization?: unknown } | undefined;
/** A check that runs even if other fields are invalid, so that the reply lists every issue. */
const requireOrganization = z.refine<OrganizationChoice>(
  (body) => body?.org_id !== undefined || body?.new_organization !== undefined,
  {
    error: "Organization is required.",
    path: ["org_id"],
    params: { code: "invalid_type" },
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
);
const rejectTwoOrganizations = z.refine<OrganizationChoice>(
  (body) => body?.org_id === undefined || body.new_organization === undefined,
  {
    error: "Choose an organization or name a new one, not both.",
    path: ["new_organization"],
  },
);
const reason = () => z.nullish(freeText(1000, "Plain text included in the email to the requester"));

export const listAccountRequests = endpoint({
  ...callDefaults,
  access: "requests:read",
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

export const getAccountRequest = endpoint({
  ...callDefaults,
  access: "requests:read",
  method: "GET",
  path: "/v1/admin/account-requests/{request_id}",
  params,
  status: 200,
  reply: reply(accountRequestDetails.shape),
  errors: ["ACC_REQUEST_NOT_FOUND"],
  summary: "Read an account request with its signals",
  description:
    "Includes matching organizations (by serial number, email domain and name), similar requests, an existing user with the address, and the decision.",
});

export const approveAccountRequest = endpoint({
  ...callDefaults,
  access: "requests:act",
  method: "POST",
  path: "/v1/admin/account-requests/{request_id}/approve",
  params,
  body: z
    .object({ ...organizationChoice, roles: grantedRoles(), serial_number: z.nullish(serial()) })
    .check(requireOrganization, rejectTwoOrganizations),
  status: 200,
  reply: emptyReply,
  errors: approvalErrors,
  summary: "Approve an account request",
  description:
    "Atomically creates the user and, if named, the new organization, registers the device of a given serial number, and mails the set-up link.",
});

export const rejectAccountRequest = endpoint({
  ...callDefaults,
  access: "requests:act",
  method: "POST",
  path: "/v1/admin/account-requests/{request_id}/reject",
  params,
  body: z.optional(z.object({ reason: reason() })),
  status: 200,
  reply: emptyReply,
  errors: decisionErrors,
  summary: "Reject an account request",
});

export const approveAccountRequests = endpoint({
  ...callDefaults,
  access: "requests:act",
  method: "POST",
  path: "/v1/admin/account-requests/approve",
  body: z
    .object({
      request_ids: requestIds,
      ...organizationChoice,
      roles: grantedRoles(),
      serial_numbers: z.nullish(
        describe(
          z.union([z.array(z.nullable(serial())).check(z.maxLength(100)), z.record(uuid(), z.nullable(serial()))]),
          "By position in request_ids (null allowed), or a map by request ID",
        ),
      ),
    })
    .check(requireOrganization, rejectTwoOrganizations),
  status: 200,
  reply: emptyReply,
  errors: approvalErrors,
  summary: "Approve several account requests, all or none",
});

export const rejectAccountRequests = endpoint({
  ...callDefaults,
  access: "requests:act",
  method: "POST",
  path: "/v1/admin/account-requests/reject",
  body: z.object({ request_ids: requestIds, reason: reason() }),
  status: 200,
  reply: emptyReply,
  errors: decisionErrors,
  summary: "Reject several account requests, all or none",
});

export const reopenAccountRequests = endpoint({
  ...callDefaults,
  access: "requests:act",
  method: "POST",
  path: "/v1/admin/account-requests/reopen",
  body: z.object({ request_ids: requestIds }),
  status: 200,
  reply: emptyReply,
  errors: decisionErrors,
  summary: "Undo rejections whose emails have not been sent, all or none",
  description:
    "The console delays rejection emails for some seconds, the API sends them at once; once an email was sent, the reply is ACC_REQUEST_REJECTED.",
});
