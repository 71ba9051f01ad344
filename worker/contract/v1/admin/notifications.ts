import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { sendBody } from "../../entities/broadcast.ts";
import { describe, email } from "../../fields.ts";
import { must } from "../../issue-messages.ts";

export const sendNotification = endpoint({
  access: "news:act",
  tag: "Admin: notifications",
  method: "POST",
  path: "/v1/admin/notifications/send",
  body: sendBody,
  status: 200,
  reply: reply({
    queued: describe(z.int(), "Messages queued or shown in the app, on all channels"),
  }),
  errors: ["USR_NOT_FOUND", "ORG_NOT_FOUND", "NOTIFICATION_ERROR"],
  summary: "Send a notification to people",
  description:
    "Sent to the user of user_id; otherwise to the active users of org_id, of roles, or of both; otherwise to payload.user_email. Users who turned reminders and news off receive those only in the app, and users without a phone number receive no text message. 422 NOTIFICATION_ERROR if nothing remains to be sent. With an id, retries send nothing more.",
});

export const runNotificationTask = endpoint({
  access: "integrations:act",
  tag: "Admin: notifications",
  method: "POST",
  path: "/v1/admin/notification-task",
  // Some clients send an empty object instead of nothing.
  body: z.pipe(
    z.transform((body) => (JSON.stringify(body) === "{}" ? undefined : body)),
    z.optional(sendBody),
  ),
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND", "ORG_NOT_FOUND", "NOTIFICATION_ERROR"],
  summary: "Run the scheduled job of notifications now",
  description: "Sends renewal reminders and pending messages, plus the notification of the request body, if any.",
});

export const resendNotifications = endpoint({
  access: "integrations:act",
  tag: "Admin: notifications",
  method: "POST",
  path: "/v1/admin/notifications/resend",
  body: z.optional(
    z.object({
      recipient: z.optional(email()),
      id: z.optional(
        describe(
          z.string().check(z.regex(/^\d{1,18}$/, { error: must("be the number of a message") })),
          "Outbox ID of one message",
        ),
      ),
    }),
  ),
  status: 200,
  reply: reply({
    resent: describe(z.int(), "Messages queued again"),
    expired: describe(z.int(), "Messages not resent because their link has expired"),
  }),
  errors: [],
  summary: "Resend failed messages",
  description:
    "All messages that were given up, those to one address, or a single one; oldest first, at most 1,000 per call. GET /metrics counts them as crunchbox_outbox_failed.",
});
