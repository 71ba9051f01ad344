/** Closed lists of values, shared by contracts and tables. This file imports nothing. */
export const roles = ["admin", "user", "org", "buyer", "beta-tester"] as const;
/** Presets of an administrator's permissions in the console. */
export const staffPresets = ["owner", "support", "warehouse", "finance", "catalogue"] as const;
export const accountRequestStatuses = ["pending", "approved", "rejected"] as const;
export const verificationScopes = ["verify:email-password-reset", "verify:email-change", "verify:user-setup"] as const;
/** Problems with mail to an address: refused by the mailbox, reported as spam, or suppressed by the provider. */
export const emailReturns = ["bounced", "complained", "suppressed"] as const;
export const notificationChannels = ["email", "phone", "app"] as const;
export const logLevels = ["error", "warn", "info"] as const;
/** Events of an account that its owner can look up. */
export const securityEventKinds = [
  "signed_in",
  "confirmed",
  "password_changed",
  "email_changed",
  "passkey_added",
  "totp_enabled",
  "backup_codes_created",
  "recovery_started",
  "recovery_stopped",
  "second_factor_removed",
  "reported",
] as const;
export const sessionKinds = ["cookie", "bearer"] as const;
/** `totp` is an authenticator app. */
export const factorKinds = ["passkey", "totp", "backup_code"] as const;
export const challengePurposes = ["second-factor", "passkey-sign-in", "passkey-registration", "refresh"] as const;
export const taskStatuses = ["processing", "completed", "failed"] as const;
export const integrationNames = ["net-suite", "fulex", "builds", "payments", "email", "sms"] as const;
/** Setup steps of a new shop that only a provider can confirm. */
export const providerChecks = ["tax", "payments", "mail"] as const;
export const taskTriggers = ["schedule", "manual"] as const;
export const softwareCategories = ["app", "firmware", "tool"] as const;
/** Proofs that a device belongs to its organization. A shipment outweighs a manufactured serial number (ADR-057). */
export const deviceProofs = ["shipment", "manufacture", "administrator"] as const;
export const productTypes = ["hardware", "software"] as const;
/**
 * Source of a price: an item in accounting, the console or API (`manual`), an imported file, a scheduled price, a
 * renamed price level, a manual change in the database, or a time before prices were recorded.
 */
export const priceSources = ["accounting", "manual", "import", "scheduled", "rename", "database", "before"] as const;
export const subscriptionTerms = ["month", "year"] as const;
export const subscriptionIntervals = ["day", "week", "month", "year"] as const;
export const orderStatuses = ["new", "processing", "shipped", "received", "canceled"] as const;
/**
 * `asked`: requested from the carrier; `made`: has a tracking number but is not in the order yet; `sent`, `delivered`,
 * `exception`: last state at the carrier; `canceled`: the label is void.
 */
export const packageStatuses = ["asked", "made", "sent", "delivered", "exception", "canceled"] as const;
export const paymentStatuses = [
  "pending",
  "paid",
  "declined",
  "disputed",
  "refunded",
  "partially_refunded",
  "refund_failed",
] as const;
/** `any`: one approver of the rule decides; `all`: every approver must approve. */
export const approvalModes = ["any", "all"] as const;
/**
 * `failed`: the last approval could not place the order. `canceled`: by the requester, or because the approved order
 * was canceled unpaid.
 */
export const approvalRequestStatuses = ["pending", "approved", "rejected", "canceled", "expired", "failed"] as const;
/** `accepted`: in a cart of the customer; `rejected`: refused or withdrawn by the customer; `declined`: by the shop. */
export const quoteStatuses = ["requested", "sent", "accepted", "ordered", "rejected", "declined", "expired"] as const;
/** Ways to pay without a payment method at the provider. */
export const cartPaymentMethods = ["account"] as const;
export const referenceTypes = ["subscription", "order"] as const;
export const billingReasons = ["manual", "subscription_create", "subscription_cycle", "upcoming"] as const;
export const subscriptionStatuses = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;
export const ledgerKinds = [
  "charge",
  // Customer's balance at the provider: credit used, and debt collected.
  "balance",
  "balance_owed",
  // Paid by wire or cheque; the provider records the payment as out of band.
  "paid_out_of_band",
  "refund",
  "refund_failed",
  "dispute_withdrawn",
  "dispute_reinstated",
] as const;
/**
 * `asked`: claimed in our database, possibly unknown to the provider. All other states are the provider's; a refund by
 * other means is `succeeded`, and one that the provider refuses after its plan has ended is `failed`.
 */
export const refundStatuses = ["asked", "pending", "requires_action", "succeeded", "failed", "canceled"] as const;
export const refundApprovalStates = ["waiting", "approved", "rejected", "failed"] as const;
export const refundActions = [
  "refundOrder",
  "cancelOrder",
  "cancelLines",
  "settleRefund",
  "noteRefund",
  "cancelSubscriptionNow",
] as const;
export const refundReasons = [
  "requested_by_customer",
  "returned",
  "damaged",
  "not_delivered",
  "wrong_price",
  "duplicate",
  "fraudulent",
  "other",
] as const;
/** `void`: was never owed. `written_off`: is owed, but no payment is expected; it can still be paid. */
export const invoiceClosings = ["void", "written_off"] as const;
export const invoiceActionKinds = ["charge", "paid", "void", "write_off"] as const;
/**
 * `claimed`: the customer agreed, and the provider may not know yet; `scheduled`: the provider switches at the end of
 * the period; `withdrawn`: taken back before it took effect.
 */
export const planSwitchStatuses = ["previewed", "claimed", "scheduled", "done", "refused", "withdrawn"] as const;
/** `asked`: claimed in our database, possibly unknown to the provider. */
export const invoiceActionStatuses = ["asked", "done", "refused"] as const;
export const taxReportKinds = ["sale", "reversal", "refund_failed"] as const;
export const taxReportStatuses = ["waiting", "done", "given-up"] as const;
export const taxExemptions = ["none", "exempt", "reverse"] as const;
export const attemptStatuses = ["claimed", "pending", "succeeded", "failed", "partly"] as const;
export const legalKinds = ["terms", "privacy", "returns", "imprint"] as const;
/** Named `reference_type` in the API (O-102). */
export const softwareKinds = ["software", "plugin", "dependency"] as const;
/** The audience of a version before its release: beta testers, chosen organizations, or a percentage. */
export const rolloutStages = ["beta", "organizations", "percentage"] as const;
export const versionStatuses = ["waiting", "rolling_out", "published", "withdrawn"] as const;
export const releaseStages = [...rolloutStages, "published"] as const;
export const buildEnvironments = ["production", "staging", "development"] as const;
export const paymentMethodTypes = ["card", "us_bank_account"] as const;
export const paidByTypes = [...paymentMethodTypes, "account"] as const;
export const discrepancyKinds = [
  "missing_at_provider",
  "missing_in_ledger",
  "missing_in_accounting",
  "amount_differs",
  "refund_not_exported",
  "orphan_charge",
  "orphan_record",
] as const;
/** Subject of a discrepancy: a ledger entry by kind, a record of ours, or one in accounting. */
export const discrepancyReferenceTypes = [
  ...ledgerKinds,
  "order",
  "invoice",
  "payment",
  "sales_order",
  "credit_memo",
  "customer_payment",
  "customer_refund",
] as const;
export const discrepancyCauses = [
  "unknown_at_provider",
  "not_in_ledger",
  "renewal_not_billed",
  "paid_without_money",
  "provider_amount_differs",
  "paid_amount_differs",
  "order_does_not_add_up",
  "gone_from_accounting",
  "not_exported_yet",
  "accounting_amount_differs",
  "refunded_after_export",
  "charged_by_nobody",
  "recorded_by_nobody",
] as const;

/** Reasons for not sending a scheduled notification at its time. */
export const missedReasons = ["no_recipients", "no_permission"] as const;

/** Records that administrators write notes about and assign to each other. */
export const noteSubjects = ["order", "organization", "account_request", "invoice"] as const;

export type LegalKind = (typeof legalKinds)[number];
export type Role = (typeof roles)[number];
export type StaffPreset = (typeof staffPresets)[number];
export type AccountRequestStatus = (typeof accountRequestStatuses)[number];
export type FactorKind = (typeof factorKinds)[number];
export type ChallengePurpose = (typeof challengePurposes)[number];
export type VerificationScope = (typeof verificationScopes)[number];
export type NotificationChannel = (typeof notificationChannels)[number];
export type TaskStatus = (typeof taskStatuses)[number];
export type ProviderCheck = (typeof providerChecks)[number];
export type IntegrationName = (typeof integrationNames)[number];
export type ProductType = (typeof productTypes)[number];
export type SubscriptionTerm = (typeof subscriptionTerms)[number];
export type OrderStatus = (typeof orderStatuses)[number];
export type PackageStatus = (typeof packageStatuses)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
export type SoftwareCategory = (typeof softwareCategories)[number];
export type SoftwareKind = (typeof softwareKinds)[number];
export type VersionStatus = (typeof versionStatuses)[number];
export type ReleaseStage = (typeof releaseStages)[number];
export type BuildEnvironment = (typeof buildEnvironments)[number];
export type RefundAction = (typeof refundActions)[number];
export type RefundReason = (typeof refundReasons)[number];
export type InvoiceClosing = (typeof invoiceClosings)[number];
export type InvoiceActionKind = (typeof invoiceActionKinds)[number];
export type LedgerKind = (typeof ledgerKinds)[number];
export type DiscrepancyKind = (typeof discrepancyKinds)[number];
export type DiscrepancyReferenceType = (typeof discrepancyReferenceTypes)[number];
export type DiscrepancyCause = (typeof discrepancyCauses)[number];
export type NoteSubject = (typeof noteSubjects)[number];
