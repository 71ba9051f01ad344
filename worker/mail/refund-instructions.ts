import { formatMoney } from "../contract/buying/money.ts";
import type { MailPayload } from "../contract/notification-types.ts";
import { listFacts } from "./sendable.ts";
import { singleTemplate } from "./template.ts";
import { nameOrganization, toLine } from "./wording.ts";

export const refundInstructions = singleTemplate<MailPayload<"refundInstructions">>({
  name: "Customer says where to refund",
  text: {
    subject: "Refund {{amount}} of order {{order_number}} another way",
    preheader: "{{asked_by}} of {{organization}} says where.",
    title: "A failed refund can be paid another way",
    body: `**{{asked_by}}** of **{{organization}}** told us where to send the **{{amount}}** of order {{order_number}} that came back to us.

What they wrote is on the order’s page, not in this mail, because it may name a bank account. Pay it there, then note it on that page as paid by other means.`,
    action: "See the order",
  },
  fields: ({ order_number, org_name, amount, sent_by }) => ({
    order_number: toLine(order_number),
    organization: nameOrganization(org_name),
    amount: formatMoney(amount),
    asked_by: toLine(sent_by),
  }),
  parts: ({ order_number, org_name, amount, sent_by, url }) => ({
    facts: listFacts([
      ["Order", toLine(order_number)],
      ["Organization", nameOrganization(org_name)],
      ["Refund", formatMoney(amount)],
      ["Sent by", toLine(sent_by)],
    ]),
    url,
  }),
});
