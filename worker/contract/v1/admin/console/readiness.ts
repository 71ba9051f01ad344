import { endpoint, reply } from "../../../endpoint.ts";
import { readinessShape } from "../../../entities/console/readiness.ts";

export const checkReadiness = endpoint({
  access: "manage_shop",
  tag: "Admin: search",
  method: "GET",
  path: "/v1/admin/readiness",
  status: 200,
  reply: reply(readinessShape),
  errors: [],
  summary: "Read what the shop lacks before it can sell",
  description:
    "Tax, payments and mail are asked of their providers until they are done, at most twice a minute; a provider that does not answer is a step that is not done.",
});
