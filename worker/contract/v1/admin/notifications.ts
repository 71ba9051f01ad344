import * as z from "zod/mini";
import { notificationChannels, roles } from "../../../../db/enums.ts";
import { done, endpoint, reply } from "../../endpoint.ts";
import { notificationTypeNames, notificationTypes } from "../../notification-types.ts";
import { described, email, orgId, uuid } from "../../fields.ts";

/** The names of people stand in for these. */
const named = { first_name: "-", last_name: "-" };

const send = z
  .object({
    type: z.enum(notificationTypeNames),
    payload: described(
      z.record(z.string().check(z.maxLength(64)), z.unknown()),
      "What the type says, without names of people, which are filled in; amounts in US cents. Subject and message are plain text.",
    ),
    user_id: z.optional(uuid()),
    org_id: z.optional(orgId()),
    roles: z.optional(z.array(z.enum(roles)).check(z.minLength(1), z.maxLength(roles.length))),
    channels: z.optional(
      described(
        z.array(z.enum(notificationChannels)).check(z.minLength(1), z.maxLength(notificationChannels.length)),
        "email and app when left out; what carries a link that opens an account goes by e-mail alone",
      ),
    ),
  })
  .check((context) => {
    const { type, payload, user_id, org_id, roles: asked } = context.value;
    const isToPeople = user_id !== undefined || org_id !== undefined || asked !== undefined;
    const parsed = notificationTypes[type].payload.safeParse({ ...(isToPeople && named), ...payload });
    for (const { path, message } of parsed.error?.issues ?? [])
      context.issues.push({ code: "custom", input: payload, path: ["payload", ...path], message, continue: true });
  });

export const sendNotification = endpoint({
  access: "admin",
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
    "To the person of user_id; else to the active people of org_id, of roles, or of both; else to payload.user_email. Who turned reminders and news off gets those in the app alone, and who has no phone number gets no text message. 422 NOTIFICATION_ERROR when that leaves nothing to send.",
});

export const runNotificationTask = endpoint({
  access: "admin",
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
  access: "admin",
  tag: "Admin: notifications",
  method: "POST",
  path: "/v1/admin/notifications/resend",
  body: z.optional(
    z.object({
      recipient: z.optional(email()),
      id: z.optional(
        described(z.string().check(z.regex(/^\d{1,18}$/, "Invalid message.")), "One message, as the outbox names it"),
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
