import * as z from "zod/mini";
import { bookDifferenceKinds, bookReferenceTypes, taskStatuses, taskTriggers } from "../../../db/enums.ts";
import { described, instant } from "../fields.ts";

/** Below zero where money went back. */
const signedCents = (what: string) => described(z.int(), `${what}, in US cents`);

const total = z.object({
  line: z.enum(["paid", "refunded", "disputed"]),
  orders: described(z.nullable(z.int()), "Of our orders and plans, in US cents; null where they do not tell it"),
  ledger: signedCents("Of our ledger"),
  provider: signedCents("Of the payment provider"),
  accounting: described(z.nullable(z.int()), "Of accounting, in US cents; null where it was not asked"),
});

/** One comparison of the books. */
export const bookRun = z.object({
  id: z.string(),
  trigger: described(z.enum(taskTriggers), "Whether a person started it"),
  status: z.enum(taskStatuses),
  started_at: instant(),
  finished_at: z.nullable(instant()),
  found: described(z.int(), "Entries and records that it has seen"),
  processed: described(z.int(), "Those that it has compared"),
  error: described(z.nullable(z.string()), "Why it failed; null where it did not"),
  open_differences: described(z.nullable(z.int()), "How many were open at its end; null until then"),
  totals: described(z.nullable(z.array(total)), "What each book comes to, in US cents; null until the end"),
});
export type BookRun = z.output<typeof bookRun>;

/** What is known of a difference, without the words for it. */
export const bookDifferenceFacts = {
  id: z.string(),
  kind: z.enum(bookDifferenceKinds),
  reference_type: described(
    z.enum(bookReferenceTypes),
    "What it is about: an entry of the ledger by its kind, or an order, an invoice, its payment, or a record of accounting",
  ),
  reference_id: described(z.string(), "Its id here, or where it is: at the payment provider or in accounting"),
  expected: signedCents("What should be there"),
  found: signedCents("What is there; 0 where nothing is"),
  org_id: described(z.nullable(z.string()), "The organization, where it is known"),
  org_name: z.nullable(z.string()),
  invoice_id: described(z.nullable(z.string()), "Our invoice, where it belongs to one"),
  order_id: described(z.nullable(z.string()), "Our order, where it belongs to one"),
  first_seen_at: instant(),
  last_seen_at: instant("The last comparison that found it, ISO 8601 in UTC"),
  closed_at: described(z.nullable(instant()), "Null while it is open"),
  closed_by: described(z.nullable(z.string()), "The person who closed it; null when the books agreed again"),
  note: described(z.nullable(z.string()), "Why it was closed"),
};
/** Where two books differ. */
export const bookDifferenceShape = {
  ...bookDifferenceFacts,
  cause: described(z.string(), "Why, in a sentence"),
  advice: described(z.string(), "What to do"),
};
export const bookDifference = z.object(bookDifferenceShape);
export type BookDifference = z.output<typeof bookDifference>;
