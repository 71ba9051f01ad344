import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import {
  appStates,
  broadcast,
  broadcastRecipient,
  broadcastShape,
  broadcastStates,
  draftBody,
  mailStates,
  previewBody,
  previewShape,
  resultsShape,
} from "../../entities/broadcast.ts";
import { describe, versionField, startsAt, uuid } from "../../fields.ts";
import { sendableTypeNames } from "../../notification-types.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: notifications", status: 200 } as const;
const params = z.object({ id: uuid() });
const refusals = ["USR_NOT_FOUND", "ORG_NOT_FOUND", "NOTIFICATION_ERROR"] as const;

export const previewNotification = endpoint({
  ...callDefaults,
  access: "news:act",
  method: "POST",
  path: "/v1/admin/notifications/preview",
  body: previewBody,
  reply: reply(previewShape),
  errors: refusals,
  summary: "Preview a notification for one recipient, and count all recipients",
  description:
    "Sends nothing. Rendered with the templates used for sending; 404 USR_NOT_FOUND if the user is not a recipient.",
});

export const draftNotification = endpoint({
  ...callDefaults,
  access: "news:act",
  method: "POST",
  path: "/v1/admin/notifications/drafts",
  body: draftBody,
  reply: reply({ id: z.string() }),
  errors: [...refusals, "OBJECT_OUTDATED"],
  summary: "Save a notification as a draft",
  description: "With the ID of a draft it replaces that draft; sent notifications never change.",
});

export const sendDraft = endpoint({
  ...callDefaults,
  access: "news:act",
  method: "POST",
  path: "/v1/admin/notifications/drafts/{id}/send",
  params,
  reply: reply({ queued: describe(z.int(), "Messages on all channels") }),
  errors: ["NOTIFICATION_NOT_FOUND", ...refusals, "OBJECT_OUTDATED"],
  summary: "Send a draft; retries send nothing more",
});

export const scheduleNotification = endpoint({
  ...callDefaults,
  access: "news:act",
  method: "PUT",
  path: "/v1/admin/notifications/drafts/{id}/send-at",
  params,
  body: z.object({ send_at: z.nullable(startsAt()), updated_at: versionField() }),
  reply: emptyReply,
  errors: ["NOTIFICATION_NOT_FOUND", ...refusals, "OBJECT_OUTDATED"],
  summary: "Send a draft at a time",
  description:
    "Sent within seconds of the time, once, to whoever is in its audience then; null makes it a draft again. Without recipients then, nothing is sent, and it is a draft with missed_at.",
});

export const listBroadcasts = endpoint({
  ...callDefaults,
  access: "notifications:read",
  method: "GET",
  path: "/v1/admin/notifications",
  query: z.object({
    state: z.optional(z.enum(broadcastStates)),
    type: z.optional(z.enum(sendableTypeNames)),
    ...listQuery(["created_at"]),
  }),
  reply: listReply(broadcast),
  errors: [],
  summary: "List manually sent notifications and drafts",
  description: "Search covers subjects.",
});

export const getBroadcast = endpoint({
  ...callDefaults,
  access: "notifications:read",
  method: "GET",
  path: "/v1/admin/notifications/{id}",
  params,
  reply: reply({
    ...broadcastShape,
    results: describe(z.object(resultsShape), "Counts by channel and delivery state"),
  }),
  errors: ["NOTIFICATION_NOT_FOUND"],
  summary: "Read a sent notification with its delivery results",
});

export const listBroadcastRecipients = endpoint({
  ...callDefaults,
  access: "notifications:read",
  method: "GET",
  path: "/v1/admin/notification-recipients",
  query: z.object({
    broadcast_id: z.optional(describe(uuid(), "Notification ID")),
    mail: z.optional(describe(z.enum(mailStates), "Delivery state of the email")),
    app: z.optional(describe(z.enum(appStates), "Read state in the app")),
    ...listQuery(["created_at", "email"]),
  }),
  reply: listReply(broadcastRecipient),
  errors: [],
  summary: "List notification recipients with delivery states",
  description: "Search covers email addresses.",
});
