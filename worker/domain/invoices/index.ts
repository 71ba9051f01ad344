export {
  type AdminInvoice,
  flagInvoicesSync,
  flagInvoiceSync,
  getAdminInvoice,
  getAdminInvoiceUrl,
  listAdminInvoices,
} from "./admin-invoices.ts";
export { type BilledInvoice, listAdminBilledInvoices, listBilledInvoices, type Movement } from "./billed-invoices.ts";
export {
  getInvoiceUrl,
  type Invoice,
  isUnpaid,
  listInvoices,
  sumUnpaidInvoices,
  type UnpaidInvoices,
} from "./list-invoices.ts";
export { toldOfCancellation } from "./order-notices.ts";
export { receivedMails, remindOfConfirmations, toldOfBill } from "./payment-mails.ts";
export {
  type Asked,
  type LedgerEntry,
  nextSequence,
  type Recorded,
  recordPayment,
  type RefundClaim,
} from "./record-payment.ts";
