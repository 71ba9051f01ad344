import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { organizationShape } from "../../entities/organization.ts";
import { seenAt } from "../../fields.ts";
import { ownOrganizationFields } from "../../people/organization-fields.ts";

const shared = { access: "session", path: "/v1/client/org", tag: "Organization" } as const;

export const getOwnOrganization = endpoint({
  ...shared,
  method: "GET",
  status: 200,
  reply: reply(organizationShape),
  errors: ["ORG_NOT_FOUND"],
  summary: "Read the own organization",
});

export const updateOwnOrganization = endpoint({
  ...shared,
  method: "PUT",
  body: z.object({ ...ownOrganizationFields, updated_at: seenAt() }),
  status: 200,
  reply: reply(organizationShape),
  errors: ["USR_NOT_AUTHORIZED", "ORG_NOT_FOUND", "ORG_NAME_EXISTS", "OBJECT_OUTDATED"],
  summary: "Change the own organization",
  description:
    "Any member keeps addressBooks and contacts; name, billing_email, address and industry need the role org. Fields left out keep their value. With `updated_at` nothing is overwritten that somebody else changed meanwhile.",
});
