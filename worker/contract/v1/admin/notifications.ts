import * as z from "zod/mini";
import { done, endpoint, reply } from "../../endpoint.ts";
import { send } from "../../entities/console/broadcast.ts";
import { described, email } from "../../fields.ts";
import { must } from "../../issue-messages.ts";

export const sendNotification = endpoint({
  access: "manage_shop",
  tag: "Admin: notifications",
  method: "POST",
  path: "/v1/admin/notifications/send",
  body: send,
  status: 200,
  reply: reply({
    queued: described(z.int(), "Messages that wait to be sent or stand in the app, all channels together"),
  }),
  errors: ["USR_NOT_FOUND", "ORG_NOT_FOUND", "NOTIFICATION_ERROR"],
  summary: "Send a notification to people",
  description:
    "To the person of user_id; else to the active people of org_id, of roles, or of both; else to payload.user_email. Who turned reminders and news off gets those in the app alone, and who has no phone number gets no text message. 422 NOTIFICATION_ERROR when that leaves nothing to send. With an id it is sent once, however often it is posted.",
});

export const runNotificationTask = endpoint({
  access: "manage_shop",
  tag: "Admin: notifications",
  method: "POST",
  path: "/v1/admin/notification-task",
  body: z.optional(send),
  status: 200,
  reply: done,
  errors: ["USR_NOT_FOUND", "ORG_NOT_FOUND", "NOTIFICATION_ERROR"],
  summary: "Run the scheduled job of notifications now",
  description: "Reminds of renewals and sends what waits, together with what the body asks for, if it has one.",
});

export const resendNotifications = endpoint({
  access: "manage_shop",
  tag: "Admin: notifications",
  method: "POST",
  path: "/v1/admin/notifications/resend",
  body: z.optional(
    z.object({
      recipient: z.optional(email()),
      id: z.optional(
        described(
          z.string().check(z.regex(/^\d{1,18}$/, { error: must("be the number of a message") })),
          "One message, as the outbox names it",
        ),
      ),
    }),
  ),
  status: 200,
  reply: reply({
    resent: described(z.int(), "Messages that wait to be sent again"),
    expired: described(z.int(), "Messages that stay given up, because their link has ended"),
  }),
  errors: [],
  summary: "Send again what could not be sent",
  description:
    "Messages that were given up, all, those to one address or one alone, oldest first, at most 1,000 at once. GET /metrics counts them as crunchbox_outbox_failed.",
});
