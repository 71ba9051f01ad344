import type { NotificationPayload } from "../contract/notification-types.ts";
import { formatMoney } from "../contract/buying/money.ts";
import { invoiceLinks } from "./invoice-links.ts";
import { toReceipt } from "./order-wording.ts";

type InvoicePayload = Pick<
  NotificationPayload<"invoiceForOrder">,
  "amount" | "order_details" | "reminder" | "url" | "invoice_pdf_url"
>;

/** `invoiceSubject` is the text of a template, such as "order {{order_number}}". */
export const reminderText = (invoiceSubject: string) => ({
  subject: `Reminder: the invoice for your ${invoiceSubject} is not paid yet`,
  preheader: "Please pay [[{{amount}}|it]] with the link below.",
  title: "An invoice is not paid yet",
  body: `The **invoice[[ of {{amount}}]] for your ${invoiceSubject}** is still open.

Please pay it [[{{link?}}with the link below|in CrunchBox]]. If you have paid it in the meantime, there is nothing you need to do.

If something in the invoice is wrong, write to {{support_email}}.`,
  action: "Pay the invoice",
});

const payUrl = ({ reminder, url }: InvoicePayload): string | undefined => reminder?.url ?? url;

export function reminderFields(billed: InvoicePayload) {
  const cents = billed.amount ?? billed.order_details?.total;
  return { amount: cents === undefined ? undefined : formatMoney(cents), link: payUrl(billed) };
}

export const reminderParts = (billed: InvoicePayload) => ({
  receipt: toReceipt(billed.order_details, billed.amount),
  url: payUrl(billed),
  links: invoiceLinks(billed),
});
