import * as z from "zod/mini";
import { emptyReply, endpoint } from "../../endpoint.ts";
import { waitingWebhook, waitingStates } from "../../entities/waiting.ts";
import { opaqueText } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: callbacks" } as const;

export const listCallbacks = endpoint({
  ...callDefaults,
  access: "integrations:read",
  method: "GET",
  path: "/v1/admin/callbacks",
  query: z.object({ state: z.optional(z.enum(waitingStates)), ...listQuery(["received_at"]) }),
  status: 200,
  reply: listReply(waitingWebhook),
  errors: [],
  summary: "List unprocessed payment provider webhooks",
});

export const retryCallback = endpoint({
  ...callDefaults,
  access: "integrations:act",
  method: "POST",
  path: "/v1/admin/callbacks/{id}/retry",
  params: z.object({ id: opaqueText(255, "Event ID at the payment provider") }),
  status: 200,
  reply: emptyReply,
  errors: ["CALLBACK_NOT_FOUND"],
  summary: "Retry a webhook that was given up",
  description: "The affected object is read again from the provider in the background.",
});
