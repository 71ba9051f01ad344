/** Closed lists of values; pure, so that contracts and tables share them. */
export const roles = ["admin", "user", "org", "buyer", "beta-tester"] as const;
export const accountRequestStatuses = ["pending", "approved", "rejected"] as const;
export const verificationScopes = ["verify:email-password-reset", "verify:email-change", "verify:user-setup"] as const;
/** How mail to an address ended that did not arrive: the mailbox refused it, its owner called it spam, the provider held it back. */
export const emailReturns = ["bounced", "complained", "suppressed"] as const;
export const notificationChannels = ["email", "phone", "app"] as const;
export const logLevels = ["error", "warn", "info"] as const;
export const sessionKinds = ["cookie", "bearer"] as const;
export const taskStatuses = ["processing", "completed", "failed"] as const;
/** Work that goes page by page, now and then or when somebody starts it. */
export const taskNames = [
  "organizations",
  "products",
  "invoices",
  "tracking-number",
  "flowpoint-versions",
  "plugins-builds",
  "subscription-status",
  "shipping",
  "books",
] as const;
/** Those whom our work needs, as a gateway calls them. */
export const integrationNames = ["net-suite", "fulex", "builds", "payments", "email", "sms"] as const;
/** What a provider tells of a shop that opens: where it collects tax, whether cards are charged, whether mail leaves. */
export const providerChecks = ["tax", "payments", "mail"] as const;
export const taskTriggers = ["schedule", "manual"] as const;
/** What software beside plugins and dependencies is; only an administrator says so. */
export const softwareCategories = ["app", "firmware", "tool"] as const;
export const productTypes = ["hardware", "software"] as const;
/**
 * Where a price came from: the accounting system's item, the console or the API (`manual`), an imported file, a price that
 * began at its date, a level that was renamed, a write into the database by hand, or from before prices were recorded.
 */
export const priceSources = ["accounting", "manual", "import", "scheduled", "rename", "database", "before"] as const;
export const subscriptionTerms = ["month", "year"] as const;
export const subscriptionIntervals = ["day", "week", "month", "year"] as const;
export const orderStatuses = ["new", "processing", "shipped", "received", "canceled"] as const;
/**
 * `asked`: the carrier is asked for it; `made`: it has a number there, and the order does not know of it yet; `sent`, `delivered`
 * and `exception` as the carrier saw it last; `canceled`: its label is void.
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
  // the customer's balance at the provider: credit that paid, and what was owed and paid along
  "balance",
  "balance_owed",
  // by wire or cheque, as somebody noted at the provider
  "paid_out_of_band",
  "refund",
  "refund_failed",
  "dispute_withdrawn",
  "dispute_reinstated",
] as const;
/** `asked`: ours, the provider may not have heard of it; the others are the provider's own. */
export const refundStatuses = ["asked", "pending", "requires_action", "succeeded", "failed", "canceled"] as const;
/** Why money was given back. */
export const refundActions = ["refundOrder", "cancelOrder"] as const;
export const taxReportKinds = ["sale", "reversal", "refund_failed"] as const;
export const taxReportStatuses = ["waiting", "done", "given-up"] as const;
export const taxExemptions = ["none", "exempt", "reverse"] as const;
export const attemptStatuses = ["claimed", "pending", "succeeded", "failed", "partly"] as const;
/** The texts of the shop itself. */
export const legalKinds = ["terms", "privacy", "returns", "imprint"] as const;
/** What versions are made of; `reference_type` on the wire (O-102). */
export const softwareKinds = ["software", "plugin", "dependency"] as const;
export const buildEnvironments = ["production", "staging", "development"] as const;
export const paymentMethodTypes = ["card", "us_bank_account"] as const;
/** How two books can disagree. */
export const bookDifferenceKinds = [
  "missing_at_provider",
  "missing_in_ledger",
  "missing_in_accounting",
  "amount_differs",
  "refund_not_exported",
  "orphan_charge",
  "orphan_record",
] as const;
/** What a difference is about: an entry of the ledger by its kind, a thing of ours, or a record of accounting. */
export const bookReferenceTypes = [
  ...ledgerKinds,
  "order",
  "invoice",
  "payment",
  "sales_order",
  "credit_memo",
] as const;
export const bookCauses = [
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

export type LegalKind = (typeof legalKinds)[number];
export type Role = (typeof roles)[number];
export type AccountRequestStatus = (typeof accountRequestStatuses)[number];
export type VerificationScope = (typeof verificationScopes)[number];
export type NotificationChannel = (typeof notificationChannels)[number];
export type TaskName = (typeof taskNames)[number];
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
export type BuildEnvironment = (typeof buildEnvironments)[number];
export type LedgerKind = (typeof ledgerKinds)[number];
export type BookDifferenceKind = (typeof bookDifferenceKinds)[number];
export type BookReferenceType = (typeof bookReferenceTypes)[number];
export type BookCause = (typeof bookCauses)[number];
