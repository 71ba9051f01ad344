import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { clientError, clientErrorLevels, clientErrorShape } from "../../entities/client-error.ts";
import { freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: client errors", method: "GET", status: 200 } as const;

export const listClientErrors = endpoint({
  ...callDefaults,
  access: "integrations:read",
  path: "/v1/admin/client-errors",
  query: z.object({
    level: z.optional(z.enum(clientErrorLevels)),
    release: z.optional(freeText(40, "Build of the scripts")),
    browser: z.optional(freeText(40, "Name of the browser")),
    ...listQuery(["last_seen_at", "first_seen_at", "count"]),
  }),
  reply: listReply(clientError),
  errors: [],
  summary: "List errors reported by browsers and apps",
  description:
    "Grouped by message, release, page and browser, without user data. Search covers message, page and release. Groups are deleted 30 days after their last report.",
});

export const getClientError = endpoint({
  ...callDefaults,
  access: "integrations:read",
  path: "/v1/admin/client-errors/{id}",
  params: z.object({ id: uuid() }),
  reply: reply(clientErrorShape),
  errors: ["CLIENT_ERROR_NOT_FOUND"],
  summary: "Read one error group reported by browsers and apps",
});
