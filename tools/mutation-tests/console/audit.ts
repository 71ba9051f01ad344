import type { Mutant } from "../mutant.ts";

const list = "worker/domain/platform/audit/list-audit.ts";
const days = "worker/domain/listing.ts";

/** Issue 13: the audit log. */
export const auditMutants: Mutant[] = [
  {
    name: "the change of a person is told without its difference",
    edits: [
      {
        file: "worker/domain/people/accounts/manage-users.ts",
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
        file: "worker/domain/catalog/merchandising/change-products.ts",
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
      {
        file: "worker/domain/platform/audit/changes.ts",
        from: "[...secretFields, ...plainFields]",
        to: "[...plainFields]",
      },
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
    edits: [
      {
        file: "worker/domain/platform/audit/changes.ts",
        from: "const lengthMax = 1000;",
        to: "const lengthMax = 9000;",
      },
    ],
    tests: "v1/admin/audit/list-audit.test.ts",
    title: "cuts what is long with a mark",
  },
];
