import * as z from "zod/mini";
import { roles } from "../../db/enums.ts";
import {
  count,
  type Definition,
  email,
  eventFacts,
  allChannels,
  instant,
  line,
  link,
  mailChannels,
  requireLink,
  organization,
  secretLink,
  sendableFields,
} from "./notification-fields.ts";
import { pages } from "./pages.ts";

/** `roles` were added or removed; `url` is the user's next step. */
const membership = {
  ...sendableFields,
  org: z.optional(organization),
  roles: z.optional(z.array(z.enum(roles)).check(z.maxLength(roles.length))),
  url: z.optional(link()),
};
/** `org_name` names an organization that does not exist yet. */
const request = { ...sendableFields, org: z.optional(organization), org_name: z.optional(line(1024)) };
const change = { ...sendableFields, ...eventFacts, changed_at: z.optional(instant()) };

export const accountNotificationTypes = {
  welcome: {
    title: "Welcome to CrunchBox",
    kind: "account",
    channels: allChannels,
    payload: z.object({ ...sendableFields, org: z.optional(organization), url: z.optional(link()) }),
  },
  userRoleAdded: {
    title: "You have a new role",
    kind: "account",
    channels: allChannels,
    payload: z.object(membership),
  },
  accountRequestReceived: {
    title: "Account request received",
    kind: "account",
    channels: mailChannels,
    payload: z.object(request),
  },
  accountRequestApproved: {
    title: "Account request approved",
    kind: "account",
    channels: mailChannels,
    payload: z.object(request),
  },
  accountRequestRejected: {
    title: "Account request not approved",
    kind: "account",
    channels: mailChannels,
    payload: z.object({ ...request, reason: z.optional(line(1000)) }),
  },
  userSetup: {
    title: "Set up your account",
    kind: "account",
    channels: mailChannels,
    is_secret: true,
    payload: z
      .object({
        ...sendableFields,
        ...secretLink,
        org: z.optional(organization),
        expires_in_hours: z.optional(count(744)),
        is_approval: z.optional(z.boolean()),
        invited_by: z.optional(line(512)),
      })
      .check(requireLink),
  },
  passwordReset: {
    title: "Reset your password",
    kind: "account",
    channels: mailChannels,
    is_secret: true,
    payload: z
      .object({ ...sendableFields, ...secretLink, expires_in_minutes: z.optional(count(44_640)) })
      .check(requireLink),
  },
  passwordChanged: {
    title: "Your password was changed",
    kind: "account",
    channels: allChannels,
    payload: z.object(change),
  },
  emailChangeVerification: {
    title: "Confirm your new email address",
    kind: "account",
    channels: mailChannels,
    is_secret: true,
    payload: z
      .object({
        ...sendableFields,
        ...secretLink,
        new_email: z.optional(email()),
        expires_in_hours: z.optional(count(744)),
      })
      .check(requireLink),
  },
  emailChanged: {
    title: "Your email address was changed",
    kind: "account",
    channels: allChannels,
    payload: z.object({ ...change, old_email: z.optional(email()), new_email: z.optional(email()) }),
  },
  userInactivated: {
    title: "Your account was deactivated",
    kind: "account",
    channels: mailChannels,
    payload: z.object(membership),
  },
  userReactivated: {
    title: "Your account is active again",
    kind: "account",
    channels: allChannels,
    payload: z.object(membership),
  },
  userRoleRemoved: {
    title: "A role was removed",
    kind: "account",
    channels: allChannels,
    payload: z.object(membership),
  },
  deviceAdded: {
    title: "A device was added",
    kind: "account",
    channels: allChannels,
    link: { page: pages.devices, field: "url" },
    payload: z.object({
      ...sendableFields,
      device_name: line(256),
      device_serial: line(64),
      /** Further devices that were added together. */
      others: z.optional(count(1000)),
      org: z.optional(organization),
      url: z.optional(link()),
    }),
  },
} as const satisfies Record<string, Definition>;
