import { endpoint, reply } from "../../endpoint.ts";
import { overviewShape } from "../../entities/overview.ts";

export const getOverview = endpoint({
  access: "use_console",
  tag: "Admin: search",
  method: "GET",
  path: "/v1/admin/overview",
  status: 200,
  reply: reply(overviewShape),
  errors: [],
  summary: "Read the figures of the console home page",
});
