import type { NotificationPayload } from "../contract/notification-types.ts";
import { browserName } from "../contract/people/browser-names.ts";
import { placeName } from "../contract/people/place-name.ts";
import type { MailMessage } from "./message.ts";
import { spellMinutes, toLine } from "./wording.ts";

/** Fields of every message that administrators may also send. */
type SendablePayload = Pick<
  NotificationPayload<"welcome">,
  "first_name" | "last_name" | "subject" | "message" | "support_email"
>;

/** Text of a user stays plain: no Markdown is read. */
export const printMessage = (message = ""): string[] =>
  message
    .split(/[\r\n\u2028\u2029]+/)
    .map((paragraph) => toLine(paragraph, 4000))
    .filter((paragraph) => paragraph !== "");

/** Undefined if the lifetime is unknown. */
export const formatLinkLife = (minutes = 0): string | undefined => (minutes > 0 ? spellMinutes(minutes) : undefined);

export const listFacts = (pairs: [label: string, value: string | undefined][]): MailMessage["facts"] => {
  const facts = pairs.flatMap<[string, string]>(([label, value]) => {
    const line = toLine(value ?? "", 1000);
    return line === "" ? [] : [[label, line]];
  });
  return facts.length > 0 ? facts : undefined;
};

type EventFacts = { user_agent?: string | undefined; country?: string | undefined; city?: string | undefined };

export const listEventFacts = ({ user_agent, ...place }: EventFacts): [label: string, value: string | undefined][] => [
  ["Where", placeName(place)],
  ["Browser", user_agent && browserName(user_agent)],
];

type OptionalPayload = SendablePayload & { unsubscribe_url?: string | undefined };

/**
 * Reminders and news are optional (O-122). Recipients without an account get the support address in place of the link.
 */
export const buildOptOut = ({
  support_email,
  unsubscribe_url,
}: OptionalPayload): Pick<MailMessage, "footnote" | "unsubscribe_url"> => {
  if (unsubscribe_url) return { unsubscribe_url };
  return support_email ? { footnote: `To turn off reminders and news by email, write to ${support_email}.` } : {};
};
