import * as z from "zod/mini";
import { endpoint, reply } from "../../../endpoint.ts";
import {
  appStates,
  broadcast,
  broadcastRecipient,
  broadcastShape,
  broadcastStates,
  draft,
  mailStates,
  preview,
  previewShape,
  resultsShape,
} from "../../../entities/console/broadcast.ts";
import { described, uuid } from "../../../fields.ts";
import { notificationTypeNames } from "../../../notification-types.ts";
import { listQuery, listReply } from "../../../paging.ts";

const shared = { access: "manage_shop", tag: "Admin: notifications", status: 200 } as const;
const params = z.object({ id: uuid() });
const refusals = ["USR_NOT_FOUND", "ORG_NOT_FOUND", "NOTIFICATION_ERROR"] as const;

export const previewNotification = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/notifications/preview",
  body: preview,
  reply: reply(previewShape),
  errors: refusals,
  summary: "Look at a notification as one of its recipients would, and count them",
  description:
    "Sends nothing. Printed by the templates by which it is sent; 404 USR_NOT_FOUND for who would not get it.",
});

export const draftNotification = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/notifications/drafts",
  body: draft,
  reply: reply({ id: z.string() }),
  errors: [...refusals, "OBJECT_OUTDATED"],
  summary: "Keep a notification to look at and send later",
  description: "With the id of a draft it replaces that one; what was sent stays as it is.",
});

export const sendDraft = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/notifications/drafts/{id}/send",
  params,
  reply: reply({ queued: described(z.int(), "Messages of all channels together") }),
  errors: ["NOTIFICATION_NOT_FOUND", ...refusals, "OBJECT_OUTDATED"],
  summary: "Send a draft, once however often it is asked for",
});

export const listBroadcasts = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/notifications",
  query: z.object({
    state: z.optional(z.enum(broadcastStates)),
    type: z.optional(z.enum(notificationTypeNames)),
    ...listQuery(["created_at"]),
  }),
  reply: listReply(broadcast),
  errors: [],
  summary: "List what was sent to people by hand, and drafts",
  description: "Search looks through subjects.",
});

export const getBroadcast = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/notifications/{id}",
  params,
  reply: reply({
    ...broadcastShape,
    results: described(z.object(resultsShape), "How many, by way and by what became of it"),
  }),
  errors: ["NOTIFICATION_NOT_FOUND"],
  summary: "Read what was sent to people, and what became of it",
});

export const listBroadcastRecipients = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/notification-recipients",
  query: z.object({
    broadcast_id: z.optional(described(uuid(), "Of one notification")),
    mail: z.optional(described(z.enum(mailStates), "What became of the mail")),
    app: z.optional(described(z.enum(appStates), "Whether they read it in the app")),
    ...listQuery(["created_at", "email"]),
  }),
  reply: listReply(broadcastRecipient),
  errors: [],
  summary: "List to whom notifications went, and what became of each",
  description: "Search looks through addresses.",
});
