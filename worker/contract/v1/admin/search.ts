import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { searchGroup } from "../../entities/search-hit.ts";
import { describe, freeText } from "../../fields.ts";

export const searchConsole = endpoint({
  access: "use_console",
  tag: "Admin: search",
  method: "GET",
  path: "/v1/admin/search",
  query: z.object({
    q: freeText(128, "A number, a name, an address or part of one").check(z.minLength(1, "Type what to look for.")),
  }),
  status: 200,
  reply: reply({ groups: describe(z.array(searchGroup), "Matches by type; types with an exact match come first") }),
  errors: [],
  summary: "Find anything by a number, a name or an address",
  description:
    "Searches order numbers, invoice numbers, cart numbers, purchase orders, tracking and serial numbers, SKUs, names, email addresses and IDs (ours, the payment provider's and accounting's), ignoring case. Exact numbers are always found; a partial match needs three consecutive letters or digits.",
});
