// One table: a row is an action with its label and group.
import { audience } from "../entities/audience.ts";
import {
  type ActivityAction,
  activityActions,
  type ActivityFacts,
  activityText,
  activityWords,
  isActivityAction,
} from "./activity-sentences.ts";
import { audienceText } from "./audience-text.ts";

const about = (words: string, nameless: string) => (subject: string | null) => `${words} ${subject ?? nameless}`;
const person = (words: string) => about(words, "a user");
const between = (before: string, after: string) => (subject: string | null) =>
  `${before} ${subject ?? "(deleted)"} ${after}`;
const plain = (words: string) => () => words;

/** Only administrators see these; `activity-sentences.ts` has the others. */
const sentences = {
  chargeInvoice: about("Charged invoice", "(deleted)"),
  markInvoicePaid: about("Noted as paid outside the payment provider: invoice", "(deleted)"),
  remindInvoice: about("Reminded of invoice", "(deleted)"),
  approveRefund: about("Approved a refund of order", "(deleted)"),
  askForRole: person("Asked for a role:"),
  sendRefundInstructions: about("Told us where to refund order", "(deleted)"),
  askRefund: about("Asked for a refund of order", "(deleted)"),
  failRefundApproval: about("Could not make an approved refund of order", "(deleted)"),
  rejectRefund: about("Rejected a refund of order", "(deleted)"),
  settleRefund: about("Noted a failed refund as paid by other means: order", "(deleted)"),
  noteRefund: about("Noted as paid back outside the payment provider: order", "(deleted)"),
  voidInvoice: about("Voided invoice", "(deleted)"),
  writeOffInvoice: about("Wrote off invoice", "(deleted)"),
  addVersion: about("Added", "a version"),
  agreeToLicense: person("Recorded the license acceptance of"),
  applyScheduledPrices: about("Applied the scheduled prices of product", "(deleted)"),
  approveAccountRequest: about("Approved the account request of", "a user"),
  archiveProduct: about("Archived product", "(deleted)"),
  cancelPackage: about("Canceled a package of order", "(deleted)"),
  closeBookDifference: plain("Closed a reconciliation discrepancy"),
  createAudience: about("Saved audience", "(deleted)"),
  deleteAudience: about("Deleted audience", "(deleted)"),
  updateAudience: about("Changed audience", "(deleted)"),
  createIndustry: about("Created industry", "(deleted)"),
  createLegalText: about("Published legal text version", "(deleted)"),
  createLicenseAgreement: about("Published license agreement version", "(deleted)"),
  createNote: about("Wrote a note about", "(deleted)"),
  createQuote: about("Started quote", "(deleted)"),
  updateQuote: about("Changed the draft of quote", "(deleted)"),
  createPriceLevel: about("Created price level", "(deleted)"),
  createProduct: about("Created product", "(deleted)"),
  createShippingRate: about("Added shipping rate", "(deleted)"),
  createSoftware: about("Added software", "(deleted)"),
  createProductImage: about("Uploaded a picture of product", "(deleted)"),
  createTestOrder: about("Created test order", "(deleted)"),
  deleteIndustry: about("Deleted industry", "(deleted)"),
  deleteLegalText: about("Withdrew legal text version", "(deleted)"),
  deleteLicenseAgreement: about("Withdrew license agreement version", "(deleted)"),
  deleteNote: about("Deleted a note about", "(deleted)"),
  deletePriceLevel: about("Deleted price level", "(deleted)"),
  deleteShippingRate: about("Deleted shipping rate", "(deleted)"),
  deleteScheduledPrice: about("Canceled a scheduled price of product", "(deleted)"),
  deleteInvitedUser: person("Undid the approval that created"),
  draftNotification: plain("Drafted a notification"),
  endReusedSession: person("Ended a desktop session because its refresh token was reused:"),
  deleteProductImage: about("Deleted a picture of product", "(deleted)"),
  dropScheduledPrice: about("Removed a scheduled price because NetSuite now sets the prices of product", "(deleted)"),
  endSession: plain("Ended a session"),
  eraseAudit: person("Erased audit log data about"),
  exportInvoice: between("Exported invoice", "to accounting"),
  flagInvoiceSync: about("Changed the accounting export flag of invoice", "(deleted)"),
  importMadeSerials: plain("Imported made serial numbers"),
  issueVerificationCode: person("Created a sign-in link for"),
  linkPlugin: about("Changed the product of", "a plugin"),
  orderProductImages: about("Reordered the pictures of product", "(deleted)"),
  planProductPublication: about("Set the date of publication of product", "(deleted)"),
  publishPlannedProducts: about("Published at its date product", "(deleted)"),
  publishProduct: about("Published product", "(deleted)"),
  publishVersion: about("Published", "a version"),
  readNotification: plain("Marked a notification as read"),
  readNotifications: plain("Marked notifications as read"),
  changeNotificationSettings: person("Changed the notification settings of"),
  chooseTextTypes: person("Changed the text message settings of"),
  confirmPhone: person("Verified the phone number of"),
  removePhone: person("Removed the verified phone number of"),
  requestPhoneCode: person("Sent a phone code to"),
  receiveTextMessage: person("Turned text messages back on (START) for"),
  stopTextMessages: person("Turned text messages off (STOP) for"),
  receiveEmailEvent: person("Received a mail delivery event for"),
  receiveOrder: about("Received order", "(deleted)"),
  refuseSignIn: person("Failed to sign in as"),
  rejectAccountRequest: about("Rejected the account request of", "a user"),
  removeTestOrders: plain("Removed a test order"),
  removeView: plain("Removed a saved view"),
  reopenAccountRequests: about("Reopened the account request of", "a user"),
  requestAccount: person("Requested an account for"),
  requestSignInCode: person("Requested a sign-in code for"),
  resendNotifications: plain("Resent failed notifications"),
  retryCallback: about("Retried webhook", "(deleted)"),
  retryTaskRecord: plain("Retried a failed record"),
  saveView: plain("Saved a list view"),
  schedulePrice: about("Scheduled a price of product", "(deleted)"),
  sendScheduledNotifications: plain("Did not send a scheduled notification, because nobody was in its audience"),
  scheduleNotification: plain("Scheduled a notification"),
  sealAuditLog: plain("Sealed the audit log entries older than the hash chain"),
  sendNotification: plain("Sent a notification"),
  setShippingAddress: about("Set the shipping address of order", "(deleted)"),
  shipOrder: about("Shipped order", "(deleted)"),
  signIn: person("Signed in as"),
  signOut: plain("Signed out"),
  stageVersion: about("Rolled out", "a version"),
  startTask: about("Started task", "(deleted)"),
  subscribe: person("Turned on news and reminders for"),
  syncOrganization: between("Synced organization", "from accounting"),
  syncProduct: between("Synced product", "from accounting"),
  unarchiveProduct: about("Unarchived product", "(deleted)"),
  undoReceiveOrders: about("Undid the receipt of order", "(deleted)"),
  unpublishProduct: about("Unpublished product", "(deleted)"),
  unreadNotification: plain("Marked a notification as unread"),
  unreadNotifications: plain("Marked notifications as unread"),
  unsubscribe: person("Turned off news and reminders for"),
  updateIndustry: about("Renamed industry", "(deleted)"),
  resetMailTemplate: about("Returned to the original text of mail", "(deleted)"),
  updateMailTemplate: about("Changed the text of mail", "(deleted)"),
  updateAssignment: about("Assigned", "(deleted)"),
  updateNote: about("Changed a note about", "(deleted)"),
  updatePriceLevel: about("Renamed price level", "(deleted)"),
  updateProduct: about("Changed product", "(deleted)"),
  updateShopSettings: plain("Changed the settings of the shop"),
  updateStaff: person("Changed what they may do:"),
  updateShippingRate: about("Changed shipping rate", "(deleted)"),
  updateSoftware: about("Changed software", "(deleted)"),
  updateProductImage: about("Changed the description of a picture of product", "(deleted)"),
  updateVersion: about("Changed the release notes of", "a version"),
  withdrawVersion: about("Withdrew", "a version"),
  verifyAudit: plain("Verified the audit log"),
} satisfies Record<string, (subject: string | null) => string>;

export type AuditAction = ActivityAction | keyof typeof sentences;

export const auditLabels: readonly (readonly [AuditAction, string])[] = [
  ...activityActions.map((action) => [action, activityWords[action] ?? action] as const),
  ...(Object.keys(sentences) as (keyof typeof sentences)[]).map(
    (action) => [action, sentences[action](null).replace(/ \(deleted\)|:.*$/, "")] as const,
  ),
].toSorted(([, one], [, other]) => (one < other ? -1 : 1));

/** Subjects of actions, in the order of the filter. */
export const auditGroups = ["people", "money", "catalogue", "software", "machine"] as const;
export type AuditGroup = (typeof auditGroups)[number];
export const auditGroupLabels: Record<AuditGroup, string> = {
  people: "People",
  money: "Money",
  catalogue: "Catalogue",
  software: "Software",
  machine: "Machine",
};

const groups: Record<AuditAction, AuditGroup> = {
  addVersion: "software",
  agreeToLicense: "people",
  applyScheduledPrices: "catalogue",
  approveAccountRequest: "people",
  createQuoteRequest: "money",
  createQuote: "money",
  updateQuote: "money",
  sendQuote: "money",
  acceptQuote: "money",
  emptyCart: "money",
  rejectQuote: "money",
  withdrawQuote: "money",
  declineQuote: "money",
  createQuoteMessage: "money",
  expireQuotes: "money",
  createApprovalRequest: "money",
  approveRequest: "money",
  placeRequest: "money",
  rejectRequest: "money",
  failRequest: "money",
  cancelRequest: "money",
  expireRequests: "money",
  cancelUnpaidRequest: "money",
  createApprovalRule: "money",
  updateApprovalRule: "money",
  deleteApprovalRule: "money",
  archiveProduct: "catalogue",
  updateOrder: "money",
  cancelOrder: "money",
  cancelSubscription: "money",
  changeSubscriptionMethod: "money",
  resumeSubscription: "money",
  switchSubscription: "money",
  withdrawSubscriptionSwitch: "money",
  cancelSubscriptionNow: "money",
  cancelPackage: "money",
  cancelPayment: "money",
  chargeInvoice: "money",
  markInvoicePaid: "money",
  remindInvoice: "money",
  approveRefund: "money",
  askForRole: "people",
  sendRefundInstructions: "money",
  askRefund: "money",
  failRefundApproval: "money",
  rejectRefund: "money",
  settleRefund: "money",
  noteRefund: "money",
  voidInvoice: "money",
  writeOffInvoice: "money",
  changeNotificationSettings: "people",
  chooseTextTypes: "people",
  claimAttempt: "money",
  closeBookDifference: "money",
  confirmEmailChange: "people",
  confirmPhone: "people",
  createAudience: "people",
  deleteAudience: "people",
  updateAudience: "people",
  createIndustry: "people",
  createLegalText: "machine",
  createLicenseAgreement: "machine",
  createOrganization: "people",
  createNote: "people",
  createPriceLevel: "catalogue",
  createProduct: "catalogue",
  createProductImage: "catalogue",
  createShippingRate: "catalogue",
  createSoftware: "software",
  createTestOrder: "money",
  createUser: "people",
  deleteIndustry: "people",
  deleteInvitedUser: "people",
  deleteLegalText: "machine",
  deleteLicenseAgreement: "machine",
  deletePaymentMethod: "money",
  deleteNote: "people",
  deletePriceLevel: "catalogue",
  deleteProductImage: "catalogue",
  deleteScheduledPrice: "catalogue",
  deleteShippingRate: "catalogue",
  downloadFile: "software",
  draftNotification: "people",
  dropScheduledPrice: "catalogue",
  endImpersonation: "people",
  endReusedSession: "people",
  endSession: "people",
  endUserSession: "people",
  endUserSessions: "people",
  eraseAudit: "machine",
  exchangeCode: "people",
  exportInvoice: "money",
  finishPasswordReset: "people",
  finishSetUp: "people",
  flagInvoiceSync: "money",
  followCustomer: "money",
  giveSubscription: "money",
  importMadeSerials: "catalogue",
  inactivateUser: "people",
  issueVerificationCode: "people",
  linkPlugin: "software",
  orderByLink: "money",
  orderProductImages: "catalogue",
  planProductPublication: "catalogue",
  publishPlannedProducts: "catalogue",
  publishProduct: "catalogue",
  publishVersion: "software",
  reactivateUser: "people",
  readNotification: "people",
  readNotifications: "people",
  receiveEmailEvent: "machine",
  receiveOrder: "money",
  receiveTextMessage: "machine",
  refundOrder: "money",
  refuseSignIn: "people",
  registerDevice: "people",
  rejectAccountRequest: "people",
  removeDevice: "people",
  removePhone: "people",
  removeTestOrders: "money",
  removeView: "people",
  reopenAccountRequests: "people",
  reportSecurityEvent: "people",
  requestAccount: "people",
  requestEmailChange: "people",
  requestPhoneCode: "people",
  requestSignInCode: "people",
  resendNotifications: "machine",
  retryCallback: "machine",
  retryTaskRecord: "machine",
  saveView: "people",
  schedulePrice: "catalogue",
  sealAuditLog: "machine",
  sendNotification: "people",
  sendScheduledNotifications: "people",
  scheduleNotification: "people",
  setShippingAddress: "money",
  shipOrder: "money",
  signIn: "people",
  signOut: "people",
  signOutEverywhere: "people",
  stageVersion: "software",
  startImpersonation: "people",
  startTask: "machine",
  stopEmailChange: "people",
  stopTextMessages: "machine",
  subscribe: "people",
  syncOrganization: "people",
  syncProduct: "catalogue",
  takeOverDevice: "people",
  unarchiveProduct: "catalogue",
  undoReceiveOrders: "money",
  unpublishProduct: "catalogue",
  unreadNotification: "people",
  unreadNotifications: "people",
  unsubscribe: "people",
  resetMailTemplate: "people",
  updateIndustry: "people",
  updateMailTemplate: "people",
  updateAssignment: "people",
  updateNote: "people",
  updateDevices: "people",
  updateOrganization: "people",
  updatePriceLevel: "catalogue",
  updateProduct: "catalogue",
  updateProductImage: "catalogue",
  updateProfile: "people",
  updateShippingRate: "catalogue",
  updateShopSettings: "machine",
  updateSoftware: "software",
  updateStaff: "people",
  updateSubscription: "money",
  updateUser: "people",
  updateVersion: "software",
  verifyAudit: "machine",
  verifyDevices: "people",
  withdrawVersion: "software",
};

export const auditActionsIn = (group: AuditGroup): AuditAction[] =>
  auditLabels.flatMap(([action]) => (groups[action] === group ? [action] : []));

/** The actions by group, for a select. */
export const auditActionGroups = auditGroups.map(
  (group) => [auditGroupLabels[group], auditLabels.filter(([action]) => groups[action] === group)] as const,
);

/** Letters that a search for an action needs. */
const searchedMin = 3;

export const auditActionsLike = (text: string): AuditAction[] => {
  const part = text.trim().toLowerCase();
  if (part.length < searchedMin) return [];
  return auditLabels.flatMap(([action, label]) => (label.toLowerCase().includes(part) ? [action] : []));
};

const fromNetSuite: readonly string[] = ["net-suite", "organizations", "products", "tracking-number"];
const fromBuilds: readonly string[] = ["flowpoint-versions", "plugins-builds"];

/** The actor of a job: the system whose records it imports, else the shop itself. */
export const systemName = (job: string): string =>
  fromNetSuite.includes(job) ? "NetSuite" : fromBuilds.includes(job) ? "The build registry" : "CrunchBox";

export const auditSubjects = {
  account_request: "Account request",
  audience: "Audience",
  audit_log: "Audit log",
  book_difference: "Reconciliation discrepancy",
  callback: "Webhook",
  cart: "Cart",
  device: "Device",
  industry: "Industry",
  invoice: "Invoice",
  legal_text: "Legal text",
  made_serials: "Made serial numbers",
  license_agreement: "License agreement",
  mail_template: "Mail",
  notification: "Notification",
  order: "Order",
  organization: "Organization",
  payment_method: "Payment method",
  price_level: "Price level",
  product: "Product",
  quote: "Quote",
  saved_view: "Saved view",
  session: "Session",
  shipping_rate: "Shipping rate",
  shop_settings: "Settings of the shop",
  software: "Software",
  software_version: "Version",
  subscription: "Subscription",
  task: "Task",
  task_run: "Task run",
  user: "User",
} as const;
export type AuditSubject = keyof typeof auditSubjects;

const own: Record<string, (subject: string | null) => string> = sentences;

const listOf = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : null;

/** "Wrote to 12 people who own CGX Nova 10: Closed on Friday". */
function sentText(
  people: number,
  { audience: conditions, audience_names: names, subject, is_scheduled: isScheduled }: Record<string, unknown>,
): string {
  const parsed = audience.safeParse(conditions).data;
  const who = parsed && audienceText(parsed, { ...Object(names) });
  return [
    `Wrote${isScheduled ? ", as scheduled," : ""} to ${people === 1 ? "1 person" : `${people.toLocaleString("en-US")} people`}${who ? ` ${people === 1 ? "of those " : ""}who ${who}` : ""}`,
    ...(typeof subject === "string" ? [subject] : []),
  ].join(": ");
}

/** Without its actor; an action that the code no longer has is shown by its raw name. */
export function auditText(action: string, subject: string | null, details: Record<string, unknown> | null): string {
  if (action === "sendNotification" && typeof details?.["people"] === "number")
    return sentText(details["people"], details);
  if (action === "scheduleNotification" && details?.["is_canceled"] === true)
    return "Canceled the time of a notification";
  if (action === "sendScheduledNotifications" && details?.["reason"] === "no_permission")
    return "Did not send a scheduled notification, because the user who scheduled it may no longer send notifications";
  if (!isActivityAction(action)) return own[action]?.(subject) ?? action;
  const of = (name: string) => listOf(details?.[name]);
  const textOf = (name: string) => (typeof details?.[name] === "string" ? details[name] : null);
  const facts: ActivityFacts = {
    subject,
    roles: of("roles"),
    added: of("added"),
    removed: of("removed"),
    fields: of("fields"),
    reason: textOf("reason"),
    old_email: textOf("old_email"),
    new_email: textOf("new_email"),
  };
  return activityText(action, facts);
}
