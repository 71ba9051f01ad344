import { endpoint, reply } from "../../endpoint.ts";
import { overviewShape } from "../../entities/overview.ts";

/** Figures of all areas, so only owners get them at once; the page shows each preset its own. */
export const getOverview = endpoint({
  access: "settings:read",
  tag: "Admin: search",
  method: "GET",
  path: "/v1/admin/overview",
  status: 200,
  reply: reply(overviewShape),
  errors: [],
  summary: "Read the figures of the console home page",
});
