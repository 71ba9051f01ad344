import { type Role, roles as allRoles } from "../../../db/enums.ts";
import { formatMoney } from "../buying/money.ts";
import { type managedRules, type managedSwitches, organizationLabels } from "./organization-fields.ts";
import { listRoles } from "./role-labels.ts";

export type ActivityFacts = {
  subject: string | null;
  roles: readonly string[] | null;
  added: readonly string[] | null;
  removed: readonly string[] | null;
  fields: readonly string[] | null;
  reason: string | null;
  old_email: string | null;
  new_email: string | null;
  /** US cents that the entry records, such as the total of a quote or a refunded amount; null if it records none. */
  amount: number | null;
  /** Result of a checkout; null for other actions, or if unknown. */
  placed: PlacedCheckout | null;
};

/** With neither an order nor plans, the payment was refused and the checkout was undone. */
type PlacedCheckout = { order: { number: string; total: number } | null; plans: readonly string[] | null };

const isRole = (name: string): name is Role => allRoles.some((role) => role === name);
const formatRoles = (names: readonly string[] | null): string => listRoles((names ?? []).filter(isRole));

const withSubject = (verbPhrase: string, { subject }: ActivityFacts, missing: string): string =>
  `${verbPhrase} ${subject ?? missing}`;
const aboutUser = (verbPhrase: string) => (facts: ActivityFacts) => withSubject(verbPhrase, facts, "a user");
const aboutRecord = (verbPhrase: string, missing: string) => (facts: ActivityFacts) =>
  withSubject(verbPhrase, facts, missing);
const fixedText = (message: string) => () => message;
const aroundSubject = (before: string, after: string) => (facts: ActivityFacts) =>
  `${withSubject(before, facts, "(deleted)")} ${after}`;
const withAmount = (describe: (facts: ActivityFacts) => string) => (facts: ActivityFacts) =>
  facts.amount === null ? describe(facts) : `${describe(facts)}: ${formatMoney(facts.amount)}`;
const formatList = (names: readonly string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

/** Fields that organization members must not see. */
const hiddenFields: readonly string[] = ["net_suite_id", "notes"];
/** Labels of rules are whole statements, which do not fit into a sentence. */
const ruleNames: Record<keyof typeof managedRules | keyof typeof managedSwitches, string> = {
  is_approval_by_mail_allowed: "rule for approvals by email",
  is_po_number_required: "rule for PO numbers",
  require_second_factor_from: "rule for second steps",
};
const shownLabels = new Map(
  Object.entries({ ...organizationLabels, ...ruleNames }).filter(([field]) => !hiddenFields.includes(field)),
);

/** "billing email" of "Billing email", but "PO number". */
const lowerFirst = (label: string): string => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

function describeOrganizationChange({ fields }: ActivityFacts): string {
  const labels = (fields ?? []).flatMap((field) => shownLabels.get(field) ?? []).map(lowerFirst);
  if (labels.length === 0) return "Changed the organization";
  return `Changed the organization’s ${formatList(labels)}`;
}

function describeUserChange(facts: ActivityFacts): string {
  const parts = [
    ...(facts.added?.length ? [`added ${formatRoles(facts.added)}`] : []),
    ...(facts.removed?.length ? [`removed ${formatRoles(facts.removed)}`] : []),
  ];
  return parts.length > 0
    ? `${aboutUser("Changed")(facts)}: ${parts.join(", ")}`
    : aboutUser("Changed the details of")(facts);
}

const describeInvitation = (facts: ActivityFacts): string =>
  facts.roles?.length ? `${aboutUser("Invited")(facts)} as ${formatRoles(facts.roles)}` : aboutUser("Invited")(facts);

const describeImpersonation = (facts: ActivityFacts): string =>
  facts.reason ? `${aboutUser("Started acting as")(facts)}: ${facts.reason}` : aboutUser("Started acting as")(facts);

const describeEmailChange = (verb: string) => (facts: ActivityFacts) => {
  const { old_email, new_email } = facts;
  const addresses = old_email && new_email ? ` from ${old_email} to ${new_email}` : "";
  return `${aboutUser(`${verb} the email address of`)(facts)}${addresses}`;
};

/** "Placed order O00001003 for $14,790.20 and subscribed to Flowpoint Team, yearly". */
function describeCheckout(facts: ActivityFacts): string {
  if (facts.placed === null) return withSubject("Checked out cart", facts, "(deleted)");
  const { order, plans } = facts.placed;
  const names = plans && formatList(plans);
  if (!order) return names ? `Subscribed to ${names}` : withSubject("Tried to pay for cart", facts, "(deleted)");
  const placed = `Placed order ${order.number} for ${formatMoney(order.total)}`;
  return names ? `${placed} and subscribed to ${names}` : placed;
}

const messageByActivity = {
  createUser: describeInvitation,
  updateUser: describeUserChange,
  inactivateUser: aboutUser("Inactivated"),
  reactivateUser: aboutUser("Reactivated"),
  finishSetUp: fixedText("Set up their account"),
  updateProfile: fixedText("Changed their profile"),
  finishPasswordReset: fixedText("Set a new password"),
  requestEmailChange: describeEmailChange("Requested a change of"),
  confirmEmailChange: describeEmailChange("Changed"),
  // The facts have `old_email` only if the change had been confirmed.
  stopEmailChange: (facts: ActivityFacts) =>
    facts.old_email ? describeEmailChange("Changed back")(facts) : "Canceled a change of their email address",
  reportSecurityEvent: fixedText("Reported that somebody else used their account"),
  signOutEverywhere: fixedText("Signed out everywhere"),
  endUserSessions: (facts: ActivityFacts) => `${aboutUser("Signed")(facts)} out everywhere`,
  endUserSession: (facts: ActivityFacts) => `${aboutUser("Signed")(facts)} out in one browser`,
  exchangeCode: fixedText("Signed in to the Flowpoint desktop app"),
  startImpersonation: describeImpersonation,
  endImpersonation: aboutUser("Stopped acting as"),
  createOrganization: fixedText("Created the organization"),
  updateOrganization: describeOrganizationChange,
  followCustomer: fixedText("Updated billing details from the payment provider"),
  deletePaymentMethod: fixedText("Removed a payment method"),
  claimAttempt: describeCheckout,
  createQuoteRequest: aboutRecord("Asked for a price:", "(deleted)"),
  sendQuote: withAmount(aboutRecord("Sent quote", "(deleted)")),
  acceptQuote: withAmount(aboutRecord("Accepted quote", "(deleted)")),
  emptyCart: aboutRecord("Emptied the cart of quote", "(deleted)"),
  rejectQuote: aboutRecord("Rejected quote", "(deleted)"),
  withdrawQuote: aboutRecord("Withdrew the request for quote", "(deleted)"),
  declineQuote: aboutRecord("Declined quote", "(deleted)"),
  createQuoteMessage: aboutRecord("Wrote about quote", "(deleted)"),
  expireQuotes: aroundSubject("Closed quote", "without an order"),
  createApprovalRequest: withAmount(aroundSubject("Sent cart", "for approval")),
  approveRequest: withAmount(aboutRecord("Approved the order of cart", "(deleted)")),
  placeRequest: withAmount(aboutRecord("Placed the approved order of cart", "(deleted)")),
  rejectRequest: withAmount(aboutRecord("Rejected the order of cart", "(deleted)")),
  failRequest: aboutRecord("Could not place the approved order of cart", "(deleted)"),
  cancelRequest: aroundSubject("Withdrew cart", "from approval"),
  expireRequests: aroundSubject("Closed the approval of cart", "without a decision"),
  cancelUnpaidRequest: aboutRecord("Canceled the approved, unpaid order of cart", "(deleted)"),
  createApprovalRule: fixedText("Added an approval rule"),
  updateApprovalRule: fixedText("Changed an approval rule"),
  deleteApprovalRule: fixedText("Deleted an approval rule"),
  cancelPayment: aboutRecord("Canceled the payment of cart", "(deleted)"),
  orderByLink: aboutRecord("Placed an order to be paid by link:", "(deleted)"),
  updateOrder: aboutRecord("Changed the PO number or note of order", "(deleted)"),
  cancelOrder: aboutRecord("Canceled order", "(deleted)"),
  refundOrder: withAmount(aboutRecord("Refunded order", "(deleted)")),
  cancelSubscription: aboutRecord("Canceled the subscription to", "a product"),
  switchSubscription: aboutRecord("Switched the term of the subscription to", "a product"),
  cancelSubscriptionNow: withAmount(aboutRecord("Canceled at once and refunded the subscription to", "a product")),
  withdrawSubscriptionSwitch: aboutRecord("Undid the switch of the subscription to", "a product"),
  resumeSubscription: aboutRecord("Resumed the subscription to", "a product"),
  changeSubscriptionMethod: aboutRecord("Changed the payment method of the subscription to", "a product"),
  giveSubscription: aboutRecord("Granted a subscription to", "a product"),
  updateSubscription: aboutRecord("Changed the subscription to", "a product"),
  registerDevice: aboutRecord("Registered device", "(deleted)"),
  updateDevices: aboutRecord("Changed device", "(deleted)"),
  removeDevice: aboutRecord("Removed device", "(deleted)"),
  takeOverDevice: aroundSubject("Moved device", "to the organization that it was shipped to"),
  verifyDevices: aboutRecord("Changed the verification of device", "(deleted)"),
  downloadFile: aboutRecord("Downloaded", "software"),
} satisfies Record<string, (facts: ActivityFacts) => string>;

export type ActivityAction = keyof typeof messageByActivity;
export const activityActions = Object.keys(messageByActivity) as [ActivityAction, ...ActivityAction[]];

export const isActivityAction = (action: string): action is ActivityAction => Object.hasOwn(messageByActivity, action);

/** The sentence of an action without its actor: "Invited Ana Silva as Buyer and User". */
export const activityText = (action: ActivityAction, facts: ActivityFacts): string => messageByActivity[action](facts);

export const emptyFacts: ActivityFacts = {
  subject: null,
  roles: null,
  added: null,
  removed: null,
  fields: null,
  reason: null,
  old_email: null,
  new_email: null,
  amount: null,
  placed: null,
};
export const activityLabels: Record<string, string> = Object.fromEntries(
  activityActions.map((action) => [action, activityText(action, emptyFacts).replace(/ \(deleted\)|:.*$/, "")]),
);
