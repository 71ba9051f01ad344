import type { BookCause } from "../../../../db/enums.ts";

type Words = { cause: string; advice: string };

const causes: Record<BookCause, Words> = {
  unknown_at_provider: {
    cause: "Missing there: it stands in our ledger, and the payment provider does not know it.",
    advice:
      "Look for its number in the provider’s Dashboard, in live and in test mode. If it is not there, the entry was not made by a payment: find out who made it before you close this.",
  },
  not_in_ledger: {
    cause:
      "Missing here: the payment provider moved this money for one of our invoices, and our ledger does not have it.",
    advice:
      "Its callback was lost or is on its way. Send the event again from the provider’s Dashboard and compare again.",
  },
  renewal_not_billed: {
    cause: "Missing here: the payment provider charged a renewal of a plan, and we have no invoice for it.",
    advice:
      "Its callback was lost or is on its way. Send the event of the invoice again from the provider’s Dashboard and compare again.",
  },
  paid_without_money: {
    cause: "Missing here: the invoice counts as paid, and no money stands in our ledger for it.",
    advice: "Look at the invoice in the provider’s Dashboard. If it was paid there, send its event again.",
  },
  provider_amount_differs: {
    cause: "Amount differs: our ledger and the payment provider name different amounts, or another currency.",
    advice: "The provider’s amount is what moved. Find out who changed the entry of our ledger.",
  },
  paid_amount_differs: {
    cause: "Amount differs: what was paid is not what the invoice asks for.",
    advice: "Refund what was paid too much, or ask the customer for the rest.",
  },
  order_does_not_add_up: {
    cause: "Amount differs: the invoices of the order do not come to its total.",
    advice: "Compare the lines of the order with those of its invoice, and ask who changed one of them.",
  },
  gone_from_accounting: {
    cause: "Missing there: the invoice was exported, and accounting no longer has it.",
    advice: "Somebody deleted it there. Flag the invoice for the export again, or close this with the reason.",
  },
  not_exported_yet: {
    cause: "Not exported yet: the invoice is paid, and accounting does not have it.",
    advice: "Look at the last run of the export: it names the invoice and why it failed. Then start it again.",
  },
  accounting_amount_differs: {
    cause: "Amount differs: accounting has another total than we do.",
    advice: "Somebody changed the record there. Correct it in accounting and compare again.",
  },
  refunded_after_export: {
    cause: "Refunded after export: the refund has no credit memo in accounting.",
    advice: "Look at the last run of the export: it names the invoice and why it failed. Then start it again.",
  },
  charged_by_nobody: {
    cause: "Orphan: the payment provider charged this customer, and nothing of ours asked for it.",
    advice: "Ask who charged it in the provider’s Dashboard. Refund it there, or close this with the reason.",
  },
  recorded_by_nobody: {
    cause: "Orphan: accounting has this record, and nothing of ours stands behind it.",
    advice: "Ask who made it there. Delete it in accounting, or close this with the reason.",
  },
};

/** Adds the cause of a discrepancy as a message and advice. */
export const explained = <T extends { cause: BookCause }>({ cause, ...rest }: T): Omit<T, "cause"> & Words => ({
  ...rest,
  ...causes[cause],
});
