import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, printMessage, writeTo } from "./sendable.ts";
import { nameOrganization } from "./wording.ts";

export const accountRequestReceived = (payload: NotificationPayload<"accountRequestReceived">): MailMessage =>
  writeTo(payload, {
    subject: "We received your account request",
    preheader: "We will review it and write to you with the result.",
    title: "Your request was received",
    paragraphs: [
      [
        "You asked for a CrunchBox account for ",
        { strong: nameOrganization(payload.org_name ?? payload.org?.name) },
        ".",
      ],
      "We will review the request and write to this address with the result. There is nothing you need to do until then.",
    ],
    footnote: "If you did not ask for an account, ignore this message. No account exists until a request is approved.",
  });

export const accountRequestApproved = (payload: NotificationPayload<"accountRequestApproved">): MailMessage =>
  writeTo(payload, {
    subject: "Your account request was approved",
    preheader: "A separate message has the link to choose your password.",
    title: "Your request was approved",
    paragraphs: [
      [
        "Your request for a CrunchBox account for ",
        { strong: nameOrganization(payload.org?.name ?? payload.org_name) },
        " was approved.",
      ],
      "A separate message to this address has the link to choose your password. After that you can sign in.",
      "If it does not arrive within an hour, look in your spam folder, or enter this address under Forgot Password on the sign-in page to get a new link.",
    ],
    footnote: "If you did not ask for an account, ignore both messages. Nobody can sign in until a password is chosen.",
  });

export const accountRequestRejected = (payload: NotificationPayload<"accountRequestRejected">): MailMessage =>
  writeTo(payload, {
    subject: "Your account request was not approved",
    preheader: "No account was created. Here is what you can do.",
    title: "Your request was not approved",
    paragraphs: [
      [
        "We reviewed your request for a CrunchBox account for ",
        { strong: nameOrganization(payload.org_name ?? payload.org?.name) },
        " and did not approve it. No account was created.",
      ],
      ...printMessage(payload.reason),
      "You can send a new request. The serial number of a CGX device helps us to identify your organization.",
      ...askSupport(payload, "If you think this is a mistake"),
    ],
    footnote: "If you did not ask for an account, ignore this message.",
  });
