import * as z from "zod/mini";
import { paymentStatuses } from "../../../db/enums.ts";
import { described, instant, uuid } from "../fields.ts";
import { foundBy, placeKinds, searchedKinds } from "./search-kinds.ts";

export const searchHit = z.object({
  id: uuid(),
  is_exact: described(z.boolean(), "Whether it matches the search text exactly"),
  found_by: described(z.enum(foundBy), "Matching field"),
  title: described(z.string(), "Number or name"),
  detail: described(z.nullable(z.string()), "Additional fact, such as a user's email address or a device's product"),
  organization: described(z.nullable(z.string()), "Name of its organization"),
  status: z.nullable(z.string()),
  payment_status: z.nullable(z.enum(paymentStatuses)),
  amount: described(z.nullable(z.number()), "US cents"),
  created_at: z.nullable(instant()),
  leads_to: described(
    z.nullable(z.object({ kind: z.enum(placeKinds), id: uuid() })),
    "Record whose page shows it: a purchased cart is shown by its order or plan",
  ),
});

export const searchGroup = z.object({
  kind: described(z.enum(searchedKinds), "Type of the rows"),
  count: described(z.int(), "Number of matches, counted up to 1,000"),
  has_more: described(z.boolean(), "Whether there are more matches than counted"),
  rows: described(z.array(searchHit), "First five: exact matches, then titles with this prefix, then newest"),
});
