import type { Mutant } from "../mutant.ts";

const impersonation = "worker/domain/identity/impersonation/start-impersonation.ts";
const runOut = "worker/domain/identity/sessions/run-out.ts";

/** Issue 13: an administrator acts as a customer (O-035, T13). */
export const impersonationMutants: Mutant[] = [
  {
    name: "an administrator is impersonated",
    edits: [{ file: impersonation, from: " and not 'admin' = any(roles)`", to: "`" }],
    tests: "v1/sso/impersonate-session.test.ts",
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
    tests: "v1/sso/impersonate-session.test.ts",
    title: "acts as that user for 30 minutes",
  },
  {
    name: "the administrator's own token goes on working while they act as somebody",
    edits: [
      {
        file: impersonation,
        from: "update sessions set token_hash = decode(${await tokenHash(newToken())}, 'hex') from target",
        to: "update sessions set user_agent = sessions.user_agent from target",
      },
    ],
    tests: "v1/sso/impersonate-session.test.ts",
    title: "the administrator's own token stops working",
  },
  {
    name: "the console's form starts without a reason",
    edits: [
      {
        file: "routes/admin/people/person-forms.ts",
        from: 'z.minLength(1, "Say why: their organization reads it in its activity."),',
        to: "z.minLength(0),",
      },
    ],
    tests: "http/pages/people/person.test.ts",
    title: "asks for a reason",
  },
  {
    name: "pages of the store have no banner",
    edits: [
      {
        file: "worker/ui/frame/app-layout.tsx",
        from: "{viewer && <Impersonation viewer={viewer} />}",
        to: "{!viewer && <Impersonation viewer={layout.viewer as never} />}",
      },
    ],
    tests: "http/pages/people/person.test.ts",
    title: "has the banner on every page",
  },
  {
    name: "the end of one that ran out is told twice to the organization",
    edits: [{ file: runOut, from: "{ ...ofEnded, where: sql`ended.is_news` }", to: "ofEnded" }],
    tests: "v1/sso/impersonation-told.test.ts",
    title: "when its 30 minutes are over",
  },
  {
    name: "a write names only as whom it was done",
    edits: [
      {
        file: "worker/domain/platform/audit/audited.ts",
        from: 'sql`${actor.kind === "user" ? actor.impersonator_id : null}`',
        to: 'sql`${actor.kind === "user" ? null : null}`',
      },
    ],
    tests: "v1/sso/impersonate-session.test.ts",
    title: "every write carries both ids",
    is_wide: true,
  },
  {
    name: "somebody who is inactive is impersonated",
    edits: [{ file: impersonation, from: "sql`is_active and agreed_at is not null", to: "sql`agreed_at is not null" }],
    tests: "v1/sso/impersonate-session.test.ts",
    title: "is refused as USR_NOT_AUTHORIZED",
  },
  {
    name: "the organization does not read why somebody acted as its people",
    edits: [{ file: impersonation, from: "data: reason ? { reason } : {}", to: "data: {}" }],
    tests: "v1/sso/impersonation-told.test.ts",
    title: "is shown by the session, and read with begin and end",
  },
];
