import * as z from "zod/mini";
import { bookDifferenceKinds, taskStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { bookDifference, bookDifferenceShape, bookRun } from "../../entities/books.ts";
import { flag, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const shared = { access: "manage_shop", status: 200, tag: "Admin: books" } as const;
const params = z.object({ id: uuid() });

export const startBookRun = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/books/runs",
  reply: reply(bookRun.shape),
  errors: ["SYNC_BOOKS_NOT_RUNNING"],
  summary: "Compare the books",
  description:
    "Starts a comparison of our orders, our ledger, the payment provider and accounting, or answers the one that is under way. It answers at once; the work is done in the background.",
});

export const listBookRuns = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/books/runs",
  query: z.object({ status: z.optional(z.enum(taskStatuses)), ...listQuery(["started_at"]) }),
  reply: listReply(bookRun),
  errors: [],
  summary: "List the comparisons of the books",
});

export const getBookRun = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/books/runs/{id}",
  params,
  reply: reply(bookRun.shape),
  errors: ["REFERENCE_NOT_FOUND"],
  summary: "Read a comparison of the books",
});

export const listBookDifferences = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/books/differences",
  query: z.object({
    kind: z.optional(z.enum(bookDifferenceKinds)),
    is_open: flag(),
    ...listQuery(["first_seen_at"]),
  }),
  reply: listReply(bookDifference),
  errors: [],
  summary: "List where the books differ, open and closed",
});

export const getBookDifference = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/books/differences/{id}",
  params,
  reply: reply(bookDifferenceShape),
  errors: ["REFERENCE_NOT_FOUND"],
  summary: "Read where the books differ",
});

export const closeBookDifference = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/books/differences/{id}/close",
  params,
  body: z.object({
    note: freeText(1000, "Why it may stay as it is, or what was done").check(z.minLength(1, "A note is required.")),
  }),
  reply: reply(bookDifferenceShape),
  errors: ["REFERENCE_NOT_FOUND"],
  summary: "Close a difference with a note",
  description: "It opens again by itself when a comparison finds other amounts.",
});
