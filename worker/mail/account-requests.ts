import type { NotificationPayload } from "../contract/notification-types.ts";
import { printMessage } from "./sendable.ts";
import { singleTemplate } from "./template.ts";
import { nameOrganization } from "./wording.ts";

type AccountRequest = NotificationPayload<"accountRequestReceived">;
const fields = ({ org_name, org }: AccountRequest) => ({ organization: nameOrganization(org_name ?? org?.name) });

export const accountRequestReceived = singleTemplate<AccountRequest>({
  name: "Account request received",
  text: {
    subject: "We received your account request",
    preheader: "We will review it and write to you with the result.",
    title: "Your request was received",
    body: `You asked for a CrunchBox account for **{{organization}}**.

We will review the request and write to this address with the result. There is nothing you need to do until then.`,
    footnote: "If you did not ask for an account, ignore this message. No account exists until a request is approved.",
  },
  fields,
});

export const accountRequestApproved = singleTemplate<NotificationPayload<"accountRequestApproved">>({
  name: "Account request approved",
  text: {
    subject: "Your account request was approved",
    preheader: "A separate message has the link to choose your password.",
    title: "Your request was approved",
    body: `Your request for a CrunchBox account for **{{organization}}** was approved.

A separate message to this address has the link to choose your password. After that you can sign in.

If it does not arrive within an hour, look in your spam folder, or enter this address under Forgot Password on the sign-in page to get a new link.`,
    footnote: "If you did not ask for an account, ignore both messages. Nobody can sign in until a password is chosen.",
  },
  fields: ({ org, org_name }) => ({ organization: nameOrganization(org?.name ?? org_name) }),
});

export const accountRequestRejected = singleTemplate<NotificationPayload<"accountRequestRejected">>({
  name: "Account request rejected",
  text: {
    subject: "Your account request was not approved",
    preheader: "No account was created. Here is what you can do.",
    title: "Your request was not approved",
    body: `We reviewed your request for a CrunchBox account for **{{organization}}** and did not approve it. No account was created.

{{reason}}

You can send a new request. The serial number of a CGX device helps us identify your organization.

If you think this is a mistake, write to {{support_email}}.`,
    footnote: "If you did not ask for an account, ignore this message.",
  },
  required: ["reason"],
  fields: (payload) => ({ ...fields(payload), reason: printMessage(payload.reason) }),
});
