import { endpoint, reply } from "../../endpoint.ts";
import { readinessShape } from "../../entities/readiness.ts";

export const checkReadiness = endpoint({
  access: "settings:read",
  tag: "Admin: search",
  method: "GET",
  path: "/v1/admin/readiness",
  status: 200,
  reply: reply(readinessShape),
  errors: [],
  summary: "Read the shop's readiness checklist",
  description:
    "Tax, payments and mail are checked with their providers at most twice a minute until they are ready; a provider that does not reply counts as not ready.",
});
