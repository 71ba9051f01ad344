import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { adminOrganizationShape, listedOrganization } from "../../entities/organization.ts";
import { recordedDownload } from "../../entities/software.ts";
import { describe, freeText, orgId, versionField, uuid } from "../../fields.ts";
import { organizationFields, organizationName } from "../../people/organization-fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: organizations" } as const;
const params = z.object({ org_id: uuid() });

export const listOrganizations = endpoint({
  ...callDefaults,
  access: "organizations:read",
  method: "GET",
  path: "/v1/admin/organizations",
  query: z.object({
    name: z.optional(freeText(128, "Part of the name, compared without case")),
    notes: z.optional(freeText(128, "Part of the notes, compared without case")),
    price_level_name: z.optional(freeText(128, "Price level")),
    industry: z.optional(freeText(64, "Industry")),
    ...listQuery(["created_at", "updated_at", "name"]),
  }),
  status: 200,
  reply: listReply(listedOrganization),
  errors: [],
  summary: "List organizations",
  description: "Search covers name, notes and billing email address.",
});

export const getOrganization = endpoint({
  ...callDefaults,
  access: "organizations:read",
  method: "GET",
  path: "/v1/admin/organization/{org_id}",
  params,
  status: 200,
  reply: reply(adminOrganizationShape),
  errors: ["ORG_NOT_FOUND"],
  summary: "Read an organization",
});

export const createOrganization = endpoint({
  ...callDefaults,
  access: "organizations:act",
  method: "POST",
  path: "/v1/admin/organizations",
  body: z.object({ ...organizationFields, name: organizationName() }),
  status: 201,
  reply: reply(adminOrganizationShape),
  errors: ["ORG_NAME_EXISTS", "PRODUCT_PRICE_LEVEL_NOT_FOUND"],
  summary: "Create an organization",
});

export const updateOrganization = endpoint({
  ...callDefaults,
  access: "organizations:act",
  method: "PUT",
  path: "/v1/admin/organizations/{org_id}",
  params,
  body: z.object({ ...organizationFields, updated_at: versionField() }),
  status: 200,
  reply: reply(adminOrganizationShape),
  errors: ["ORG_NOT_FOUND", "ORG_NAME_EXISTS", "PRODUCT_PRICE_LEVEL_NOT_FOUND", "OBJECT_OUTDATED"],
  summary: "Change an organization",
  description:
    "Omitted fields keep their value. A new price level applies to every open cart of the organization, which then is CART_OUTDATED. With `updated_at` concurrent changes are not overwritten.",
});

export const setPriceLevel = endpoint({
  ...callDefaults,
  access: "organizations:act",
  method: "POST",
  path: "/v1/admin/organizations/price-level",
  body: z.object({
    org_ids: describe(z.array(orgId()).check(z.minLength(1), z.maxLength(100)), "At most 100"),
    price_level_name: z.nullable(freeText(128, "Name of a price level; null: base price")),
  }),
  status: 200,
  reply: emptyReply,
  errors: ["ORG_NOT_FOUND", "PRODUCT_PRICE_LEVEL_NOT_FOUND"],
  summary: "Set the price level of several organizations, all or none",
  description: "Open carts of organizations whose price level changes become CART_OUTDATED.",
});

export const listAdminDownloads = endpoint({
  ...callDefaults,
  access: "organizations:read",
  method: "GET",
  path: "/v1/admin/organizations/{org_id}/downloads",
  params,
  query: z.object(listQuery(["created_at"])),
  status: 200,
  reply: listReply(recordedDownload),
  errors: ["ORG_NOT_FOUND"],
  summary: "List the downloads of an organization",
  description: "Search covers software names.",
});
