import type { Mutant } from "../mutant.ts";

const list = "worker/domain/audit/list-audit.ts";
const days = "worker/domain/listing.ts";
const chain = "migrations/0036_audit_chain.sql";
const walk = "ops/audit/walk.ts";
const verify = "ops/audit/verify.test.ts";

/** Issue 13: the audit log. */
export const auditMutants: Mutant[] = [
  {
    name: "the change of a person is told without its difference",
    edits: [
      {
        file: "worker/domain/accounts/manage-users.ts",
        from: "{ data: auditOf(change), changes: changesOf() }",
        to: "{ data: auditOf(change) }",
      },
    ],
    tests: "v1/admin/audit/one-row.test.ts",
  },
  {
    name: "of several products that are published one has an entry",
    edits: [
      {
        file: "worker/domain/merchandising/change-products.ts",
        from: '"product", "p", { org_id: null, changes: changesOf() }',
        to: '"product", "p", { org_id: null, changes: changesOf(), where: sql`p.id = (select min(id::text)::uuid from p)` }',
      },
    ],
    tests: "v1/admin/catalog/several-products.test.ts",
    title: "each with its entry in the log",
  },
  {
    name: "the difference tells a password's hash",
    edits: [
      { file: "worker/domain/audit/changes.ts", from: "[...secretFields, ...plainFields]", to: "[...plainFields]" },
    ],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "never tells a secret",
  },
  {
    name: "acts on somebody's behalf are not found by who acted",
    edits: [
      {
        file: list,
        from: "actor_id && sql`(a.actor_id = ${actor_id} or a.impersonator_id = ${actor_id})`",
        to: "actor_id && sql`a.actor_id = ${actor_id}`",
      },
    ],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "names the administrator and as whom they acted",
  },
  {
    name: "the last day of a period is left out",
    edits: [{ file: days, from: "endOfDay(to, ctx.time_zone())", to: "startOfDay(to, ctx.time_zone())" }],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "is narrowed by person, object, organization, action and day",
  },
  {
    name: "the audit log of an organization has entries of others",
    edits: [{ file: list, from: "org_id && sql`a.org_id = ${org_id}`", to: "org_id && sql`a.org_id is not null`" }],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "is narrowed by person, object, organization, action and day",
  },
  {
    name: "an entry does not carry the hash of the one before",
    edits: [{ file: chain, from: "entry.previous_hash := head.hash;", to: "entry.previous_hash := repeat('0', 64);" }],
    tests: verify,
    title: "without a gap and without a fork",
  },
  {
    name: "what an entry tells is not part of its hash",
    edits: [
      {
        file: chain,
        from: "entry.data_hash := encode(sha256(convert_to(entry.data::text, 'UTF8')), 'hex');",
        to: "entry.data_hash := encode(sha256(convert_to(entry.id::text, 'UTF8')), 'hex');",
      },
    ],
    tests: verify,
    title: "without a gap and without a fork",
  },
  {
    name: "who changed the difference of an entry is not found",
    edits: [
      {
        file: walk,
        from: "else say(`What entry ${nameOf(entry)} tells was changed.`);",
        to: "else blanked.delete(seq);",
      },
    ],
    tests: verify,
    title: "the chain",
  },
  {
    name: "who removed the last entry is not found",
    edits: [{ file: walk, from: "if (last.seq < head.seq) say(", to: "if (last.seq < 0) say(" }],
    tests: verify,
    title: "the chain",
  },
  {
    name: "who rewrote the chain to its end, with its head, is not found by an anchor",
    edits: [{ file: walk, from: "if (anchor.hash !== entry.hash)", to: 'if (anchor.hash === "")' }],
    tests: verify,
    title: "is found by an anchor",
  },
  {
    name: "the head is not anchored apart from the database",
    edits: [
      {
        file: "worker/domain/audit/anchor-audit.ts",
        from: "await ctx.gateways.files.keepFile(`audit/anchors/${anchor.at.slice(0, 13)}.json`, content);",
        to: "if (content.length > 0) await Promise.resolve();",
      },
    ],
    tests: verify,
    title: "the head is anchored each hour",
  },
  {
    name: "the worker's role may change entries",
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
    name: "the audit log of one thing has entries of others",
    edits: [
      {
        file: list,
        from: "subject_id && sql`a.subject_id = ${subject_id}`",
        to: "subject_id && sql`a.subject_id is not null`",
      },
    ],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "is narrowed by person, object, organization, action and day",
  },
  {
    name: "the first day of a period has what was before",
    edits: [
      {
        file: days,
        from: "from && sql`${instant} >= ${instantOf(startOfDay(from, ctx.time_zone()))}`",
        to: "from && sql`${instant} is not null`",
      },
    ],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "is narrowed by person, object, organization, action and day",
  },
  {
    name: "an entry names as whom it was done in place of who did it",
    edits: [{ file: list, from: "'id', coalesce(i.id, p.id)", to: "'id', coalesce(p.id, i.id)" }],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "names the administrator and as whom they acted",
  },
  {
    name: "a difference tells the values the wrong way round",
    edits: [
      {
        file: list,
        from: "'before', c.value -> 0, 'after', c.value -> 1",
        to: "'before', c.value -> 1, 'after', c.value -> 0",
      },
    ],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "is told with who, what, to what and the difference",
  },
  {
    name: "the audit log is searched without the case of a name",
    edits: [{ file: list, from: "lower(u.email) = lower(${text})", to: "u.email = ${text}" }],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "is found by who did it",
  },
  {
    name: "the file of the audit log leaves out the differences",
    edits: [
      {
        file: "routes/admin/audit/index.tsx",
        from: "csv: ({ changes }) => differenceText(changes)",
        to: "csv: ({ changes }) => changes.length",
      },
    ],
    tests: "http/pages/console/audit.test.ts",
    title: "every act is a row",
  },
  {
    name: "the file of the audit log does not say by whose address",
    edits: [
      { file: "routes/admin/audit/index.tsx", from: "cell: whoDid, csv: withEmail", to: "cell: whoDid, csv: whoDid" },
    ],
    tests: "http/pages/console/audit.test.ts",
    title: "every act is a row",
  },
  {
    name: "a long value is told whole",
    edits: [{ file: "worker/domain/audit/changes.ts", from: "const lengthMax = 1000;", to: "const lengthMax = 9000;" }],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "cuts what is long with a mark",
  },
  {
    name: "who removed an entry from the middle is not found",
    edits: [{ file: walk, from: "if (seq > last.seq + 1)", to: "if (seq > last.seq + 9)" }],
    tests: verify,
    title: "the chain",
  },
  {
    name: "who changed who did it is not found",
    edits: [{ file: walk, from: "if (hashOf(entry) !== entry.hash) say(", to: "if (hashOf(entry) === entry.id) say(" }],
    tests: verify,
    title: "the chain",
  },
  {
    name: "who removed the last entry with the head is not found by an anchor",
    edits: [
      {
        file: walk,
        from: "anchors.filter(({ seq }) => seq > last.seq)",
        to: "anchors.filter(({ seq }) => seq > last.seq + 99)",
      },
    ],
    tests: verify,
  },
];
