import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { foundGroup } from "../../entities/found-group.ts";
import { describe, freeText } from "../../fields.ts";

export const searchEverything = endpoint({
  access: "session",
  tag: "Organization",
  method: "GET",
  path: "/v1/client/search",
  query: z.object({
    search: freeText(128, "A number, a name, an amount or part of one").check(
      z.minLength(1, "Type what to search for."),
    ),
  }),
  status: 200,
  reply: reply({
    groups: describe(z.array(foundGroup), "Matches by type; types with an exact match come first"),
    did_you_mean: describe(z.nullable(z.string()), "A similar text of the catalogue, if nothing was found"),
  }),
  errors: [],
  summary: "Search products and the records of the organization",
  description:
    "Searches products, software and pages, and the organization's devices, orders, invoices, subscriptions and users by numbers, names, serial and tracking numbers, purchase orders and amounts. Invoices need the role org or buyer, users the role org.",
});
