import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { outboxMessage, waitingStates } from "../../entities/waiting.ts";
import { listQuery, listReply } from "../../paging.ts";

export const listOutbox = endpoint({
  access: "integrations:read",
  tag: "Admin: notifications",
  method: "GET",
  path: "/v1/admin/outbox",
  query: z.object({
    state: z.optional(z.enum(waitingStates)),
    channel: z.optional(z.enum(["email", "phone"])),
    ...listQuery(["created_at"]),
  }),
  status: 200,
  reply: listReply(outboxMessage),
  errors: [],
  summary: "List unsent emails and text messages",
  description: "Pending and given-up messages. POST /v1/admin/notifications/resend resends given-up ones.",
});
