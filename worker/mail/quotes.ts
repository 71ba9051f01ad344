import { formatMoney } from "../contract/buying/money.ts";
import type { MailPayload } from "../contract/notification-types.ts";
import { listFacts, printMessage } from "./sendable.ts";
import { type Template, variants } from "./template.ts";
import { nameOrganization, toLine } from "./wording.ts";

type ShopPayload = MailPayload<"quoteForShop">;
type CustomerPayload = MailPayload<"quoteForCustomer">;

const shopTemplate: Pick<Template<ShopPayload>, "fields" | "parts"> = {
  fields: ({ by, org_name, quote_number, text }) => ({
    by: toLine(by),
    organization: nameOrganization(org_name),
    quote: toLine(quote_number),
    text: printMessage(text),
  }),
  parts: ({ by, org_name, quote_number, amount, url }) => ({
    facts: listFacts([
      ["Quote", toLine(quote_number)],
      ["Organization", nameOrganization(org_name)],
      ["By", toLine(by)],
      ["Total before tax", formatMoney(amount)],
    ]),
    url,
  }),
};
const shopText = (subject: string, title: string, body: string) => ({
  subject: `{{organization}} ${subject}`,
  preheader: title,
  title,
  body: `${body}\n\n{{text}}`,
  action: "See the quote",
});

export const quoteForShop = variants<ShopPayload, ShopPayload["occasion"]>(({ occasion }) => occasion, {
  requested: {
    ...shopTemplate,
    name: "Customer asks for a price",
    text: shopText(
      "asks for a price",
      "A customer asks for a price",
      "**{{by}}** of **{{organization}}** asks for a price.",
    ),
  },
  accepted: {
    ...shopTemplate,
    name: "Quote accepted",
    text: shopText("accepted quote {{quote}}", "A quote was accepted", "**{{by}}** accepted quote **{{quote}}**."),
    example: { occasion: "accepted" },
  },
  rejected: {
    ...shopTemplate,
    name: "Quote rejected",
    text: shopText("rejected quote {{quote}}", "A quote was rejected", "**{{by}}** rejected quote **{{quote}}**."),
    example: { occasion: "rejected" },
  },
  withdrawn: {
    ...shopTemplate,
    name: "Request for a quote withdrawn",
    text: shopText(
      "withdrew request {{quote}}",
      "A request for a price was withdrawn",
      "**{{by}}** withdrew the request **{{quote}}**.",
    ),
    example: { occasion: "withdrawn" },
  },
  message: {
    ...shopTemplate,
    name: "Customer writes about a quote",
    text: shopText(
      "writes about quote {{quote}}",
      "A message about a quote",
      "**{{by}}** writes about quote **{{quote}}**:",
    ),
    example: { occasion: "message" },
  },
});

const formatDay = (day: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

const customerTemplate: Pick<Template<CustomerPayload>, "fields" | "parts"> = {
  fields: ({ quote_number, amount, valid_until: day, text }) => ({
    quote: toLine(quote_number),
    amount: formatMoney(amount),
    valid_until: day && formatDay(day),
    text: printMessage(text),
  }),
  parts: ({ quote_number, amount, valid_until: day, url }) => ({
    facts: listFacts([
      ["Quote", toLine(quote_number)],
      ["Total before tax", formatMoney(amount)],
      ["Valid until", day && formatDay(day)],
    ]),
    url,
  }),
};
const customerText = (subject: string, title: string, body: string) => ({
  subject,
  preheader: title,
  title,
  body,
  action: "See the quote",
});

export const quoteForCustomer = variants<CustomerPayload, CustomerPayload["occasion"]>(({ occasion }) => occasion, {
  sent: {
    ...customerTemplate,
    name: "Quote",
    text: customerText(
      "Your quote {{quote}} for {{amount}}",
      "Your quote is ready",
      "We offer what you asked for at **{{amount}}** before tax[[, until **{{valid_until}}** (UTC)]].\n\n{{text}}",
    ),
  },
  declined: {
    ...customerTemplate,
    name: "Quote declined",
    text: customerText(
      "About your request {{quote}}",
      "We cannot offer a price",
      "We cannot make an offer for **{{quote}}**. What was offered before can no longer be accepted.\n\n{{text}}",
    ),
    example: { occasion: "declined" },
  },
  expired: {
    ...customerTemplate,
    name: "Quote expired",
    text: customerText(
      "Your quote {{quote}} has expired",
      "Your quote has expired",
      "Quote **{{quote}}** was not ordered in time. If you still need it, ask us on its page for a new price.",
    ),
    example: { occasion: "expired" },
  },
  message: {
    ...customerTemplate,
    name: "Shop writes about a quote",
    text: customerText(
      "A message about your quote {{quote}}",
      "We wrote about your quote",
      "We wrote about quote **{{quote}}**:\n\n{{text}}",
    ),
    example: { occasion: "message" },
  },
});
