import type { DiscrepancyCause } from "../../../../db/enums.ts";

type Explanation = { cause: string; advice: string };

const causes: Record<DiscrepancyCause, Explanation> = {
  unknown_at_provider: {
    cause: "Missing there: our ledger has this entry, but the payment provider does not.",
    advice:
      "Look for its number in the provider’s Dashboard, in live and in test mode. If it is not there, no payment created the entry. Find out who did before you close this.",
  },
  not_in_ledger: {
    cause: "Missing here: the payment provider moved this money for one of our invoices, but our ledger has no entry.",
    advice:
      "Its webhook was lost or is still on its way. Send the event again from the provider’s Dashboard and compare again.",
  },
  renewal_not_billed: {
    cause: "Missing here: the payment provider charged a renewal of a plan, but we have no invoice for it.",
    advice:
      "Its webhook was lost or is still on its way. Send the event of the invoice again from the provider’s Dashboard and compare again.",
  },
  paid_without_money: {
    cause: "Missing here: the invoice counts as paid, but our ledger has no payment for it.",
    advice: "Look at the invoice in the provider’s Dashboard. If it was paid there, send its event again.",
  },
  provider_amount_differs: {
    cause: "Amount differs: our ledger and the payment provider have different amounts or currencies.",
    advice: "The provider’s amount is what was paid. Find out who changed the entry in our ledger.",
  },
  paid_amount_differs: {
    cause: "Amount differs: the payment does not match the invoice.",
    advice: "Refund the overpayment, or ask the customer for the rest.",
  },
  order_does_not_add_up: {
    cause: "Amount differs: the order’s invoices do not add up to its total.",
    advice: "Compare the lines of the order with those of its invoice, and find out who changed one of them.",
  },
  gone_from_accounting: {
    cause: "Missing there: the invoice was exported, but accounting no longer has it.",
    advice: "It was deleted there. Flag the invoice for export again, or close this with a reason.",
  },
  not_exported_yet: {
    cause: "Not exported yet: the invoice is paid or on account, but accounting does not have it.",
    advice:
      "Look at the last run of the export, which lists the invoice if it failed. If its order is not fulfilled in accounting, fulfill it there. Then start the export again.",
  },
  accounting_amount_differs: {
    cause: "Amount differs: accounting has a different total.",
    advice: "The record was changed there. Correct it in accounting and compare again.",
  },
  refunded_after_export: {
    cause: "Refunded after export: the refund has no credit memo or no customer refund in accounting.",
    advice: "Look at the last run of the export, which lists the invoice and why it failed. Then start it again.",
  },
  charged_by_nobody: {
    cause: "Orphan: the payment provider charged this customer, but we did not request it.",
    advice: "Find out in the provider’s Dashboard who charged it. Refund it there, or close this with a reason.",
  },
  recorded_by_nobody: {
    cause: "Orphan: accounting has this record, but we have no matching one.",
    advice:
      "Find out who created it. If finance sold something outside this shop, close this with a reason. Delete the record in accounting only if it is a mistake.",
  },
};

export const withExplanation = <T extends { cause: DiscrepancyCause }>({
  cause,
  ...rest
}: T): Omit<T, "cause"> & Explanation => ({
  ...rest,
  ...causes[cause],
});
