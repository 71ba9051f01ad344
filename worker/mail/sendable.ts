import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage, Paragraph } from "./message.ts";
import { greet, spellMinutes, toLine } from "./wording.ts";

/** Fields of every message that administrators may also send. */
type Sendable = Pick<
  NotificationPayload<"welcome">,
  "first_name" | "last_name" | "subject" | "message" | "support_email"
>;

/** A sender's text as plain paragraphs. */
export const printMessage = (message = ""): string[] =>
  message
    .split(/[\r\n\u2028\u2029]+/)
    .map((paragraph) => toLine(paragraph, 4000))
    .filter((paragraph) => paragraph !== "");

/** Adds the greeting, the sender's subject and, after the paragraphs of the template, the sender's text. */
export const writeTo = (payload: Sendable, mail: Omit<MailMessage, "greeting">): MailMessage => ({
  ...mail,
  greeting: greet(payload),
  subject: toLine(payload.subject ?? "") || mail.subject,
  paragraphs: [...mail.paragraphs, ...printMessage(payload.message)],
});

export const askSupport = ({ support_email }: Sendable, condition: string): Paragraph[] =>
  support_email ? [[`${condition}, write to `, { mail: support_email }, "."]] : [];

/** Button of the mail; undefined without a link. */
export const link = (label: string, url: string | undefined): MailMessage["action"] =>
  url ? { label, url } : undefined;

/** `works` begins with a space and is empty for an unknown lifetime. */
export const linkLife = (minutes = 0): { works: string; worksOnce: string } => {
  const life = minutes > 0 && spellMinutes(minutes);
  return life
    ? {
        works: ` The link works for ${life}.`,
        worksOnce: `The link works once, for ${life} after this message was sent.`,
      }
    : { works: "", worksOnce: "The link works once." };
};

export const listFacts = (pairs: [label: string, value: string | undefined][]): MailMessage["facts"] => {
  const facts = pairs.flatMap<[string, string]>(([label, value]) => {
    const line = toLine(value ?? "", 1000);
    return line === "" ? [] : [[label, line]];
  });
  return facts.length > 0 ? facts : undefined;
};

type Optional = Sendable & { unsubscribe_url?: string | undefined };

/**
 * Reminders and news are optional (O-122). Recipients without an account get the support address in place of the link.
 */
export const optOut = ({
  support_email,
  unsubscribe_url,
}: Optional): Pick<MailMessage, "footnote" | "unsubscribe_url"> => {
  if (unsubscribe_url) return { unsubscribe_url };
  return support_email ? { footnote: `To turn off reminders and news by email, write to ${support_email}.` } : {};
};
