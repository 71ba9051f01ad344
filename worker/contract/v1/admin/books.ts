import * as z from "zod/mini";
import { discrepancyKinds, taskStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { discrepancy, discrepancyShape, reconciliationRun } from "../../entities/reconciliation.ts";
import { flag, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Admin: books" } as const;
const params = z.object({ id: uuid() });

export const startBookRun = endpoint({
  ...callDefaults,
  access: "reconciliation:act",
  method: "POST",
  path: "/v1/admin/books/runs",
  reply: reply(reconciliationRun.shape),
  errors: ["SYNC_BOOKS_NOT_RUNNING"],
  summary: "Start a reconciliation run",
  description:
    "Compares our orders, our ledger, the payment provider and accounting in the background, and replies at once. If a run is in progress, the reply is that run.",
});

export const listBookRuns = endpoint({
  ...callDefaults,
  access: "reconciliation:read",
  method: "GET",
  path: "/v1/admin/books/runs",
  query: z.object({ status: z.optional(z.enum(taskStatuses)), ...listQuery(["started_at"]) }),
  reply: listReply(reconciliationRun),
  errors: [],
  summary: "List reconciliation runs",
});

export const getBookRun = endpoint({
  ...callDefaults,
  access: "reconciliation:read",
  method: "GET",
  path: "/v1/admin/books/runs/{id}",
  params,
  reply: reply(reconciliationRun.shape),
  errors: ["REFERENCE_NOT_FOUND"],
  summary: "Read a reconciliation run",
});

export const listBookDifferences = endpoint({
  ...callDefaults,
  access: "reconciliation:read",
  method: "GET",
  path: "/v1/admin/books/differences",
  query: z.object({
    kind: z.optional(z.enum(discrepancyKinds)),
    is_open: flag(),
    ...listQuery(["first_seen_at"]),
  }),
  reply: listReply(discrepancy),
  errors: [],
  summary: "List reconciliation discrepancies, open and closed",
});

export const getBookDifference = endpoint({
  ...callDefaults,
  access: "reconciliation:read",
  method: "GET",
  path: "/v1/admin/books/differences/{id}",
  params,
  reply: reply(discrepancyShape),
  errors: ["REFERENCE_NOT_FOUND"],
  summary: "Read a reconciliation discrepancy",
});

export const closeBookDifference = endpoint({
  ...callDefaults,
  access: "reconciliation:act",
  method: "POST",
  path: "/v1/admin/books/differences/{id}/close",
  params,
  body: z.object({
    note: freeText(1000, "Why the discrepancy is acceptable, or how it was resolved").check(
      z.minLength(1, "A note is required."),
    ),
  }),
  reply: reply(discrepancyShape),
  errors: ["REFERENCE_NOT_FOUND"],
  summary: "Close a reconciliation discrepancy with a note",
  description: "It reopens automatically when a run finds other amounts.",
});
