import * as z from "zod/mini";
import { described, instant } from "../fields.ts";

const place = {
  seq: described(z.int(), "Number of an entry"),
  hash: described(z.string(), "SHA-256 of that entry, which covers all before it"),
};

export const auditCheck = z.object({
  checked_at: instant(),
  checked_by: described(
    z.nullable(z.object({ id: z.string(), name: z.string() })),
    "Administrator who asked for it; null: their account was deleted",
  ),
  is_whole: described(z.boolean(), "Whether no entry was changed, inserted or removed"),
  entries: described(z.int(), "Verified entries"),
  head: described(z.object(place), "The last verified entry"),
  anchors: described(
    z.array(z.object({ ...place, at: instant() })),
    "Ends of the log that were recorded outside the database, newest first; empty: none could be read",
  ),
  problems: described(z.array(z.string()), "What is wrong, one sentence each; empty: nothing"),
});
export type AuditCheck = z.output<typeof auditCheck>;
