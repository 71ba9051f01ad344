import {
  type ActivityAction,
  activityActions,
  type ActivityFacts,
  activityText,
  activityWords,
  isActivityAction,
} from "./activity-sentences.ts";

const about = (words: string, nameless: string) => (subject: string | null) => `${words} ${subject ?? nameless}`;
const person = (words: string) => about(words, "somebody");
const plain = (words: string) => () => words;

/** What administrators read besides what organizations do: a sentence for each action, in the order of the alphabet. */
const sentences = {
  addOrderNote: about("Wrote a note to order", "that is gone"),
  addVersion: about("Added", "a version"),
  agreeToLicense: person("Recorded the license agreement of"),
  applyScheduledPrices: about("Applied scheduled prices of product", "that is gone"),
  approveAccountRequest: about("Approved the account request of", "somebody"),
  archiveProduct: about("Archived product", "that is gone"),
  cancelPackage: about("Canceled a package of order", "that is gone"),
  closeBookDifference: plain("Closed a difference of the books"),
  createIndustry: about("Created industry", "that is gone"),
  createLegalText: about("Published version", "of a legal text"),
  createLicenseAgreement: about("Published license agreement", "version that is gone"),
  createPriceLevel: about("Created price level", "that is gone"),
  createProduct: about("Created product", "that is gone"),
  createShippingRate: about("Added shipping rate", "that is gone"),
  createSoftware: about("Added software", "that is gone"),
  createProductImage: about("Uploaded a picture of product", "that is gone"),
  createTestOrder: about("Made test order", "that is gone"),
  deleteIndustry: about("Deleted industry", "that is gone"),
  deleteLegalText: about("Withdrew version", "of a legal text"),
  deleteLicenseAgreement: about("Withdrew license agreement", "version that is gone"),
  deletePriceLevel: about("Deleted price level", "that is gone"),
  deleteShippingRate: about("Deleted shipping rate", "that is gone"),
  deleteScheduledPrice: about("Took back a scheduled price of product", "that is gone"),
  draftNotification: plain("Wrote a notification that is not sent yet"),
  endReusedSession: person("Ended the desktop session, because its refresh token was used twice, of"),
  deleteProductImage: about("Deleted a picture of product", "that is gone"),
  dropScheduledPrice: about(
    "Dropped a scheduled price, because NetSuite now sets the prices of product",
    "that is gone",
  ),
  endSession: plain("Ended a session"),
  eraseAudit: about("Erased what the audit log told of", "somebody"),
  exportInvoice: about("Exported invoice", "to the accounting system"),
  flagInvoiceSync: about("Changed whether the accounting system must be told of invoice", "that is gone"),
  issueVerificationCode: person("Issued a link for"),
  linkPlugin: about("Changed the product of", "a plugin"),
  orderProductImages: about("Changed the order of the pictures of product", "that is gone"),
  publishProduct: about("Published product", "that is gone"),
  publishVersion: about("Published", "a version"),
  readNotification: plain("Marked a notification as read"),
  readNotifications: plain("Marked notifications as read"),
  chooseTextTypes: person("Chose text messages for"),
  confirmPhone: person("Verified the phone number of"),
  removePhone: person("Removed the verified phone number of"),
  requestPhoneCode: person("Sent a phone code to"),
  receiveTextMessage: person("Turned text messages on again, by START, for"),
  stopTextMessages: person("Turned text messages off, by STOP, for"),
  receiveEmailEvent: person("Heard from the e-mail provider about mail to"),
  receiveOrder: about("Noted the arrival of order", "that is gone"),
  refuseSignIn: person("Was refused to sign in as"),
  rejectAccountRequest: about("Rejected the account request of", "somebody"),
  removeTestOrders: plain("Removed a test order"),
  removeView: plain("Removed a saved view"),
  reopenAccountRequests: about("Opened again the account request of", "somebody"),
  requestAccount: about("Asked for an account:", "somebody"),
  requestSignInCode: person("Asked for a code to sign in as"),
  resendNotifications: plain("Sent again what was given up"),
  retryCallback: about("Had callback tried again:", "one that is gone"),
  retryTaskRecord: plain("Did again a record that had failed"),
  saveView: plain("Saved a view of a list"),
  schedulePrice: about("Scheduled a price of product", "that is gone"),
  sealAuditLog: plain("Sealed the entries from before the chain"),
  sendNotification: plain("Sent a notification"),
  setShippingAddress: about("Set the shipping address of order", "that is gone"),
  shipOrder: about("Shipped order", "that is gone"),
  signIn: person("Signed in as"),
  signOut: plain("Signed out"),
  startTask: about("Started task", "that is gone"),
  subscribe: person("Turned on news and reminders for"),
  syncOrganization: about("Took over from the accounting system organization", "that is gone"),
  syncProduct: about("Took over from the accounting system product", "that is gone"),
  unarchiveProduct: about("Took out of the archive product", "that is gone"),
  unpublishProduct: about("Took out of the store product", "that is gone"),
  unreadNotification: plain("Marked a notification as unread"),
  unreadNotifications: plain("Marked notifications as unread"),
  unsubscribe: person("Turned off news and reminders for"),
  updateIndustry: about("Renamed industry", "that is gone"),
  updatePriceLevel: about("Renamed price level", "that is gone"),
  updateProduct: about("Changed product", "that is gone"),
  updateShippingRate: about("Changed shipping rate", "that is gone"),
  updateSoftware: about("Changed software", "that is gone"),
  updateProductImage: about("Described a picture of product", "that is gone"),
  updateVersion: about("Described", "a version"),
} satisfies Record<string, (subject: string | null) => string>;

/** Everything that the audit log names: a new act has its sentence here, or among those of organizations. */
export type AuditAction = ActivityAction | keyof typeof sentences;

/** What a filter calls each action, in the order of the words. */
export const auditLabels: readonly (readonly [AuditAction, string])[] = [
  ...activityActions.map((action) => [action, activityWords[action] ?? action] as const),
  // as: Object.keys forgets which keys the object has.
  ...(Object.keys(sentences) as (keyof typeof sentences)[]).map(
    (action) => [action, sentences[action](null).replace(/ that is gone$|:.*$/, "")] as const,
  ),
].toSorted(([, one], [, other]) => (one < other ? -1 : 1));

/** What things are called that acts are about, by the type of the subject. */
export const auditSubjects = {
  account_request: "Account request",
  audit_log: "Audit log",
  book_difference: "Difference of the books",
  callback: "Callback",
  cart: "Cart",
  device: "Device",
  industry: "Industry",
  invoice: "Invoice",
  legal_text: "Legal text",
  license_agreement: "License agreement",
  notification: "Notification",
  order: "Order",
  organization: "Organization",
  payment_method: "Payment method",
  price_level: "Price level",
  product: "Product",
  saved_view: "Saved view",
  session: "Session",
  shipping_rate: "Shipping rate",
  software: "Software",
  software_version: "Version",
  subscription: "Subscription",
  task: "Task",
  task_run: "Run of a task",
  user: "Person",
} as const;
export type AuditSubject = keyof typeof auditSubjects;

const own: Record<string, (subject: string | null) => string> = sentences;

const listOf = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : null;

/** What happened, in one sentence without its actor. One that the code does not know any more is told by its name. */
export function auditText(action: string, subject: string | null, details: Record<string, unknown> | null): string {
  if (!isActivityAction(action)) return own[action]?.(subject) ?? action;
  const of = (name: string) => listOf(details?.[name]);
  const facts: ActivityFacts = {
    subject,
    roles: of("roles"),
    added: of("added"),
    removed: of("removed"),
    fields: of("fields"),
    reason: typeof details?.["reason"] === "string" ? details["reason"] : null,
  };
  return activityText(action, facts);
}
