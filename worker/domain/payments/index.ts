export { advanceAttempt, payAttempt, tryToAdvance } from "./advance-attempt.ts";
export { type Progress } from "./read-attempt.ts";
export { balanceEntriesOf, paidElsewhere, recordInvoice, writeAsked } from "./record-invoice.ts";
export { recordPaymentIntent, refreshPayment } from "./refresh-payment.ts";
export { endPaymentsOf, sweepAttempts } from "./sweep.ts";
