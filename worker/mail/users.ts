import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, linkLife, writeTo } from "./sendable.ts";
import { nameOrganization } from "./wording.ts";

export const userSetup = (payload: NotificationPayload<"userSetup">): MailMessage => {
  const { works, worksOnce } = linkLife((payload.expires_in_hours ?? 0) * 60);
  const organization = { strong: nameOrganization(payload.org?.name) };
  return writeTo(payload, {
    subject: "Set up your CrunchBox account",
    preheader: `${payload.is_approval ? "Your request was approved. " : ""}Choose your password.${works}`,
    title: "Set up your account",
    paragraphs: [
      payload.is_approval
        ? ["Your request was approved: you have a CrunchBox account at ", organization, "."]
        : ["A CrunchBox account was created for you at ", organization, "."],
      "Read the license agreement and choose a password to start using it.",
    ],
    action: link("Set up account", payload.url),
    footnote:
      `${worksOnce} When it has expired, enter this address under ` +
      "Forgot Password on the sign-in page to get a new one. If you did not expect an account, ignore this message: " +
      "nobody can sign in until a password is chosen.",
  });
};

export const welcome = (payload: NotificationPayload<"welcome">): MailMessage =>
  writeTo(payload, {
    subject: "Welcome to CrunchBox",
    preheader: "Your account is ready.",
    title: "Welcome to CrunchBox",
    paragraphs: [
      ["Your CrunchBox account at ", { strong: nameOrganization(payload.org?.name) }, " is ready."],
      "Here your organization buys CGX devices and software, and follows its orders, subscriptions and invoices. What you can do depends on your roles.",
      ...askSupport(payload, "If you have a question"),
    ],
    action: link("Open CrunchBox", payload.url),
  });

export const userInactivated = (payload: NotificationPayload<"userInactivated">): MailMessage =>
  writeTo(payload, {
    subject: "Your CrunchBox account was deactivated",
    preheader: "You cannot sign in until it is reactivated.",
    title: "Your account was deactivated",
    paragraphs: [
      ["Your CrunchBox account at ", { strong: nameOrganization(payload.org?.name) }, " was deactivated."],
      "You are signed out everywhere and cannot sign in until it is reactivated. Orders and subscriptions of your organization stay as they are.",
      "If you still need access, ask an organization manager of your organization.",
      ...askSupport(payload, "If you think this is a mistake"),
    ],
  });

export const userReactivated = (payload: NotificationPayload<"userReactivated">): MailMessage =>
  writeTo(payload, {
    subject: "Your CrunchBox account is active again",
    preheader: "You can sign in with your email address and password.",
    title: "Your account is active again",
    paragraphs: [
      ["Your CrunchBox account at ", { strong: nameOrganization(payload.org?.name) }, " was reactivated."],
      "Sign in with your email address and the password you had. If you forgot it, use Forgot Password on the sign-in page.",
      ...askSupport(payload, "If you did not expect this"),
    ],
    action: link("Open CrunchBox", payload.url),
  });
