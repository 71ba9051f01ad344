import * as z from "zod/mini";
import { paymentStatuses } from "../../../db/enums.ts";
import { describe, instant, uuid } from "../fields.ts";
import { foundBy, placeKinds, searchedKinds } from "./search-kinds.ts";

export const searchHit = z.object({
  id: uuid(),
  is_exact: describe(z.boolean(), "Whether it matches the search text exactly"),
  found_by: describe(z.enum(foundBy), "Matching field"),
  title: describe(z.string(), "Number or name"),
  detail: describe(z.nullable(z.string()), "Additional fact, such as a user's email address or a device's product"),
  organization: describe(z.nullable(z.string()), "Name of its organization"),
  status: z.nullable(z.string()),
  payment_status: z.nullable(z.enum(paymentStatuses)),
  amount: describe(z.nullable(z.number()), "US cents"),
  created_at: z.nullable(instant()),
  leads_to: describe(
    z.nullable(z.object({ kind: z.enum(placeKinds), id: uuid() })),
    "Record whose page shows it: a purchased cart is shown by its order or plan",
  ),
});

export const searchGroup = z.object({
  kind: describe(z.enum(searchedKinds), "Type of the rows"),
  count: describe(z.int(), "Number of matches, counted up to 1,000"),
  has_more: describe(z.boolean(), "Whether there are more matches than counted"),
  rows: describe(z.array(searchHit), "First five: exact matches, then titles with this prefix, then newest"),
});
