import type { Mutant } from "../mutant.ts";

const decide = "worker/domain/people/requests/decide-requests.ts";
const evidence = "worker/domain/people/requests/evidence.ts";

/** Issue 13: the triage of account requests. */
export const requestMutants: Mutant[] = [
  {
    name: "a bulk approval that fails at its last row keeps the ones before",
    edits: [
      {
        file: decide,
        from: 'await inTransaction(ctx, async (ctx) => {\n    await hold(ctx, request_ids, "pending");\n    const organization',
        to: 'const at_once = async (work: (ctx: Ctx) => Promise<void>) => work(ctx);\n  await at_once(async (ctx) => {\n    await hold(ctx, request_ids, "pending");\n    const organization',
      },
    ],
    tests: "v1/admin/people/account-requests-bulk.test.ts",
    title: "changes nothing at all when the last",
  },
  {
    name: "the row at which a bulk approval failed is not told",
    edits: [
      {
        file: decide,
        from: "throw error instanceof Failure ? error.about(id) : error;",
        to: "throw error;",
      },
      {
        file: decide,
        from: 'unprocessable("USR_EMAIL_EXISTS").about(id)',
        to: 'unprocessable("USR_EMAIL_EXISTS")',
      },
    ],
    tests: "http/pages/console/requests.test.ts",
    title: "is told by its name",
  },
  {
    name: "an approval makes a customer's person an administrator",
    edits: [{ file: decide, from: 'if (roles.includes("admin") && !organization.is_house)', to: "if (!organization)" }],
    tests: "v1/admin/people/account-requests.test.ts",
    title: "is refused with",
  },
  {
    name: "two who approve one request at the same moment are not told apart",
    edits: [{ file: decide, from: "order by id for update`", to: "order by id`" }],
    tests: "v1/admin/requests/new-organization.test.ts",
    title: "sent 20 times at once",
  },
  {
    name: "the form of an approval that was sent before has a second effect",
    edits: [
      { file: decide, from: "if (!from.includes(status)) throw alreadyIs(status).about(id);", to: "" },
      {
        file: decide,
        from: "where id = ${id} and status = 'pending'\n      returning *, ${beforeAndAfter}\n    ),\n    ${audited(ctx, \"approveAccountRequest\"",
        to: 'where id = ${id}\n      returning *, ${beforeAndAfter}\n    ),\n    ${audited(ctx, "approveAccountRequest"',
      },
    ],
    tests: "http/pages/console/requests.test.ts",
    title: "sent 20 times at once",
  },
  {
    name: "the reason of a rejection is not in its mail",
    edits: [
      {
        file: decide,
        from: "'org_name', r.org_name, 'reason', ${reason}::text))`",
        to: "'org_name', r.org_name))`",
      },
    ],
    tests: "v1/admin/requests/reject.test.ts",
    title: "puts its lines into the mail",
  },
  {
    name: "a rejection is taken back although its mail has left",
    edits: [{ file: decide, from: " and exists (select 1 from withdrawn)", to: "" }],
    tests: "v1/admin/requests/reject.test.ts",
    title: "stays once the mail has been tried",
  },
  {
    name: "a new organization is made although one was chosen",
    edits: [
      {
        file: "routes/admin/requests/decisions.ts",
        from: 'if (typed.get("org_id") === "") return;',
        to: 'if (typed.has("org_id")) return;',
      },
    ],
    tests: "http/pages/console/requests.test.ts",
    title: "an organization that is chosen is taken",
  },
  {
    name: "an address at a free mail provider speaks for an organization",
    edits: [
      {
        file: evidence,
        from: "case when mail.domain <> all (${texts(freeMailDomains)}) then mail.domain end as domain",
        to: "case when ${texts(freeMailDomains)} is not null then mail.domain end as domain",
      },
    ],
    tests: "v1/admin/requests/evidence.test.ts",
    title: "from a domain at which anybody",
  },
  {
    name: "inactive people at the domain are counted as evidence",
    edits: [{ file: evidence, from: "    where u.is_active\n    group by u.org_id", to: "    group by u.org_id" }],
    tests: "v1/admin/requests/evidence.test.ts",
    title: "is how many active people",
  },
  {
    name: "a device that was removed still speaks for the organization that had it",
    edits: [
      {
        file: evidence,
        from: "upper(d.serial) = upper(t.serial) and not d.is_deleted",
        to: "upper(d.serial) = upper(t.serial)",
      },
    ],
    tests: "v1/admin/requests/evidence.test.ts",
    title: "nobody’s device once it was removed",
  },
  {
    name: "an organization is suggested although device and domain disagree",
    edits: [
      {
        file: evidence,
        from: "return colleagues.length === 0 || holder.people_at_domain > 0 ? holder.id : null;",
        to: "return holder.id;",
      },
    ],
    tests: "v1/admin/requests/evidence.test.ts",
    title: "speak for different organizations",
  },
  {
    name: "the key k goes down in the queue as j does",
    edits: [
      {
        file: "islands/lists.ts",
        from: 'else if (key === "k") move(row, -1);',
        to: 'else if (key === "k") move(row, 1);',
      },
    ],
    tests: "e2e/admin/triage.test.ts",
    title: "j and k go through the queue",
    project: "browser",
  },
  {
    name: "all that match takes one that came in place of another",
    edits: [
      {
        file: "routes/list-routes.tsx",
        from: "if (allOf(meta) !== shown)",
        to: "if (meta.count !== Number.parseInt(shown, 10))",
      },
    ],
    tests: "http/pages/console/requests.test.ts",
    title: "who asks or is changed meanwhile",
  },
  {
    name: "all that match stops at the first page",
    edits: [
      {
        file: "routes/list-routes.tsx",
        from: "limit: bulkRowsMax, offset: 0",
        to: "limit: usualPageSize, offset: 0",
      },
    ],
    tests: "e2e/admin/requests.test.ts",
    title: "of every page that match are rejected at once",
    project: "browser",
  },
  {
    name: "the device of who is approved is not registered",
    edits: [{ file: decide, from: "if (serial) await registerDevice", to: 'if (serial === "") await registerDevice' }],
    tests: "v1/admin/people/account-requests-bulk.test.ts",
    title: "takes serial numbers as a map by request id",
  },
  {
    name: "who is approved gets no link",
    edits: [
      {
        file: decide,
        from: "    is_mailed: true,\n    is_approval: true,",
        to: "    is_mailed: false,\n    is_approval: true,",
      },
    ],
    tests: "v1/admin/people/account-requests-bulk.test.ts",
    title: "makes all the users and mails each a link",
  },
  {
    name: "the key a approves without a question",
    edits: [{ file: "islands/lists.ts", from: "if (question) button.click();", to: "button?.click();" }],
    tests: "e2e/admin/triage.test.ts",
    title: "by keyboard one takes two keys",
    project: "browser",
  },
];
