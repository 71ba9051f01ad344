import type { Mutant } from "../mutant.ts";

const refusals = "v1/sso/impersonation-refusals.test.ts";

/** What somebody who acts as another may not do. */
export const actingMutants: Mutant[] = [
  {
    name: "who acts as a customer pays with their card",
    edits: [
      {
        file: "worker/contract/v1/store/checkout.ts",
        from: 'access: "org-or-buyer",\n  not_impersonated: true,\n  body:',
        to: 'access: "org-or-buyer",\n  body:',
      },
    ],
    tests: refusals,
  },
  {
    name: "who acts as a customer sees and removes their payment methods",
    edits: [
      {
        file: "worker/contract/v1/client/billing.ts",
        from: "status: 200, not_impersonated: true, tag",
        to: "status: 200, tag",
      },
    ],
    tests: refusals,
  },
  {
    name: "who acts as a manager changes roles",
    edits: [
      {
        file: "worker/domain/people/accounts/org-users.ts",
        from: 'if (change.roles && requireUser(ctx).impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");',
        to: "",
      },
    ],
    tests: refusals,
    title: "a colleague's name is changed and their roles are not",
  },
  {
    name: "who acts as a manager invites people",
    edits: [{ file: "worker/contract/v1/org.ts", from: "  not_impersonated: true,\n", to: "" }],
    tests: "v1/org.test.ts",
    title: "refused to an administrator who acts as the manager",
  },
  {
    name: "the page of payment methods opens for who acts as a customer",
    edits: [
      {
        file: "routes/portal/billing/payment-methods.tsx",
        from: '  not_impersonated: true,\n  layout: appLayout,\n  section: "Payment methods",',
        to: '  layout: appLayout,\n  section: "Payment methods",',
      },
    ],
    tests: "http/pages/billing.test.ts",
    title: "never in somebody else's name",
  },
  {
    name: "who acts as a customer asks for another e-mail address",
    edits: [
      {
        file: "worker/contract/v1/sso/user.ts",
        from: 'access: "session",\n  not_impersonated: true,\n  limit: "verification"',
        to: 'access: "session",\n  limit: "verification"',
      },
    ],
    tests: refusals,
    title: "is refused, or not",
  },
  {
    name: "who acts as a customer sets their password by a mailed link",
    edits: [{ file: "worker/contract/v1/sso/password-reset.ts", from: "  not_impersonated: true,\n", to: "" }],
    tests: "http/access.test.ts",
    title: "sets no password and confirms no address",
  },
  {
    name: "who acts as a customer orders by link",
    edits: [{ file: "worker/contract/v1/client/orders.ts", from: "  not_impersonated: true,\n", to: "" }],
    tests: refusals,
    title: "is refused, or not",
  },
  {
    name: "who acts as a customer cancels their payment",
    edits: [
      {
        file: "worker/contract/v1/store/checkout.ts",
        from: 'method: "DELETE",\n  path: "/v1/store/checkout/cart",\n  access: "org-or-buyer",\n  not_impersonated: true,',
        to: 'method: "DELETE",\n  path: "/v1/store/checkout/cart",\n  access: "org-or-buyer",',
      },
    ],
    tests: refusals,
    title: "is refused, or not",
  },
  {
    name: "who acts as a manager invites somebody again",
    edits: [
      {
        file: "routes/portal/people/person-forms.ts",
        from: "{ ...contract.inactivateOrgUser, not_impersonated: true }",
        to: "{ ...contract.inactivateOrgUser }",
      },
    ],
    tests: "http/pages/invitations.test.ts",
  },
  {
    name: "the page to invite people opens for who acts as a manager",
    edits: [{ file: "routes/portal/people/invite.tsx", from: "  not_impersonated: true,\n", to: "" }],
    tests: "http/pages/invitations.test.ts",
  },
  {
    name: "who acts as a customer signs them out everywhere",
    edits: [
      {
        file: "routes/account/session-forms.ts",
        from: '{ access: "session", not_impersonated: true }',
        to: '{ access: "session" }',
      },
    ],
    tests: "http/own-sessions.test.ts",
    title: "is refused to an administrator who acts as the person",
  },
  {
    name: "who acts as a customer keeps views in their name",
    edits: [
      {
        file: "routes/portal/saved-views.ts",
        from: '{ access: "session", not_impersonated: true }',
        to: '{ access: "session" }',
      },
    ],
    tests: "http/pages/saved-views.test.ts",
    title: "sees and keeps none of theirs",
  },
];
