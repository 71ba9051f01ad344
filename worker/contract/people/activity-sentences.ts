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
  /** US cents that were decided on or refunded. */
  amount: number | null;
  /** Result of a checkout; null for other actions, or if unknown. */
  placed: Placed | null;
};

/** With neither an order nor plans, the payment was refused and the checkout was undone. */
type Placed = { order: { number: string; total: number } | null; plans: readonly string[] | null };

const isRole = (name: string): name is Role => allRoles.some((role) => role === name);
const rolesOf = (names: readonly string[] | null): string => listRoles((names ?? []).filter(isRole));

const about = (words: string, { subject }: ActivityFacts, missing: string): string => `${words} ${subject ?? missing}`;
const person = (words: string) => (facts: ActivityFacts) => about(words, facts, "a user");
const thing = (words: string, missing: string) => (facts: ActivityFacts) => about(words, facts, missing);
const plain = (words: string) => () => words;
const between = (before: string, after: string) => (facts: ActivityFacts) =>
  `${about(before, facts, "(deleted)")} ${after}`;
const withAmount = (sentence: (facts: ActivityFacts) => string) => (facts: ActivityFacts) =>
  facts.amount === null ? sentence(facts) : `${sentence(facts)}: ${formatMoney(facts.amount)}`;
const listOf = (names: readonly string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

/** Organization members must not see these. */
const hiddenFields: readonly string[] = ["net_suite_id", "notes"];
/** Labels of rules are whole statements, which a sentence cannot hold. */
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

function changedOrganization({ fields }: ActivityFacts): string {
  const labels = (fields ?? []).flatMap((field) => shownLabels.get(field) ?? []).map(lowerFirst);
  if (labels.length === 0) return "Changed the organization";
  return `Changed the organization’s ${listOf(labels)}`;
}

function changedUser(facts: ActivityFacts): string {
  const parts = [
    ...(facts.added?.length ? [`added ${rolesOf(facts.added)}`] : []),
    ...(facts.removed?.length ? [`removed ${rolesOf(facts.removed)}`] : []),
  ];
  return parts.length > 0
    ? `${person("Changed")(facts)}: ${parts.join(", ")}`
    : person("Changed the details of")(facts);
}

const invited = (facts: ActivityFacts): string =>
  facts.roles?.length ? `${person("Invited")(facts)} as ${rolesOf(facts.roles)}` : person("Invited")(facts);

const actedAs = (facts: ActivityFacts): string =>
  facts.reason ? `${person("Started acting as")(facts)}: ${facts.reason}` : person("Started acting as")(facts);

const changedEmail = (words: string) => (facts: ActivityFacts) => {
  const { old_email, new_email } = facts;
  const addresses = old_email && new_email ? ` from ${old_email} to ${new_email}` : "";
  return `${person(`${words} the email address of`)(facts)}${addresses}`;
};

/** "Placed order O00001003 for $14,790.20 and subscribed to Flowpoint Team, yearly". */
function checkedOut(facts: ActivityFacts): string {
  if (facts.placed === null) return about("Checked out cart", facts, "(deleted)");
  const { order, plans } = facts.placed;
  const names = plans && listOf(plans);
  if (!order) return names ? `Subscribed to ${names}` : about("Tried to pay for cart", facts, "(deleted)");
  const placed = `Placed order ${order.number} for ${formatMoney(order.total)}`;
  return names ? `${placed} and subscribed to ${names}` : placed;
}

const sentences = {
  createUser: invited,
  updateUser: changedUser,
  inactivateUser: person("Inactivated"),
  reactivateUser: person("Reactivated"),
  finishSetUp: plain("Set up their account"),
  updateProfile: plain("Changed their profile"),
  finishPasswordReset: plain("Set a new password"),
  requestEmailChange: changedEmail("Requested a change of"),
  confirmEmailChange: changedEmail("Changed"),
  // the sentence has the addresses if the change had been confirmed
  stopEmailChange: (facts: ActivityFacts) =>
    facts.old_email ? changedEmail("Changed back")(facts) : "Canceled a change of their email address",
  reportSecurityEvent: plain("Reported that somebody else used their account"),
  signOutEverywhere: plain("Signed out everywhere"),
  endUserSessions: (facts: ActivityFacts) => `${person("Signed")(facts)} out everywhere`,
  endUserSession: (facts: ActivityFacts) => `${person("Signed")(facts)} out in one browser`,
  exchangeCode: plain("Signed in to the Flowpoint desktop app"),
  startImpersonation: actedAs,
  endImpersonation: person("Stopped acting as"),
  createOrganization: plain("Created the organization"),
  updateOrganization: changedOrganization,
  followCustomer: plain("Updated billing details from the payment provider"),
  deletePaymentMethod: plain("Removed a payment method"),
  claimAttempt: checkedOut,
  createQuoteRequest: thing("Asked for a price:", "(deleted)"),
  sendQuote: withAmount(thing("Sent quote", "(deleted)")),
  acceptQuote: withAmount(thing("Accepted quote", "(deleted)")),
  emptyCart: thing("Emptied the cart of quote", "(deleted)"),
  rejectQuote: thing("Rejected quote", "(deleted)"),
  withdrawQuote: thing("Withdrew the request for quote", "(deleted)"),
  declineQuote: thing("Declined quote", "(deleted)"),
  createQuoteMessage: thing("Wrote about quote", "(deleted)"),
  expireQuotes: between("Closed quote", "without an order"),
  createApprovalRequest: withAmount(between("Sent cart", "for approval")),
  approveRequest: withAmount(thing("Approved the order of cart", "(deleted)")),
  placeRequest: withAmount(thing("Placed the approved order of cart", "(deleted)")),
  rejectRequest: withAmount(thing("Rejected the order of cart", "(deleted)")),
  failRequest: thing("Could not place the approved order of cart", "(deleted)"),
  cancelRequest: between("Withdrew cart", "from approval"),
  expireRequests: between("Closed the approval of cart", "without a decision"),
  cancelUnpaidRequest: thing("Canceled the approved, unpaid order of cart", "(deleted)"),
  createApprovalRule: plain("Added an approval rule"),
  updateApprovalRule: plain("Changed an approval rule"),
  deleteApprovalRule: plain("Deleted an approval rule"),
  cancelPayment: thing("Canceled the payment of cart", "(deleted)"),
  orderByLink: thing("Placed an order to be paid by link:", "(deleted)"),
  updateOrder: thing("Changed the PO number or note of order", "(deleted)"),
  cancelOrder: thing("Canceled order", "(deleted)"),
  refundOrder: withAmount(thing("Refunded order", "(deleted)")),
  cancelSubscription: thing("Canceled the subscription to", "a product"),
  switchSubscription: thing("Switched the term of the subscription to", "a product"),
  cancelSubscriptionNow: withAmount(thing("Canceled at once and refunded the subscription to", "a product")),
  withdrawSubscriptionSwitch: thing("Undid the switch of the subscription to", "a product"),
  resumeSubscription: thing("Resumed the subscription to", "a product"),
  changeSubscriptionMethod: thing("Changed the payment method of the subscription to", "a product"),
  giveSubscription: thing("Granted a subscription to", "a product"),
  updateSubscription: thing("Changed the subscription to", "a product"),
  registerDevice: thing("Registered device", "(deleted)"),
  updateDevices: thing("Changed device", "(deleted)"),
  removeDevice: thing("Removed device", "(deleted)"),
  takeOverDevice: between("Moved device", "to the organization that it was shipped to"),
  verifyDevices: thing("Changed the verification of device", "(deleted)"),
  downloadFile: thing("Downloaded", "software"),
} satisfies Record<string, (facts: ActivityFacts) => string>;

export type ActivityAction = keyof typeof sentences;
export const activityActions = Object.keys(sentences) as [ActivityAction, ...ActivityAction[]];

export const isActivityAction = (action: string): action is ActivityAction => Object.hasOwn(sentences, action);

/** The sentence of an action without its actor: "Invited Ana Silva as Buyer and User". */
export const activityText = (action: ActivityAction, facts: ActivityFacts): string => sentences[action](facts);

export const noFacts: ActivityFacts = {
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
export const activityWords: Record<string, string> = Object.fromEntries(
  activityActions.map((action) => [action, activityText(action, noFacts).replace(/ \(deleted\)|:.*$/, "")]),
);
