export { type BilledInvoice, listBilledInvoices, type Movement } from "./billed-invoices.ts";
export {
  flagInvoiceSync,
  getAdminInvoiceUrl,
  getInvoiceUrl,
  type Invoice,
  listAdminInvoices,
  listInvoices,
  sumUnpaidInvoices,
  type UnpaidInvoices,
} from "./list-invoices.ts";
export { toldOfBill, toldOfCancellation } from "./order-notices.ts";
export { receivedMails, remindOfConfirmations } from "./payment-mails.ts";
export { readStatement, type StatementLine } from "./read-statement.ts";
export { type Asked, type LedgerEntry, nextSequence, type Recorded, recordPayment } from "./record-payment.ts";
