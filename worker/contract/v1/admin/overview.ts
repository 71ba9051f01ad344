import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { overviewShape } from "../../entities/overview.ts";

export const getOverview = endpoint({
  access: "use_console",
  tag: "Admin: search",
  method: "GET",
  path: "/v1/admin/overview",
  status: 200,
  // Partial, because a preset sees only the figures of the areas that it may read.
  reply: reply(z.partial(z.object(overviewShape)).shape),
  errors: [],
  summary: "Read the figures of the console home page that your preset may see",
});
