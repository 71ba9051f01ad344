import { type Role, roles as allRoles } from "../../../db/enums.ts";
import { listRoles } from "./role-labels.ts";

/** What a sentence is made of: the name of whom or what it is about, and facts that the entry kept. */
export type ActivityFacts = {
  subject: string | null;
  roles: readonly string[] | null;
  added: readonly string[] | null;
  removed: readonly string[] | null;
  fields: readonly string[] | null;
  /** Why, as who did it said. */
  reason: string | null;
};

const isRole = (name: string): name is Role => allRoles.some((role) => role === name);
const rolesOf = (names: readonly string[] | null): string => listRoles((names ?? []).filter(isRole));

const about = (words: string, { subject }: ActivityFacts, missing: string): string => `${words} ${subject ?? missing}`;
const person = (words: string) => (facts: ActivityFacts) => about(words, facts, "somebody");
const thing = (words: string, missing: string) => (facts: ActivityFacts) => about(words, facts, missing);
const plain = (words: string) => () => words;

/** The fields of an organization, as people call them. */
const fieldWords: Record<string, string> = {
  name: "name",
  billing_email: "billing email",
  address: "address",
  industry: "industry",
  addressBooks: "address book",
  contacts: "contacts",
  contact: "contact",
  price_level_name: "price level",
};

function changedOrganization({ fields }: ActivityFacts): string {
  const words = (fields ?? []).flatMap((field) => fieldWords[field] ?? []);
  if (words.length === 0) return "Changed the organization";
  return `Changed the organization’s ${new Intl.ListFormat("en-US", { type: "conjunction" }).format(words)}`;
}

function changedUser(facts: ActivityFacts): string {
  const parts = [
    ...(facts.added?.length ? [`gave ${rolesOf(facts.added)}`] : []),
    ...(facts.removed?.length ? [`took ${rolesOf(facts.removed)}`] : []),
  ];
  return parts.length > 0
    ? `${person("Changed")(facts)}: ${parts.join(", ")}`
    : person("Changed the details of")(facts);
}

const invited = (facts: ActivityFacts): string =>
  facts.roles?.length ? `${person("Invited")(facts)} as ${rolesOf(facts.roles)}` : person("Invited")(facts);

const actedAs = (facts: ActivityFacts): string =>
  facts.reason ? `${person("Began to act as")(facts)}: ${facts.reason}` : person("Began to act as")(facts);

/** What an organization is told of what its people, and support on their behalf, did: a sentence for each action. Other actions are not shown. */
const sentences = {
  createUser: invited,
  updateUser: changedUser,
  inactivateUser: person("Inactivated"),
  reactivateUser: person("Reactivated"),
  finishSetUp: plain("Set up their account"),
  updateProfile: plain("Changed their profile"),
  finishPasswordReset: plain("Set a new password"),
  confirmEmailChange: plain("Confirmed a new email address"),
  stopEmailChange: plain("Stopped a change of their email address"),
  signOutEverywhere: plain("Signed out everywhere"),
  endUserSessions: (facts: ActivityFacts) => `${person("Signed")(facts)} out everywhere`,
  endUserSession: (facts: ActivityFacts) => `${person("Signed")(facts)} out in one browser`,
  exchangeCode: plain("Signed in to the Flowpoint desktop app"),
  startImpersonation: actedAs,
  endImpersonation: person("Stopped acting as"),
  createOrganization: plain("Made the organization"),
  updateOrganization: changedOrganization,
  followCustomer: plain("Took over billing details from the payment provider"),
  deletePaymentMethod: plain("Removed a payment method"),
  claimAttempt: thing("Checked out cart", "that is gone"),
  cancelPayment: thing("Canceled the payment of cart", "that is gone"),
  orderByLink: thing("Placed an order to be paid by link:", "one that is gone"),
  cancelOrder: thing("Canceled order", "that is gone"),
  refundOrder: thing("Refunded order", "that is gone"),
  giveSubscription: thing("Gave a subscription to", "a product"),
  updateSubscription: thing("Changed the subscription to", "a product"),
  registerDevice: thing("Registered device", "that is gone"),
  removeDevice: thing("Removed device", "that is gone"),
  downloadFile: thing("Downloaded", "software"),
} satisfies Record<string, (facts: ActivityFacts) => string>;

export type ActivityAction = keyof typeof sentences;
// as: Object.keys forgets which keys the object has.
export const activityActions = Object.keys(sentences) as [ActivityAction, ...ActivityAction[]];

export const isActivityAction = (action: string): action is ActivityAction => Object.hasOwn(sentences, action);

/** What happened, in one sentence without its actor: "Invited Ana Silva as Buyer and User". */
export const activityText = (action: ActivityAction, facts: ActivityFacts): string => sentences[action](facts);

export const noFacts: ActivityFacts = {
  subject: null,
  roles: null,
  added: null,
  removed: null,
  fields: null,
  reason: null,
};
/** What a filter calls an action: "Invited somebody". */
export const activityWords: Record<string, string> = Object.fromEntries(
  activityActions.map((action) => [action, activityText(action, noFacts).replace(/ that is gone$|:.*$/, "")]),
);
