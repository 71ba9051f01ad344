import * as z from "zod/mini";
import { endpoint, reply } from "../../../endpoint.ts";
import { searchGroup } from "../../../entities/console/search-hit.ts";
import { described, freeText } from "../../../fields.ts";

export const searchConsole = endpoint({
  access: "manage_shop",
  tag: "Admin: search",
  method: "GET",
  path: "/v1/admin/search",
  query: z.object({
    q: freeText(128, "A number, a name, an address or part of one").check(z.minLength(1, "Type what to look for.")),
  }),
  status: 200,
  reply: reply({ groups: described(z.array(searchGroup), "What was found, by kind, those with an exact hit first") }),
  errors: [],
  summary: "Find anything by a number, a name or an address",
  description:
    "Looks through order numbers, invoice numbers, cart numbers, purchase orders, tracking and serial numbers, SKUs, names, e-mail addresses and the ids that things have here, at the payment provider and in accounting. Case does not matter. Exact numbers are always found; part of one needs three letters or digits in a row.",
});
