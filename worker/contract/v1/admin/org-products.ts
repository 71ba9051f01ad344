import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { device, deviceShape, requireSerial, serialFields } from "../../entities/device.ts";
import { flag, orgId, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: devices" } as const;
const organizationParams = z.object({ org_id: orgId() });
const params = z.object({ org_id: orgId(), id: uuid() });

export const listAdminOrgProducts = endpoint({
  ...callDefaults,
  access: "devices:read",
  method: "GET",
  path: "/v1/admin/organizations/{org_id}/org-products",
  params: organizationParams,
  query: z.object({
    product_id: z.optional(uuid()),
    is_verified: flag(),
    ...listQuery(["created_at", "updated_at", "serial"]),
  }),
  status: 200,
  reply: listReply(device),
  errors: ["ORG_NOT_FOUND"],
  summary: "List the registered devices of an organization",
  description: "Search covers serial numbers. Each device includes its product.",
});

export const getAdminOrgProduct = endpoint({
  ...callDefaults,
  access: "devices:read",
  method: "GET",
  path: "/v1/admin/organizations/{org_id}/org-products/{id}",
  params,
  status: 200,
  reply: reply(deviceShape),
  errors: ["ORG_PRODUCT_NOT_FOUND"],
  summary: "Read a registered device of an organization",
});

export const createAdminOrgProduct = endpoint({
  ...callDefaults,
  access: "devices:act",
  method: "POST",
  path: "/v1/admin/organizations/{org_id}/org-products",
  params: organizationParams,
  body: z.object({ ...serialFields(), product_id: uuid() }).check(requireSerial),
  status: 201,
  reply: reply(deviceShape),
  errors: [
    "ORG_NOT_FOUND",
    "PRODUCT_NOT_FOUND",
    "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
    "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
  ],
  summary: "Register a device for an organization",
  description: "If the organization has already registered the serial number, the reply is the existing device.",
});

export const deleteAdminOrgProduct = endpoint({
  ...callDefaults,
  access: "devices:act",
  method: "DELETE",
  path: "/v1/admin/organizations/{org_id}/org-products/{id}",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["ORG_PRODUCT_NOT_FOUND"],
  summary: "Remove a registered device of an organization",
  description: "Its serial number can be registered again.",
});
