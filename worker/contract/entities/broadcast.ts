import * as z from "zod/mini";
import { missedReasons, notificationChannels, roles } from "../../../db/enums.ts";
import { describe, instant, orgId, versionField, uuid } from "../fields.ts";
import { audience } from "./audience.ts";
import { parseInput } from "../issue-messages.ts";
import { definitionOf, type SendableType, sendableTypeNames, sendableTypes } from "../notification-types.ts";

export const audienceShape = {
  user_id: z.optional(uuid()),
  org_id: z.optional(orgId()),
  roles: z.optional(z.array(z.enum(roles)).check(z.minLength(1), z.maxLength(roles.length))),
  audience: z.optional(
    describe(
      audience,
      "Instead of user_id, org_id and roles: all conditions hold; of the values of one, one is enough",
    ),
  ),
  channels: z.optional(
    describe(
      z.array(z.enum(notificationChannels)).check(z.minLength(1), z.maxLength(notificationChannels.length)),
      "Default: email and app; types with a sign-in link are sent only by email",
    ),
  ),
};

const sendShape = {
  type: z.enum(sendableTypeNames),
  payload: describe(
    z.record(z.string().check(z.maxLength(64)), z.unknown()),
    "Values of the notification type, without user names, which are filled in; amounts in US cents. Subject and message are plain text; only the message of an announcement or a must-read is Markdown. A sign-in link is either `url`, on a host of this shop, or is built from the recipient’s `code`.",
  ),
  ...audienceShape,
};

type BroadcastBody = {
  type: SendableType;
  payload: Record<string, unknown>;
  user_id?: string | undefined;
  org_id?: string | undefined;
  roles?: readonly string[] | undefined;
  audience?: object | undefined;
};

const requireFittingPayload = z.check<BroadcastBody>((context) => {
  const { type, payload, user_id, org_id, roles: recipientRoles, audience: conditions } = context.value;
  const report = (path: PropertyKey[], message: string) =>
    context.issues.push({ code: "custom", input: payload, path: ["payload", ...path], message, continue: true });
  const parsed = parseInput(sendableTypes[type].payload, payload);
  for (const { path, message } of parsed.error?.issues ?? []) report(path, message);
  if (conditions && (user_id ?? org_id ?? recipientRoles) !== undefined)
    context.issues.push({
      code: "custom",
      input: conditions,
      path: ["audience"],
      message: "Audience stands alone: name people, organizations and roles in it.",
      continue: true,
    });
  const isToMany = user_id === undefined && (org_id ?? recipientRoles ?? conditions) !== undefined;
  if (isToMany && definitionOf(type).is_secret && payload["code"] !== undefined)
    report(["code"], "A code belongs to one user: send it with user_id or user_email.");
});

const keyedShape = {
  ...sendShape,
  id: z.optional(describe(uuid(), "Idempotency key: a repeated request sends nothing and returns the first result")),
};

export const sendBody = z.object(keyedShape).check(requireFittingPayload);

export const draftBody = z.object({ ...keyedShape, updated_at: versionField() }).check(requireFittingPayload);

export const previewBody = z
  .object({
    ...sendShape,
    recipient_id: z.optional(
      describe(uuid(), "Recipient for whom it is rendered; default: the first by email address"),
    ),
  })
  .check(requireFittingPayload);

const userRef = z.object({
  user_id: describe(z.nullable(z.string()), "Null: no account with this address"),
  name: z.string(),
  email: z.string(),
});

export const reachShape = {
  people: describe(z.int(), "Recipients on any channel, including those who turned all channels off"),
  organizations: describe(z.int(), "Number of their organizations"),
  app: describe(z.int(), "App recipients"),
  email: describe(z.int(), "Email recipients"),
  email_off: describe(z.int(), "Skipped because they turned reminders and news off"),
  email_returned: describe(z.int(), "Email recipients whose address bounced before"),
  phone: describe(z.int(), "Text message recipients"),
  phone_off: describe(z.int(), "Skipped because they turned reminders and news off or replied STOP"),
  phone_missing: describe(z.int(), "Skipped because they have no phone number"),
};

export const previewShape = {
  reach: describe(z.object(reachShape), "Recipients by channel"),
  recipients: describe(z.array(userRef), "First 50 recipients by address"),
  recipient: describe(userRef, "Recipient of the rendered preview"),
  mail: describe(
    z.object({
      subject: describe(z.string(), "Plain text"),
      html: describe(z.string(), "Complete HTML document"),
      text: describe(z.string(), "Plain-text version"),
    }),
    "Email preview",
  ),
  app: describe(z.object({ title: z.string(), markdown: z.string() }), "App preview"),
  phone: describe(z.nullable(z.string()), "Text message preview; null: not sent as a text message"),
};

const sender = z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string() }));

export const broadcastStates = ["draft", "scheduled", "sent"] as const;
export const broadcastShape = {
  id: z.string(),
  type: describe(z.string(), "May be a retired type"),
  state: z.enum(broadcastStates),
  subject: describe(z.nullable(z.string()), "Custom subject; null: default of the type"),
  payload: describe(
    z.record(z.string(), z.unknown()),
    "Without code and url if the type has a sign-in link, which is for its recipient alone",
  ),
  user_id: z.nullable(z.string()),
  org_id: z.nullable(z.string()),
  org_name: z.nullable(z.string()),
  roles: z.nullable(z.array(z.enum(roles))),
  audience: z.nullable(audience),
  audience_names: describe(z.record(z.string(), z.string()), "Names of what the audience names, by ID"),
  channels: z.array(z.enum(notificationChannels)),
  people: describe(z.int(), "Number of recipients; 0: still a draft"),
  organizations: describe(z.int(), "Number of their organizations"),
  created_by: describe(sender, "Author"),
  sent_by: describe(sender, "Sender; null: still a draft"),
  scheduled_by: describe(sender, "User who set the time"),
  created_at: instant(),
  updated_at: instant(),
  sent_at: z.nullable(instant()),
  send_at: z.nullable(instant("Time at which it is sent by itself; null: none was set")),
  is_blocked: describe(
    z.boolean(),
    "It has a time, but the user who set it may no longer send notifications: it is not sent unless another user sets a time",
  ),
  missed_at: z.nullable(instant("Time at which it was due and was not sent")),
  missed_reason: describe(
    z.nullable(z.enum(missedReasons)),
    "no_permission: the user who set the time was no longer allowed to send notifications",
  ),
};
export const broadcast = z.object(broadcastShape);

export const mailStates = ["waiting", "sent", "bounced", "given-up", "off", "withdrawn", "none"] as const;
export const textStates = ["waiting", "sent", "given-up", "off", "withdrawn", "no-number", "none"] as const;
export const appStates = ["waiting", "unread", "read", "none"] as const;

export const resultsShape = {
  app: describe(z.record(z.enum(appStates), z.int()), "In the app"),
  email: z.record(z.enum(mailStates), z.int()),
  phone: z.record(z.enum(textStates), z.int()),
};

export const broadcastRecipient = z.object({
  id: z.string(),
  broadcast_id: describe(z.string(), "ID of the notification that was sent"),
  user_id: z.nullable(z.string()),
  name: describe(z.nullable(z.string()), "Null: no account with this address"),
  email: z.string(),
  app: describe(z.enum(appStates), "Read state in the app; waiting: not shown yet"),
  mail: describe(z.enum(mailStates), "off: reminders and news are off; withdrawn: turned off before it was sent"),
  phone: z.enum(textStates),
  created_at: instant(),
});
