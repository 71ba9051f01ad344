import type { NotificationPayload } from "../contract/notification-types.ts";
import { formatLinkLife } from "./sendable.ts";
import { singleTemplate, variants } from "./template.ts";
import { nameOrganization } from "./wording.ts";

type Setup = NotificationPayload<"userSetup">;

const setupTemplate = {
  fields: ({ expires_in_hours = 0, org, invited_by }: Setup) => ({
    organization: nameOrganization(org?.name),
    invited_by,
    link_life: formatLinkLife(expires_in_hours * 60),
  }),
  parts: ({ url }: Setup) => ({ url }),
};
const setupText = {
  subject: "Set up your CrunchBox account",
  title: "Set up your account",
  action: "Set up account",
  footnote:
    "The link works once[[, for {{link_life}} after this message was sent]]. Once it has expired, enter this address under Forgot Password on the sign-in page to get a new one. If you did not expect an account, ignore this message: nobody can sign in until a password is chosen.",
};

export const userSetup = variants<Setup, "invited" | "approved">(
  ({ is_approval }) => (is_approval ? "approved" : "invited"),
  {
    invited: {
      ...setupTemplate,
      name: "Account set-up, after an invitation",
      text: {
        ...setupText,
        preheader: "Choose your password.[[ The link works for {{link_life}}.]]",
        body: `A CrunchBox account was created for you at **{{organization}}**[[ by {{invited_by}}]].

Read the license agreement and choose a password to start using it.`,
      },
    },
    approved: {
      ...setupTemplate,
      name: "Account set-up, after an approved request",
      text: {
        ...setupText,
        preheader: "Your request was approved. Choose your password.[[ The link works for {{link_life}}.]]",
        body: `Your request was approved: you have a CrunchBox account at **{{organization}}**.

Read the license agreement and choose a password to start using it.`,
      },
      example: { is_approval: true },
    },
  },
);

type Member = NotificationPayload<"welcome">;
const memberTemplate = { fields: ({ org }: Member) => ({ organization: nameOrganization(org?.name) }) };

export const welcome = singleTemplate<Member>({
  ...memberTemplate,
  name: "Welcome",
  text: {
    subject: "Welcome to CrunchBox",
    preheader: "Your account is ready.",
    title: "Welcome to CrunchBox",
    body: `Your CrunchBox account at **{{organization}}** is ready.

This is where your organization buys CGX devices and software, and follows its orders, subscriptions and invoices. What you can do depends on your roles.

If you have a question, write to {{support_email}}.`,
    action: "Open CrunchBox",
  },
  parts: ({ url }) => ({ url }),
});

export const userInactivated = singleTemplate<NotificationPayload<"userInactivated">>({
  ...memberTemplate,
  name: "Account deactivated",
  text: {
    subject: "Your CrunchBox account was deactivated",
    preheader: "You cannot sign in until it is reactivated.",
    title: "Your account was deactivated",
    body: `Your CrunchBox account at **{{organization}}** was deactivated.

You are signed out everywhere and cannot sign in until it is reactivated. Orders and subscriptions of your organization stay as they are.

If you still need access, ask an organization manager of your organization.

If you think this is a mistake, write to {{support_email}}.`,
  },
});

export const userReactivated = singleTemplate<NotificationPayload<"userReactivated">>({
  ...memberTemplate,
  name: "Account reactivated",
  text: {
    subject: "Your CrunchBox account is active again",
    preheader: "You can sign in with your email address and password.",
    title: "Your account is active again",
    body: `Your CrunchBox account at **{{organization}}** was reactivated.

Sign in with your email address and the password you had. If you forgot it, use Forgot Password on the sign-in page.

If you did not expect this, write to {{support_email}}.`,
    action: "Open CrunchBox",
  },
  parts: ({ url }) => ({ url }),
});
