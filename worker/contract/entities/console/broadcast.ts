import * as z from "zod/mini";
import { notificationChannels, roles } from "../../../../db/enums.ts";
import { described, instant, orgId, seenAt, uuid } from "../../fields.ts";
import { parseInput } from "../../issue-messages.ts";
import { definitionOf, notificationTypeNames, notificationTypes } from "../../notification-types.ts";

/** Whom a notification goes to, and by which ways. */
export const audienceShape = {
  user_id: z.optional(uuid()),
  org_id: z.optional(orgId()),
  roles: z.optional(z.array(z.enum(roles)).check(z.minLength(1), z.maxLength(roles.length))),
  channels: z.optional(
    described(
      z.array(z.enum(notificationChannels)).check(z.minLength(1), z.maxLength(notificationChannels.length)),
      "email and app when left out; what carries a link that opens an account goes by e-mail alone",
    ),
  ),
};

const sendShape = {
  type: z.enum(notificationTypeNames),
  payload: described(
    z.record(z.string().check(z.maxLength(64)), z.unknown()),
    "What the type says, without names of people, which are filled in; amounts in US cents. Subject and message are plain text, but for the message of an announcement, which is markdown. A link that opens an account is `url`, which must lead to a host of this shop, or is made of the recipient’s `code`.",
  ),
  ...audienceShape,
};

type Sent = {
  type: (typeof notificationTypeNames)[number];
  payload: Record<string, unknown>;
  user_id?: string | undefined;
  org_id?: string | undefined;
  roles?: readonly string[] | undefined;
};

const fits = z.check<Sent>((context) => {
  const { type, payload, user_id, org_id, roles: asked } = context.value;
  const report = (path: PropertyKey[], message: string) =>
    context.issues.push({ code: "custom", input: payload, path: ["payload", ...path], message, continue: true });
  const parsed = parseInput(notificationTypes[type].payload, payload);
  for (const { path, message } of parsed.error?.issues ?? []) report(path, message);
  const isToMany = user_id === undefined && (org_id !== undefined || asked !== undefined);
  if (isToMany && definitionOf(type).is_secret && payload["code"] !== undefined)
    report(["code"], "A code belongs to one person: send it with user_id or user_email.");
});

const keyedShape = {
  ...sendShape,
  id: z.optional(
    described(uuid(), "A key of the sender's own: what was sent under it is not sent again, and answered as it was"),
  ),
};

/** A notification to people; sent under an `id`, once. */
export const send = z.object(keyedShape).check(fits);

/** The same, kept to be sent later. */
export const draft = z.object({ ...keyedShape, updated_at: seenAt() }).check(fits);

/** The same, to look at before. */
export const preview = z
  .object({
    ...sendShape,
    recipient_id: z.optional(
      described(uuid(), "The recipient for whom it is printed; the first by address when left out"),
    ),
  })
  .check(fits);

const person = z.object({
  user_id: described(z.nullable(z.string()), "Null for an address without an account"),
  name: z.string(),
  email: z.string(),
});

export const reachShape = {
  people: described(z.int(), "Who gets it by any way, or turned all of them off"),
  organizations: described(z.int(), "Of how many organizations they are"),
  app: described(z.int(), "Who finds it in the app"),
  email: described(z.int(), "Who gets a mail"),
  email_off: described(z.int(), "Who gets none because they turned reminders and news off"),
  email_returned: described(z.int(), "Those who get a mail to an address from which mail came back"),
  phone: described(z.int(), "Who gets a text message"),
  phone_off: described(z.int(), "Who gets none because they turned reminders and news off, or answered STOP"),
  phone_missing: described(z.int(), "Who gets none because they have no number"),
};

/** How a notification would look, and whom it would reach. */
export const previewShape = {
  reach: described(z.object(reachShape), "Whom it would reach, by which way"),
  recipients: described(z.array(person), "The first 50 of them by address"),
  recipient: described(person, "For whom it is printed below"),
  mail: described(
    z.object({
      subject: described(z.string(), "Plain text"),
      html: described(z.string(), "The whole document"),
      text: described(z.string(), "For programs that show no HTML"),
    }),
    "As it is mailed",
  ),
  app: described(z.object({ title: z.string(), markdown: z.string() }), "As it stands in the app"),
  phone: described(z.nullable(z.string()), "The text message; null where it goes by no phone"),
};

const sender = z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string() }));

export const broadcastStates = ["draft", "sent"] as const;
export const broadcastShape = {
  id: z.string(),
  type: described(z.string(), "Also one that there is no more"),
  state: z.enum(broadcastStates),
  subject: described(z.nullable(z.string()), "As the sender gave it; null for that of its type"),
  payload: z.record(z.string(), z.unknown()),
  user_id: z.nullable(z.string()),
  org_id: z.nullable(z.string()),
  org_name: z.nullable(z.string()),
  roles: z.nullable(z.array(z.enum(roles))),
  channels: z.array(z.enum(notificationChannels)),
  people: described(z.int(), "Whom it reached, 0 while it is a draft"),
  organizations: described(z.int(), "Of how many organizations they are"),
  created_by: described(sender, "Who wrote it"),
  sent_by: described(sender, "Who sent it; null while it is a draft"),
  created_at: instant(),
  updated_at: instant(),
  sent_at: z.nullable(instant()),
};
export const broadcast = z.object(broadcastShape);

export const mailStates = ["waiting", "sent", "bounced", "given-up", "off", "withdrawn", "none"] as const;
export const textStates = ["waiting", "sent", "given-up", "off", "withdrawn", "no-number", "none"] as const;
export const appStates = ["waiting", "unread", "read", "none"] as const;

/** What became of it, by way. */
export const resultsShape = {
  app: described(z.record(z.enum(appStates), z.int()), "In the app"),
  email: z.record(z.enum(mailStates), z.int()),
  phone: z.record(z.enum(textStates), z.int()),
};

/** To whom one went, and what became of it. */
export const broadcastRecipient = z.object({
  id: z.string(),
  broadcast_id: described(z.string(), "Of the notification that was sent"),
  user_id: z.nullable(z.string()),
  name: described(z.nullable(z.string()), "Null for an address without an account"),
  email: z.string(),
  app: described(z.enum(appStates), "Whether they read it in the app; waiting: it does not stand there yet"),
  mail: described(z.enum(mailStates), "off: they turned reminders and news off; withdrawn: they did so before it left"),
  phone: z.enum(textStates),
  created_at: instant(),
});
