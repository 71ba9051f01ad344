import * as z from "zod/mini";
import { paymentStatuses } from "../../../../db/enums.ts";
import { described, instant, uuid } from "../../fields.ts";
import { foundBy, placeKinds, searchedKinds } from "./search-kinds.ts";

export const searchHit = z.object({
  id: uuid(),
  is_exact: described(z.boolean(), "Whether it has exactly the text that was searched for"),
  found_by: described(z.enum(foundBy), "What of it the text was found in"),
  title: described(z.string(), "Its number, or its name"),
  detail: described(z.nullable(z.string()), "One more fact: the address of a person, the product of a device"),
  organization: described(z.nullable(z.string()), "Name of the organization that it belongs to"),
  status: z.nullable(z.string()),
  payment_status: z.nullable(z.enum(paymentStatuses)),
  amount: described(z.nullable(z.number()), "US cents"),
  created_at: z.nullable(instant()),
  leads_to: described(
    z.nullable(z.object({ kind: z.enum(placeKinds), id: uuid() })),
    "On whose page it stands: a cart that was bought on that of its order, or of its plan",
  ),
});

export const searchGroup = z.object({
  kind: described(z.enum(searchedKinds), "What the rows are"),
  count: described(z.int(), "How many were found, counted up to 1,000"),
  has_more: described(z.boolean(), "Whether there are more than were counted"),
  rows: described(
    z.array(searchHit),
    "The first five: exact ones first, then those whose title begins like it, the newest first",
  ),
});
