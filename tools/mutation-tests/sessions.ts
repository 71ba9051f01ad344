import type { Mutant } from "./mutant.ts";

const impersonationRefusalsTest = "v1/sso/impersonation-refusals.test.ts";
const startImpersonationFile = "worker/domain/identity/impersonation/start-impersonation.ts";
const impersonateSessionTest = "v1/sso/impersonate-session.test.ts";
const refreshTokenTest = "v1/sso/refresh-token.test.ts";

export const sessionMutants: readonly Mutant[] = [
  {
    name: "an impersonator pays with the customer's card",
    edits: [
      {
        file: "worker/contract/v1/store/checkout.ts",
        from: 'access: "buy",\n  not_impersonated: true,\n  body:',
        to: 'access: "buy",\n  body:',
      },
    ],
    tests: impersonationRefusalsTest,
  },
  {
    name: "an impersonator lists and removes payment methods",
    edits: [
      {
        file: "worker/contract/v1/client/billing.ts",
        from: "status: 200, not_impersonated: true, tag",
        to: "status: 200, tag",
      },
    ],
    tests: impersonationRefusalsTest,
  },
  {
    name: "an impersonator opens the page of payment methods",
    edits: [
      {
        file: "routes/portal/billing/payment-methods.tsx",
        from: '  not_impersonated: true,\n  layout: settingsLayout,\n  section: "Payment methods",',
        to: '  layout: settingsLayout,\n  section: "Payment methods",',
      },
    ],
    tests: "http/pages/billing.test.ts",
    title: "never in somebody else's name",
  },
  {
    name: "an impersonator changes roles",
    edits: [
      {
        file: "worker/domain/people/accounts/org-users.ts",
        from: 'if (change.roles && requireUser(ctx).impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");',
        to: "",
      },
    ],
    tests: impersonationRefusalsTest,
    title: "a colleague's name is changed and their roles are not",
  },
  {
    name: "an impersonator changes the email address",
    edits: [
      {
        file: "worker/contract/v1/sso/user.ts",
        from: 'access: "session",\n  not_impersonated: true,\n',
        to: 'access: "session",\n',
      },
    ],
    tests: impersonationRefusalsTest,
    title: "is refused, or not",
  },
  {
    name: "an impersonator sets the password by a mailed link",
    edits: [{ file: "worker/contract/v1/sso/password-reset.ts", from: "  not_impersonated: true,\n", to: "" }],
    tests: "http/access.test.ts",
    title: "sets no password and confirms no address",
  },
  {
    name: "an impersonator orders by payment link",
    edits: [{ file: "worker/contract/v1/client/orders.ts", from: "  not_impersonated: true,\n", to: "" }],
    tests: impersonationRefusalsTest,
    title: "is refused, or not",
  },
  {
    name: "an impersonator signs the customer out everywhere",
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
    name: "an administrator can be impersonated",
    edits: [{ file: startImpersonationFile, from: ' and not ${hasPermission("roles", "use_console")}`', to: "`" }],
    tests: impersonateSessionTest,
    title: "is refused as USR_NOT_AUTHORIZED",
  },
  {
    name: "an inactive user can be impersonated",
    edits: [
      {
        file: startImpersonationFile,
        from: "sql`is_active and agreed_at is not null",
        to: "sql`agreed_at is not null",
      },
    ],
    tests: impersonateSessionTest,
    title: "is refused as USR_NOT_AUTHORIZED",
  },
  {
    name: "an impersonation lasts for hours",
    edits: [
      {
        file: "worker/domain/identity/sessions/lifetimes.ts",
        from: 'impersonationAbsolute = "30 minutes"',
        to: 'impersonationAbsolute = "12 hours"',
      },
    ],
    tests: impersonateSessionTest,
    title: "acts as that user for 30 minutes",
  },
  {
    name: "the administrator's own token works during an impersonation",
    edits: [
      {
        file: startImpersonationFile,
        from: "update sessions set token_hash = decode(${await tokenHash(newToken())}, 'hex') from target",
        to: "update sessions set user_agent = sessions.user_agent from target",
      },
    ],
    tests: impersonateSessionTest,
    title: "the administrator's own token stops working",
  },
  {
    name: "an old session works again after inactivation in bulk",
    edits: [
      {
        file: "worker/domain/people/several-users.ts",
        from: "set is_active = false, updated_at = now(), ${endSessionsClause}",
        to: "set is_active = false, updated_at = now()",
      },
    ],
    tests: "v1/admin/users/several.test.ts",
    title: "inactivates all, ends their sessions",
  },
  {
    name: "ending a session leaves impersonations started from it",
    edits: [
      {
        file: "worker/domain/identity/sessions/user-sessions.ts",
        from: "  await endSessionImpersonations(ctx, user_id, session_id);\n",
        to: "",
      },
    ],
    tests: "v1/admin/user-sessions.test.ts",
    title: "ends what an administrator started from it",
  },
  {
    name: "signing out everywhere leaves other browsers signed in",
    edits: [
      {
        file: "worker/domain/identity/sessions/sessions.ts",
        from: "export const endSessionsClause: SQL = sql`session_epoch = session_epoch + 1`;",
        to: "export const endSessionsClause: SQL = sql`session_epoch = session_epoch + 0`;",
      },
    ],
    tests: "http/own-sessions.test.ts",
    is_wide: true,
  },
  {
    name: "a user who loses a role keeps the session",
    edits: [
      {
        file: "worker/domain/people/accounts/manage-users.ts",
        from: "session_epoch = users.session_epoch\n          + (not (target.roles @> ${newRoles} and target.roles <@ ${newRoles})\n            or target",
        to: "session_epoch = users.session_epoch\n          + (target",
      },
    ],
    tests: "v1/org.test.ts",
    title: "who gets and loses a role is signed out at once",
  },
  {
    name: "a refresh token can be used more than once",
    edits: [
      {
        file: "worker/domain/identity/authorization-codes/refresh-tokens.ts",
        from: "and used_at is null returning session_id",
        to: "returning session_id",
      },
    ],
    tests: refreshTokenTest,
    title: "ends all tokens of its family, is recorded and told to the person once",
  },
  {
    name: "a reused refresh token does not end its session",
    edits: [
      {
        file: "worker/domain/identity/authorization-codes/refresh-tokens.ts",
        from: "if (!row) await endReusedSession(ctx, hash);",
        to: "void endReusedSession;",
      },
    ],
    tests: refreshTokenTest,
    title: "twenty times at once: one wins at most, and the family is over afterwards",
  },
  {
    name: "each renewal restarts the 30 days of a desktop session",
    edits: [
      {
        file: "worker/domain/identity/sessions/renew-session.ts",
        from: "'hex'), last_seen_at = now(),",
        to: "'hex'), last_seen_at = now(), refresh_expires_at = now() + interval '30 days',",
      },
    ],
    tests: refreshTokenTest,
    title: "near its end makes an access token that lives no longer than it could",
  },
  {
    name: "of two session cookies the first is used",
    edits: [{ file: "worker/http/cookies.ts", from: "values.size === 1 ?", to: "values.size > 0 ?" }],
    tests: "http/hosts.test.ts",
    title: "is none where a second cookie of its name came along, whichever is first",
  },
];
