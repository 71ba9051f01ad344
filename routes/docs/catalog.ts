import { type Access, type Call, type Endpoint, isSigned } from "../../worker/contract/endpoint.ts";
import { endpoints } from "../../worker/contract/index.ts";
import {
  isConsoleAccess,
  isPermission,
  isStaffPermission,
  type Permission,
  presetsWith,
  rolesWith,
} from "../../worker/contract/people/permissions.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";

/** `internal` calls are for machines only. */
export const audiences = ["customer", "administrator", "internal"] as const;
export type Audience = (typeof audiences)[number];

export const audienceNames: Record<Audience, string> = {
  customer: "Customer",
  administrator: "Administrator",
  internal: "Internal",
};

export type Group = { audience: Audience; slug: string; title: string; calls: Call[] };

/** Monitoring calls are internal, although they need no session. */
const audienceFor = ({ access, tag }: Endpoint): Audience => {
  if (isSigned(access) || tag === "Operations" || tag === "Callbacks") return "internal";
  return isConsoleAccess(access) || access === "admin-behind-session" ? "administrator" : "customer";
};

const leadingTitles = [
  "Single sign-on",
  "Store",
  "Cart",
  "Orders",
  "Invoices",
  "Billing",
  "Subscriptions",
  "Devices",
  "Software",
  "Notifications",
  "Organization",
  "People of the organization",
];
const rank = (title: string) => (leadingTitles.includes(title) ? leadingTitles.indexOf(title) : leadingTitles.length);

const groupTitle = (tag: string) => {
  const title = tag.replace(/^Admin: /, "");
  return title.charAt(0).toUpperCase() + title.slice(1);
};
const toSlug = (title: string) => title.toLowerCase().replaceAll(" ", "-");

const methods = ["GET", "POST", "PUT", "DELETE"];
/** Lists before single records, reads before writes. */
const byAddress = (one: Call, other: Call): number =>
  one.path === other.path
    ? methods.indexOf(one.method) - methods.indexOf(other.method)
    : one.path < other.path
      ? -1
      : 1;

export const groups: Group[] = [
  ...Map.groupBy(endpoints, (spec) => `${audienceFor(spec)} ${groupTitle(spec.tag)}`).values(),
]
  .flatMap((calls) => {
    const [spec] = calls;
    if (!spec) return [];
    const title = groupTitle(spec.tag);
    return [{ audience: audienceFor(spec), slug: toSlug(title), title, calls: calls.toSorted(byAddress) }];
  })
  .toSorted((one, other) => rank(one.title) - rank(other.title));

export const groupsFor = (audience: Audience): Group[] => groups.filter((group) => group.audience === audience);

export const groupHref = ({ audience, slug }: Group): string => hrefOf(pages.docsGroup, { audience, group: slug });
export const callHref = (group: Group, { verb }: Call): string => `${groupHref(group)}#${verb}`;

export function findCallHref(verb: string): string | undefined {
  for (const group of groups) {
    const spec = group.calls.find((each) => each.verb === verb);
    if (spec) return callHref(group, spec);
  }
  return undefined;
}

const accessLabels: Record<Exclude<Access, Permission>, string> = {
  public: "Anyone",
  "visitor-or-session": "Anyone; who shows a session must show a live one",
  "stripe-signature": "The payment provider, by its signature",
  "email-signature": "The email provider, by its signature",
  "sms-signature": "Twilio, by its signature",
  "net-suite-token": "The accounting system, by its token",
  session: "Any signed-in person",
  "admin-behind-session": "An administrator who impersonates",
  navigation: "A browser; visitors are sent to sign-in",
  "verify:email-password-reset": "The verification cookie of scope verify:email-password-reset",
  "verify:email-change": "The verification cookie of scope verify:email-change",
  "verify:user-setup": "The verification cookie of scope verify:user-setup",
};

export const describeAccess = ({ access }: Endpoint): string =>
  isStaffPermission(access)
    ? `Role admin, preset ${presetsWith(access).join(" or ")}`
    : isPermission(access)
      ? `Role ${rolesWith(access).join(" or ")}`
      : accessLabels[access];
