/**
 * Money: payment methods, attempts, invoices, buying on account, the ledger, refunds and their approval, taxes,
 * subscriptions and the provider's webhooks. An attempt is claimed before the provider is called and settled by one
 * statement, in whatever order answers and webhooks arrive.
 */
export {
  type AccountFacts,
  accountFacts,
  accountJson,
  availableCredit,
  findAccount,
  hasAccount,
  isLongOverdue,
  owedOnAccount,
} from "./account/account-facts.ts";
export {
  type AdminReceivables,
  getAllReceivables,
  getReceivables,
  listReceivables,
  type OwnReceivables,
  type Receivable,
} from "./account/receivables.ts";
export { remindOfDueInvoices } from "./account/remind-of-due-invoices.ts";
export { dueOn, firstReminderLeadDays } from "./account/due-days.ts";
export { cancelUnpaidRequests } from "./approvals/cancel-unpaid.ts";
export { requestEndedMails } from "./approvals/ended-mails.ts";
export { payAttempt, tryToAdvance } from "./advance-attempt.ts";
export { readOwnBilling, findOrCreateCustomer } from "./billing/customer.ts";
export {
  fetchMethodsIfUp,
  type MethodUse,
  readMethodUse,
  deletePaymentMethod,
  isExpired,
  fetchOwnPaymentMethods,
  type PaymentMethod,
  fetchChargeableMethod,
  readMethodOutcomes,
  fetchWalletIfUp,
} from "./billing/payment-methods.ts";
export { canUpdateOrder, updateOrder } from "./invoices/update-order.ts";
export { type HeldPlan, listHeldPlans, listHeldPlansOfCart } from "./subscriptions/held-plans.ts";
export { type Charge, isUnpaidCharge } from "./charges.ts";
export { findPayment, type Payment } from "./find-payment.ts";
export { openBillingPortal, openSetupCheckout, tryToOpenSetupCheckout } from "./billing/provider-pages.ts";
export { readStatement, type StatementLine } from "./billing/read-statement.ts";
export {
  type AdminInvoice,
  flagInvoicesSync,
  flagInvoiceSync,
  reviewInvoice,
  undoInvoicesSync,
  getAdminInvoice,
  getAdminInvoiceUrl,
  listAdminInvoices,
} from "./invoices/admin-invoices.ts";
export {
  type BilledInvoice,
  listAdminBilledInvoices,
  listBilledInvoices,
  type Movement,
} from "./invoices/billed-invoices.ts";
export { getInvoiceUrl, type Invoice, listInvoices } from "./invoices/list-invoices.ts";
export { sumUnpaidInvoices, type UnpaidInvoices } from "./invoices/sum-unpaid-invoices.ts";
export { payInvoices, type PaidResult } from "./invoices/actions/pay-invoices.ts";
export { getInvoice, getInvoices, type InvoiceDocument } from "./invoices/read-documents.ts";
export { invoiceAge, isOutstanding, leftToPay } from "./invoices/outstanding.ts";
export { type OrderCustomer, readOrderCustomer } from "./invoices/order-customer.ts";
export { remindOfConfirmations, billNotifications } from "./invoices/payment-mails.ts";
export { listLedger } from "./ledger/list-ledger.ts";
export { ledgerLine, priceLevelOfInvoice } from "./ledger/ledger-lines.ts";
export { taxOfEntry } from "./ledger/tax-of-entry.ts";
export type { Progress } from "./read-attempt.ts";
export { balanceEntries, outOfBandEntries } from "./record-invoice.ts";
export {
  chargeInvoice,
  markInvoicePaid,
  markInvoicesPaid,
  voidInvoice,
  writeOffInvoice,
} from "./invoices/actions/act-on-invoice.ts";
export { retryInvoiceActions } from "./invoices/actions/retry-actions.ts";
export { type InvoicePayments, readInvoicePayments, readShopToday } from "./invoices/read-invoice-payments.ts";
export { remindInvoice, remindInvoices } from "./invoices/remind-invoices.ts";
export { retryRefund, settleRefund } from "./refunds/failed-refunds.ts";
export { findRefundFailure, type RefundFailure, sendRefundInstructions } from "./refunds/refund-instructions.ts";
export { cancelOrder } from "./refunds/cancel-order.ts";
export { isRefundKeyUsed, readCancelOptions, readRefundOptions, type RefundOptions } from "./refunds/refund-options.ts";
export { notifyOfExpiredApprovals } from "./refunds/approval-mails.ts";
export { isOpenApproval } from "./refunds/open-approvals.ts";
export { approveRefund, rejectRefund } from "./refunds/decide-approval.ts";
export { listRefundApprovals, type RefundApproval } from "./refunds/list-approvals.ts";
export { isPendingApproval, noteRefund, refundOrder, type RefundRequest } from "./refunds/refund-order.ts";
export { retryRefunds } from "./refunds/retry-refunds.ts";
export {
  cancelSubscriptionNow,
  findAdminRefusedRefund,
  findRefusedRefund,
  type RefusedRefund,
} from "./subscriptions/cancel-now.ts";
export { cancelSubscription, changeSubscriptionMethod, resumeSubscription } from "./subscriptions/change-own-plan.ts";
export { giveSubscription, hasProviderStatus, updateSubscription } from "./subscriptions/change-subscriptions.ts";
export { announceGivenSubscriptions } from "./subscriptions/announce-given-subscriptions.ts";
export { endGivenSubscriptions } from "./subscriptions/end-given-subscriptions.ts";
export {
  getAdminSubscription,
  getSubscription,
  hasBegun,
  hasEnded,
  isPlanSold,
  isRenewedIn90Days,
  isRenewedSoon,
  listAdminSubscriptions,
  listDueSubscriptions,
  listPlans,
  listSubscriptions,
} from "./subscriptions/list-subscriptions.ts";
export {
  getPlanSwitch,
  listSwitchOffers,
  type PlanSwitch,
  previewSubscriptionSwitch,
  retryPlanSwitches,
  type SwitchOffer,
  switchSubscription,
  withdrawSubscriptionSwitch,
} from "./subscriptions/switch-plan.ts";
export { remindOfRenewals, runNotificationTask } from "./subscriptions/renewal-reminders.ts";
export {
  type AdminSubscription,
  endedAt,
  isAvailable,
  nextAmount,
  nextInterval,
  type Subscription,
  subscriptionColumns,
} from "./subscriptions/subscription-rows.ts";
export { endUserPayments, retryAttempts } from "./retry-attempts.ts";
export { calculateTax } from "./taxes/calculate-tax.ts";
export { reportTaxes, requeueRefusedTaxReports } from "./taxes/report-taxes.ts";
export { syncWithProvider, syncRecordWithProvider } from "./webhooks/sync-with-provider.ts";
export { deleteOldWebhookEvents } from "./webhooks/delete-old-webhook-events.ts";
export { processEvents, receiveWebhook } from "./webhooks/events.ts";
export { getCallback, listCallbacks, retryCallback } from "./webhooks/given-up.ts";
export { reconcile } from "./webhooks/reconcile.ts";
