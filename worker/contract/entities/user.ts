import * as z from "zod/mini";
import { emailReturns, roles, sessionKinds } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";

const id = () => {
  const schema = z.string();
  z.globalRegistry.add(schema, { format: "uuid" });
  return schema;
};

export type EmailReturn = (typeof emailReturns)[number];

export const userShape = {
  id: id(),
  org_id: id(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
  roles: z.array(z.enum(roles)),
  is_email_verified: z.boolean(),
  email_return: describe(
    z.nullable(z.object({ reason: z.enum(emailReturns), returned_at: instant() })),
    "Type and time of the last bounce; null: none",
  ),
  is_active: z.boolean(),
  created_at: instant(),
  updated_at: instant(),
  notification_settings: z.object({
    is_subscribed: describe(z.boolean(), "Whether reminders and news are sent by email and text message"),
  }),
};

const presence = () => ({
  is_set_up: describe(z.boolean(), "Whether the user accepted the invitation"),
  last_seen_at: describe(z.nullable(instant()), "Time of the last activity while signed in; null: long ago or never"),
});

export const adminUserShape = {
  ...userShape,
  email_change: z.nullable(z.object({ new_email: z.string(), created_at: instant() })),
  organization: z.object({ name: z.string() }),
  ...presence(),
};

export const orgUserShape = {
  ...userShape,
  ...presence(),
  second_factor_since: describe(
    z.nullable(instant()),
    "Since when the user has a passkey or an authenticator app; null: they have none",
  ),
};

export const orgUser = z.object(orgUserShape);

export const adminUser = z.object(adminUserShape);

export const userSession = z.object({
  id: id(),
  kind: z.enum(sessionKinds),
  created_at: instant(),
  last_seen_at: instant(),
  user_agent: describe(z.nullable(z.string()), "User agent of the browser or app"),
});

export const sessionUser = z.object({
  ...userShape,
  organization: z.object({ id: id(), name: z.string(), billing_email: z.nullable(z.string()) }),
});

export const impersonator = z.nullable(
  z.object({
    id: id(),
    first_name: z.string(),
    last_name: z.string(),
    reason: describe(z.nullable(z.string()), "Stated reason for the impersonation; null: none"),
  }),
);
