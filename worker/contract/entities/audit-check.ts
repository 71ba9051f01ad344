import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";

const chainPosition = {
  seq: describe(z.int(), "Number of an entry"),
  hash: describe(z.string(), "SHA-256 of that entry, which covers all before it"),
};

export const auditCheck = z.object({
  checked_at: instant(),
  checked_by: describe(
    z.nullable(z.object({ id: z.string(), name: z.string() })),
    "Administrator who asked for it; null: their account was deleted",
  ),
  is_whole: describe(z.boolean(), "Whether no entry was changed, inserted or removed"),
  entries: describe(z.int(), "Verified entries"),
  head: describe(z.object(chainPosition), "The last verified entry"),
  anchors: describe(
    z.array(z.object({ ...chainPosition, at: instant() })),
    "Ends of the log that were recorded outside the database, newest first; empty: none could be read",
  ),
  problems: describe(z.array(z.string()), "What is wrong, one sentence each; empty: nothing"),
});
export type AuditCheck = z.output<typeof auditCheck>;
