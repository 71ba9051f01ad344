import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { described, email } from "../../fields.ts";

export const resendNotifications = endpoint({
  access: "admin",
  tag: "Admin: notifications",
  method: "POST",
  path: "/v1/admin/notifications/resend",
  body: z.optional(z.object({ recipient: z.optional(email()) })),
  status: 200,
  reply: reply({
    resent: described(z.int(), "Messages that wait to be sent again"),
    expired: described(z.int(), "Messages that stay given up, because their link has ended"),
  }),
  errors: [],
  summary: "Send again what could not be sent",
  description:
    "Messages that were given up, all or those to one address, oldest first, at most 1,000 at once. GET /metrics counts them as crunchbox_outbox_failed.",
});
