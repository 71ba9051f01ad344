import type { NotificationPayload } from "../contract/notification-types.ts";
import { invoiceLinks } from "./invoice-links.ts";
import { reminderFields, reminderParts, reminderText } from "./invoice-reminder.ts";
import { orderFacts, orderFields, toReceipt } from "./order-wording.ts";
import { variants } from "./template.ts";

type Invoice = NotificationPayload<"invoiceForOrder">;
const invoiceFacts = (payload: Invoice) => orderFacts(payload, [["Invoice number", payload.invoice_number]]);

function dueText(days: number): string {
  if (days === 0) return "due today";
  const count = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
  return days < 0 ? `due in ${count}` : `${count} overdue`;
}

const chooseInvoice = ({ reminder }: Invoice) => {
  if (!reminder) return "invoice";
  return reminder.due_days === undefined ? "reminder" : "due";
};

export const invoiceForOrder = variants<Invoice, "invoice" | "reminder" | "due">(chooseInvoice, {
  invoice: {
    name: "Invoice for an order",
    text: {
      subject: "Invoice for your order {{order_number}}",
      preheader: "What was ordered and what it costs.",
      title: "Invoice for your order",
      body: `Here is the invoice for your order {{order_number}}.

If something in the invoice is wrong, write to {{support_email}}.`,
      action: "[[{{link?}}See invoice|See order]]",
    },
    fields: (payload) => ({ ...orderFields(payload), link: payload.invoice_url }),
    parts: (payload) => ({
      receipt: toReceipt(payload.order_details, payload.amount),
      facts: invoiceFacts(payload),
      url: payload.invoice_url ?? payload.url,
      links: invoiceLinks(payload),
    }),
  },
  reminder: {
    name: "Reminder of an order’s invoice",
    text: reminderText("order {{order_number}}"),
    fields: (payload) => ({ ...orderFields(payload), ...reminderFields(payload) }),
    parts: (payload) => ({ ...reminderParts(payload), facts: invoiceFacts(payload) }),
    example: { reminder: {} },
  },
  due: {
    name: "Due day of an order on account",
    text: {
      subject: "The invoice for order {{order_number}} is {{due}}",
      preheader: "[[{{amount}} is|It is]] to be paid by transfer or card.",
      title: "An invoice is {{due}}",
      body: `The **invoice[[ of {{amount}}]] for order {{order_number}}** is {{due}}.

Please pay it by bank transfer or card [[{{link?}}with the link below|in CrunchBox]]. If you have paid it in the meantime, there is nothing you need to do.

If something in the invoice is wrong, write to {{support_email}}.`,
      action: "Pay the invoice",
    },
    fields: (payload) => ({
      ...orderFields(payload),
      ...reminderFields(payload),
      due: dueText(payload.reminder?.due_days ?? 0),
    }),
    parts: (payload) => ({ ...reminderParts(payload), facts: invoiceFacts(payload) }),
    example: { reminder: { due_days: -7 } },
  },
});
