import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { organizationShape } from "../../entities/organization.ts";
import { versionField } from "../../fields.ts";
import { managedRules, ownOrganizationFields } from "../../people/organization-fields.ts";

const callDefaults = { access: "session", path: "/v1/client/org", tag: "Organization" } as const;

export const getOwnOrganization = endpoint({
  ...callDefaults,
  method: "GET",
  status: 200,
  reply: reply(organizationShape),
  errors: ["ORG_NOT_FOUND"],
  summary: "Read your organization",
});

export const updateOwnOrganization = endpoint({
  ...callDefaults,
  method: "PUT",
  body: z.object({ ...ownOrganizationFields, ...managedRules, updated_at: versionField() }),
  status: 200,
  reply: reply(organizationShape),
  errors: ["USR_NOT_AUTHORIZED", "ORG_NOT_FOUND", "ORG_NAME_EXISTS", "OBJECT_OUTDATED"],
  summary: "Change your organization",
  description:
    "Any member may change addressBooks and contacts; all other fields need the role org. `require_second_factor_from` needs a fresh sign-in, and is refused to an administrator who acts as a user. Omitted fields keep their value. With `updated_at` concurrent changes are not overwritten.",
});
