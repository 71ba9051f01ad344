import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage, Paragraph } from "./message.ts";
import { greet, toLine } from "./wording.ts";

/** What every message has that an administrator may send too. */
type Sendable = Pick<
  NotificationPayload<"welcome">,
  "first_name" | "last_name" | "subject" | "message" | "support_email"
>;

const printMessage = (message = ""): string[] =>
  message
    .split(/[\r\n\u2028\u2029]+/)
    .map((paragraph) => toLine(paragraph, 4000))
    .filter((paragraph) => paragraph !== "");

/** Greets, and puts in the subject and the words that the sender gave, after the paragraphs of the template. */
export const writeTo = (payload: Sendable, mail: MailMessage): MailMessage => ({
  ...mail,
  subject: toLine(payload.subject ?? "") || mail.subject,
  paragraphs: [greet(payload), ...mail.paragraphs, ...printMessage(payload.message)],
});

/** "If this was not you, write to …": nothing when the address of support is not known. */
export const askSupport = ({ support_email }: Sendable, condition: string): Paragraph[] =>
  support_email ? [[`${condition}, write to `, { mail: support_email }, "."]] : [];

/** The button; none without a link. */
export const link = (label: string, url: string | undefined): MailMessage["action"] =>
  url ? { label, url } : undefined;

/** Those facts that have a value, each on one line; undefined when there are none. */
export const listFacts = (pairs: [label: string, value: string | undefined][]): MailMessage["facts"] => {
  const facts = pairs.flatMap<[string, string]>(([label, value]) => {
    const line = toLine(value ?? "", 1000);
    return line === "" ? [] : [[label, line]];
  });
  return facts.length > 0 ? facts : undefined;
};

/** Under reminders and news, which people may turn off (O-122); nothing when nobody is known who does it. */
export const optOut = ({ support_email }: Sendable): string | undefined =>
  support_email && `To turn off reminders and news by email, write to ${support_email}.`;
