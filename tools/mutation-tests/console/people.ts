import type { Mutant } from "../mutant.ts";

const manage = "worker/domain/people/accounts/manage-users.ts";
const several = "worker/domain/people/several-users.ts";
const forms = "routes/admin/people/person-forms.ts";
const organization = "worker/domain/organizations/change-organization.ts";
const sessions = "worker/domain/identity/sessions/user-sessions.ts";

/** Issue 13: organizations and people. */
export const peopleMutants: Mutant[] = [
  {
    name: "of two who save an organization at the same moment the second overwrites the first",
    edits: [
      {
        file: organization,
        from: "where id = ${id} and updated_at = ${seen} for update",
        to: "where id = ${id} for update",
      },
    ],
    tests: "v1/admin/organizations/outdated.test.ts",
    title: "by twenty at once is changed once",
  },
  {
    name: "the form of an organization does not say which version it read",
    edits: [{ file: "worker/ui/forms/side-by-side.tsx", from: 'name="updated_at"', to: 'name="read_at"' }],
    tests: "http/pages/organizations/edit.test.ts",
    title: "another administrator's change is shown beside",
  },
  {
    name: "what another administrator changed is overwritten by the form that is shown again",
    edits: [{ file: "worker/ui/forms/compared.ts", from: "if (isTheirs) values[name] = now;", to: "" }],
    tests: "http/pages/organizations/edit.test.ts",
    title: "another administrator's change is shown beside",
  },
  {
    name: "another price level leaves open carts as they are",
    edits: [
      {
        file: "worker/domain/organizations/outdated-carts.ts",
        from: "where o.has_new_level and c.org_id",
        to: "where false and c.org_id",
      },
    ],
    tests: "v1/admin/organization-changes.test.ts",
    title: "outdate every open cart",
  },
  {
    name: "a device is removed by the address of another organization",
    edits: [
      {
        file: "worker/domain/devices/remove-device.ts",
        from: "where org_id = ${org_id} and id = any(${uuids(asked)}) and not is_deleted",
        to: "where id = any(${uuids(asked)}) and not is_deleted",
      },
    ],
    tests: "v1/admin/org-products.test.ts",
    title: "what is not there and what is another's",
  },
  {
    name: "of several who get a price level the known ones get it although one is unknown",
    edits: [
      {
        file: "worker/domain/organizations/price-levels.ts",
        from: "and not exists (select 1 from missing)",
        to: "",
      },
    ],
    tests: "v1/admin/organizations/price-level.test.ts",
    title: "is set for none of them when one is unknown",
  },
  {
    name: "of two who save a person at the same moment the second overwrites the first",
    edits: [
      { file: manage, from: "where users.id = target.id and ${isSeen} and", to: "where users.id = target.id and" },
    ],
    tests: "v1/admin/people/outdated.test.ts",
    title: "by twenty at once a person is changed once",
  },
  {
    name: "the last administrator is inactivated",
    edits: [
      {
        file: manage,
        from: "or exists (select 1 from managers where managers.id <> users.id)",
        to: "or exists (select 1 from managers)",
      },
    ],
    tests: "v1/admin/people/last-admin.test.ts",
  },
  {
    name: "of several people those who can are inactivated although one cannot",
    edits: [{ file: several, from: "\n        and verdict.unknown is null and verdict.refused is null", to: "" }],
    tests: "v1/admin/people/several.test.ts",
    title: "among them inactivates nobody",
  },
  {
    name: "who is inactivated with others comes back with their old session",
    edits: [
      {
        file: several,
        from: "set is_active = false, updated_at = now(), ${endSessions}",
        to: "set is_active = false, updated_at = now()",
      },
    ],
    tests: "v1/admin/people/several.test.ts",
    title: "inactivates all, ends their sessions",
  },
  {
    name: "set-up links go to those who need one although one of them needs none",
    edits: [
      {
        file: several,
        from: "each.agreed_at is null and each.is_active) = ${ids.length}",
        to: "each.agreed_at is null and each.is_active) <= ${ids.length}",
      },
    ],
    tests: "v1/admin/people/several.test.ts",
    title: "mails nobody",
  },
  {
    name: "a set-up link is mailed for each click",
    edits: [
      {
        file: forms,
        from: "once(ctx, body.form_key, () => resetUserPassword(ctx, params))",
        to: "resetUserPassword(ctx, params).then(() => body.form_key !== undefined)",
      },
    ],
    tests: "http/pages/people/person-forms.test.ts",
    title: "sent twenty times from one page is mailed once",
  },
  {
    name: "a link that was asked for twice says the second time that it is on its way again",
    edits: [
      {
        file: forms,
        from: 'done: (isFirst) => (isFirst ? "The link is on its way. Older links do not work any more." : again)',
        to: 'done: () => "The link is on its way. Older links do not work any more."',
      },
    ],
    tests: "http/pages/people/person-forms.test.ts",
    title: "sent twenty times from one page is mailed once",
  },
  {
    name: "the form makes somebody of a customer an administrator",
    edits: [{ file: forms, from: 'if (body.roles.includes("admin") && !isOfHouse)', to: "if (!body.roles)" }],
    tests: "http/pages/people/person-forms.test.ts",
    title: "an administrator belongs to the shop",
  },
  {
    name: "a session that is ended leaves what an administrator started from it",
    edits: [{ file: sessions, from: "  await endStartedFrom(ctx, user_id, session_id);\n", to: "" }],
    tests: "v1/admin/people/sessions.test.ts",
    title: "ends what an administrator started from it",
  },
  {
    name: "sessions in which somebody acts as a person are told as the person's own",
    edits: [
      {
        file: sessions,
        from: "and s.user_epoch = u.session_epoch and s.actor_id is null and ${isOpen}",
        to: "and s.user_epoch = u.session_epoch and ${isOpen}",
      },
    ],
    tests: "v1/admin/people/sessions.test.ts",
    title: "are the live ones of their own",
  },
];
