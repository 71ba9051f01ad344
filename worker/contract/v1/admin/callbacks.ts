import * as z from "zod/mini";
import { done, endpoint } from "../../endpoint.ts";
import { callback, waitingStates } from "../../entities/waiting.ts";
import { opaqueText } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const shared = { access: "manage_shop", tag: "Admin: callbacks" } as const;

export const listCallbacks = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/callbacks",
  query: z.object({ state: z.optional(z.enum(waitingStates)), ...listQuery(["received_at"]) }),
  status: 200,
  reply: listReply(callback),
  errors: [],
  summary: "List the payment provider's callbacks that are not applied",
});

export const retryCallback = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/callbacks/{id}/retry",
  params: z.object({ id: opaqueText(255, "The event at the payment provider") }),
  status: 200,
  reply: done,
  errors: ["CALLBACK_NOT_FOUND"],
  summary: "Try a callback again that was given up",
  description: "It is applied in the background, by reading what it tells of from the provider.",
});
