import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage, Paragraph } from "./message.ts";
import { greet, spellMinutes, toLine } from "./wording.ts";

/** What every message has that an administrator may send too. */
type Sendable = Pick<
  NotificationPayload<"welcome">,
  "first_name" | "last_name" | "subject" | "message" | "support_email"
>;

/** What a person wrote, as paragraphs of plain text. */
export const printMessage = (message = ""): string[] =>
  message
    .split(/[\r\n\u2028\u2029]+/)
    .map((paragraph) => toLine(paragraph, 4000))
    .filter((paragraph) => paragraph !== "");

/** Greets, and puts in the subject and the words that the sender gave, after the paragraphs of the template. */
export const writeTo = (payload: Sendable, mail: Omit<MailMessage, "greeting">): MailMessage => ({
  ...mail,
  greeting: greet(payload),
  subject: toLine(payload.subject ?? "") || mail.subject,
  paragraphs: [...mail.paragraphs, ...printMessage(payload.message)],
});

/** "If this was not you, write to …": nothing when the address of support is not known. */
export const askSupport = ({ support_email }: Sendable, condition: string): Paragraph[] =>
  support_email ? [[`${condition}, write to `, { mail: support_email }, "."]] : [];

/** The button; none without a link. */
export const link = (label: string, url: string | undefined): MailMessage["action"] =>
  url ? { label, url } : undefined;

/** How long a link works, as sentences: `works` begins with a blank and is empty where the life is not known. */
export const linkLife = (minutes = 0): { works: string; worksOnce: string } => {
  const life = minutes > 0 && spellMinutes(minutes);
  return life
    ? {
        works: ` The link works for ${life}.`,
        worksOnce: `The link works once, for ${life} after this message was sent.`,
      }
    : { works: "", worksOnce: "The link works once." };
};

/** Those facts that have a value, each on one line; undefined when there are none. */
export const listFacts = (pairs: [label: string, value: string | undefined][]): MailMessage["facts"] => {
  const facts = pairs.flatMap<[string, string]>(([label, value]) => {
    const line = toLine(value ?? "", 1000);
    return line === "" ? [] : [[label, line]];
  });
  return facts.length > 0 ? facts : undefined;
};

type Optional = Sendable & { unsubscribe_url?: string | undefined };

/** Under reminders and news, which people may turn off (O-122): a link, or who does it for somebody without an account. */
export const optOut = ({
  support_email,
  unsubscribe_url,
}: Optional): Pick<MailMessage, "footnote" | "unsubscribe_url"> => {
  if (unsubscribe_url) return { unsubscribe_url };
  return support_email ? { footnote: `To turn off reminders and news by email, write to ${support_email}.` } : {};
};
