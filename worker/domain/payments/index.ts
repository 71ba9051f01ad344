export { advanceAttempt, payAttempt, tryToAdvance } from "./advance-attempt.ts";
export { type Progress } from "./read-attempt.ts";
export { balanceEntriesOf, paidElsewhere, recordInvoice } from "./record-invoice.ts";
export { recordPaymentIntent, refreshPayment } from "./refresh-payment.ts";
export { cancelOrder, refundOrder } from "./refund-order.ts";
export { endPaymentsOf, sweepAttempts } from "./sweep.ts";
