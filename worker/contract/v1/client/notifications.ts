import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { notification } from "../../entities/notification.ts";
import { digestFrequencies, optionalTypes } from "../../notification-choices.ts";
import { notificationTypeNames } from "../../notification-types.ts";
import { describe, flag, uuid } from "../../fields.ts";
import { must, notDayOrInstant } from "../../issue-messages.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { access: "session", status: 200, tag: "Notifications" } as const;
const readStateDefaults = {
  ...callDefaults,
  method: "POST",
  reply: emptyReply,
  errors: ["NOTIFICATION_NOT_FOUND"],
} as const;
const params = z.object({ notification_id: uuid() });

const rangeBound = (what: string) => {
  const schema = z.string({ error: notDayOrInstant }).check(
    z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/, { abort: true }),
    z.refine((value) => z.regexes.date.test(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))),
  );
  z.globalRegistry.add(schema, {
    description: `${what}, as a day or an instant of ISO 8601; a day is meant whole, in UTC`,
    format: "date-time",
  });
  return z.optional(schema);
};

const range = z.pipe(
  z.transform((value) => {
    try {
      return typeof value === "string" ? JSON.parse(value) : value;
    } catch {
      return value;
    }
  }),
  z
    .object({ gte: rangeBound("Not before"), lte: rangeBound("Not after") })
    .check(
      z.refine(({ gte, lte }) => gte !== undefined || lte !== undefined, { error: must("have gte, lte or both") }),
    ),
);

export const listNotifications = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/notifications",
  query: z.object({
    is_read: flag(),
    type: z.optional(z.enum(notificationTypeNames)),
    "created_at[gte]": rangeBound("Not before"),
    "created_at[lte]": rangeBound("Not after"),
    created_at: describe(z.optional(range), 'Range as a JSON object: {"gte": ..., "lte": ...}'),
    ...listQuery(["unread", "created_at", "type"]),
  }),
  reply: listReply(notification),
  errors: [],
  summary: "List your notifications",
  description: "Default order: unread first. Search covers numbers, products and serial numbers.",
});

export const readNotification = endpoint({
  ...readStateDefaults,
  path: "/v1/client/notification/{notification_id}/read",
  params,
  summary: "Mark a notification as read",
});

export const unreadNotification = endpoint({
  ...readStateDefaults,
  path: "/v1/client/notification/{notification_id}/unread",
  params,
  summary: "Mark a notification as unread",
});

const bulkDefaults = {
  ...callDefaults,
  method: "POST",
  reply: reply({ changed: describe(z.int(), "Number of changed notifications") }),
  errors: [],
} as const;
const ids = z.array(uuid()).check(z.minLength(1, "Select at least one notification."), z.maxLength(1000));

export const readNotifications = endpoint({
  ...bulkDefaults,
  path: "/v1/client/notifications/read",
  body: z.optional(z.object({ notification_ids: z.optional(ids) })),
  summary: "Mark several or all notifications as read",
  description: "Default: all of your notifications. IDs of other users and already read notifications are ignored.",
});

export const unreadNotifications = endpoint({
  ...bulkDefaults,
  path: "/v1/client/notifications/unread",
  body: z.object({ notification_ids: ids }),
  summary: "Mark several notifications as unread",
});

const settingsDefaults = { ...callDefaults, errors: [] } as const;
const settingsPath = "/v1/client/notification-settings";

const settingsFields = {
  is_subscribed: describe(
    z.boolean(),
    "Whether reminders and news are sent by email and text message; true restores the own choices",
  ),
  email_off: describe(
    z.array(z.enum(optionalTypes)).check(z.maxLength(optionalTypes.length)),
    "Reminders and news that are not sent by email",
  ),
  digest: describe(
    z.enum(digestFrequencies),
    "How often reminders and news are sent by email: at once, or together in the morning. Reminders wait a day at most.",
  ),
};

export const getNotificationSettings = endpoint({
  ...settingsDefaults,
  method: "GET",
  path: settingsPath,
  reply: reply({ email: z.string(), ...settingsFields }),
  summary: "Read your notification settings",
});

export const updateNotificationSettings = endpoint({
  ...settingsDefaults,
  method: "PUT",
  path: settingsPath,
  body: z.object({
    is_subscribed: z.optional(settingsFields.is_subscribed),
    email_off: z.optional(settingsFields.email_off),
    digest: z.optional(settingsFields.digest),
  }),
  reply: reply({ email: z.string(), ...settingsFields }),
  summary: "Change your notification settings",
  description:
    "Omitted settings keep their value. Messages about your account, orders, payments and safety are always sent. Text messages are chosen by PUT /v1/sso/user/phone/types.",
});
