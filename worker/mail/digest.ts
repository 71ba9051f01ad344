import { type OptionalType, optionalTypes } from "../contract/notification-choices.ts";
import { type MailPayload, notificationTypes } from "../contract/notification-types.ts";
import { formatMoney } from "../contract/buying/money.ts";
import { singleTemplate } from "./template.ts";
import { formatCount, printDate, toLine } from "./wording.ts";

type Digest = MailPayload<"digest">;

const describeRelease = ({ product, version }: MailPayload<"newPluginVersion">): string =>
  `${toLine(product.name)} ${toLine(version, 64)} is ready to download.`;

const lineByType: { [T in OptionalType]: (payload: MailPayload<T>) => string } = {
  subscriptionRenewalReminder: ({ product, expired_date, amount }) =>
    [
      `${toLine(product.name)} renews`,
      expired_date && ` on ${printDate(expired_date)}`,
      amount !== undefined && ` for ${formatMoney(amount)}`,
      ".",
    ]
      .filter(Boolean)
      .join(""),
  newSoftwareVersion: describeRelease,
  newPluginVersion: describeRelease,
  announcement: ({ subject }) => toLine(subject),
};

/** Undefined for a message from another release. */
function printEntry({ type, payload }: Digest["entries"][number]): string | undefined {
  const known = optionalTypes.find((each) => each === type);
  const parsed = known && notificationTypes[known].payload.safeParse(payload);
  if (!known || !parsed?.success) return undefined;
  // as: TypeScript cannot relate a union of types to its lines by key.
  return (lineByType[known] as (payload: unknown) => string)(parsed.data);
}

export const digest = singleTemplate<Digest>({
  name: "Digest of reminders and news",
  text: {
    subject: "Your reminders and news: {{news_start}}",
    preheader: "{{news_start}}",
    title: "Your reminders and news",
    body: `{{news}}

[[And {{others}}.]]`,
    action: "See all notifications",
  },
  required: ["news"],
  fields: ({ entries, more }) => {
    const news = entries.flatMap((entry) => printEntry(entry) ?? []);
    return {
      news,
      news_start: news[0] ?? "See them in CrunchBox",
      others: more > 0 ? formatCount(more, "other message") : undefined,
    };
  },
  parts: ({ url, unsubscribe_url }) => ({ url, unsubscribe_url }),
});
