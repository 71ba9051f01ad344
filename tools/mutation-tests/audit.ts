import type { Mutant } from "./mutant.ts";

const verifyTest = "ops/audit/verify.test.ts";
const walkFile = "worker/domain/platform/audit/chain/walk.ts";
const listAuditTest = "v1/admin/audit/list-audit.test.ts";

export const auditMutants: readonly Mutant[] = [
  {
    name: "an entry lacks the hash of the entry before",
    edits: [
      {
        file: "migrations/0000_baseline.sql",
        from: "entry.previous_hash := head.hash;",
        to: "entry.previous_hash := repeat('0', 64);",
      },
    ],
    tests: verifyTest,
    title: "without a gap and without a fork",
  },
  {
    name: "the content of an entry is not hashed",
    edits: [
      {
        file: "migrations/0000_baseline.sql",
        from: "entry.data_hash := encode(sha256(convert_to(entry.data::text, 'UTF8')), 'hex');",
        to: "entry.data_hash := encode(sha256(convert_to(entry.id::text, 'UTF8')), 'hex');",
      },
    ],
    tests: verifyTest,
    title: "without a gap and without a fork",
  },
  {
    name: "a changed diff is not detected",
    edits: [
      {
        file: walkFile,
        from: "else addProblem(`The content of entry ${describeEntry(entry)} was changed.`);",
        to: "else erasedEntries.delete(seq);",
      },
    ],
    tests: verifyTest,
    title: "the chain",
  },
  {
    name: "a removed last entry is not detected",
    edits: [{ file: walkFile, from: "if (lastEntry.seq < head.seq)", to: "if (lastEntry.seq < 0)" }],
    tests: verifyTest,
    title: "the chain",
  },
  {
    name: "an entry removed from the middle is not detected",
    edits: [{ file: walkFile, from: "if (seq > lastEntry.seq + 1)", to: "if (seq > lastEntry.seq + 9)" }],
    tests: verifyTest,
    title: "the chain",
  },
  {
    name: "a rewritten chain is not detected by its anchor",
    edits: [{ file: walkFile, from: "if (anchor.hash !== entry.hash)", to: 'if (anchor.hash === "")' }],
    tests: verifyTest,
    title: "is found by an anchor",
  },
  {
    name: "the worker's database role may change entries",
    edits: [
      {
        file: "db/roles.sql",
        from: "REVOKE UPDATE, DELETE ON payment_ledger, audit_log FROM",
        to: "REVOKE UPDATE, DELETE ON payment_ledger FROM",
      },
    ],
    tests: "ops/worker-role.test.ts",
  },
  {
    name: "a diff contains a password hash",
    edits: [
      {
        file: "worker/domain/platform/audit/changes.ts",
        from: "[...secretFields, ...ignoredFields]",
        to: "[...ignoredFields]",
      },
    ],
    tests: listAuditTest,
    title: "never tells a secret",
  },
  {
    name: "the change of a user is recorded without its diff",
    edits: [
      {
        file: "worker/domain/people/accounts/manage-users.ts",
        from: "{ data: auditData(change), changes: diffRows() }",
        to: "{ data: auditData(change) }",
      },
    ],
    tests: "v1/admin/audit/one-row.test.ts",
  },
  {
    name: "publishing several products records one entry",
    edits: [
      {
        file: "worker/domain/catalog/merchandising/change-products.ts",
        from: 'action, "product", "p", { org_id: null, changes: diffRows() }',
        to: 'action, "product", "p", { org_id: null, changes: diffRows(), where: sql`p.id = (select min(id::text)::uuid from p)` }',
      },
    ],
    tests: "v1/admin/products.test.ts",
    title: "each with its entry in the log",
  },
  {
    name: "impersonated actions are not found by the impersonator",
    edits: [
      {
        file: "worker/domain/platform/audit/list-audit.ts",
        from: "actor_id && sql`(a.actor_id = ${actor_id} or a.impersonator_id = ${actor_id})`",
        to: "actor_id && sql`a.actor_id = ${actor_id}`",
      },
    ],
    tests: listAuditTest,
    title: "names the administrator and as whom they acted",
  },
  {
    name: "the audit log of an organization lists entries of others",
    edits: [
      {
        file: "worker/domain/platform/audit/list-audit.ts",
        from: "org_id && sql`a.org_id = ${org_id}`",
        to: "org_id && sql`a.org_id is not null`",
      },
    ],
    tests: listAuditTest,
    title: "is narrowed by person, object, organization, action and day",
  },
  {
    name: "an impersonated write does not name the impersonator",
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
    name: "support's actions show the customer's name",
    edits: [
      {
        file: "worker/domain/platform/audit/list-activity.ts",
        from: "when a.impersonator_id is not null then (",
        to: "when a.impersonator_id is not null and p.id is null then (",
      },
    ],
    tests: "v1/client/activity.test.ts",
    title: "names support that acted on somebody's behalf",
  },
];
