// One table: a row is a mutation with the test that must find it.
import type { Mutant } from "./mutant.ts";

const claimsTest = "v1/client/device-claims.test.ts";

export const accessMutants: readonly Mutant[] = [
  {
    name: "a customer's user becomes an administrator",
    edits: [
      {
        file: "worker/domain/organizations/administrators.ts",
        from: "where house.id = ${org_id} and house.is_house)",
        to: "where house.id = ${org_id})",
      },
    ],
    tests: "v1/admin/users/administrators.test.ts",
    title: "only the shop's own people are made administrators",
  },
  {
    name: "the last administrator is inactivated",
    edits: [
      {
        file: "worker/domain/people/accounts/manage-users.ts",
        from: "or exists (select 1 from managers where managers.id <> users.id)",
        to: "or exists (select 1 from managers)",
      },
    ],
    tests: "v1/admin/users/last-admin.test.ts",
  },
  {
    name: "the last manager of an organization drops the role",
    edits: [
      {
        file: "worker/domain/people/accounts/manage-users.ts",
        from: "exists (select 1 from managers m where m.id <> target.id)",
        to: "exists (select 1 from managers m)",
      },
    ],
    tests: "v1/org.test.ts",
    title: "the last who manages an organization",
  },
  {
    name: "a device is removed by the URL of another organization",
    edits: [
      {
        file: "worker/domain/devices/remove-device.ts",
        from: "where ${condition} and id = any(${uuids(uniqueIds)}) and not is_deleted",
        to: "where id = any(${uuids(uniqueIds)}) and not is_deleted",
      },
    ],
    tests: "v1/admin/org-products.test.ts",
    title: "what is not there and what is another's",
  },
  {
    name: "an organization claims more than 20 devices a day",
    edits: [
      {
        file: "worker/domain/devices/register-device.ts",
        from: "(of_day = 0 or of_day + (select count(*) from claimed) <= ${claimsPerDay})",
        to: "(of_day = 0 or of_day <= ${claimsPerDay})",
      },
    ],
    tests: claimsTest,
    title: "end at 20 a day",
  },
  {
    name: "an organization claims more than 200 devices",
    edits: [
      {
        file: "worker/domain/devices/register-device.ts",
        from: "where org_id = ${orgId} and verified_by is null and not is_deleted\n      ) <= ${claimsMax}",
        to: "where org_id = ${orgId} and verified_by is null and is_deleted\n      ) <= ${claimsMax}",
      },
    ],
    tests: claimsTest,
    title: "end at 200 in all",
  },
  {
    name: "concurrent claims do not count each other",
    edits: [
      {
        file: "worker/domain/devices/register-device.ts",
        from: "const lockStatement = selectOrganizationForUpdate(org_id);",
        to: "const lockStatement = sql`select 1 from organizations where id = ${org_id}`;",
      },
    ],
    tests: claimsTest,
    title: "end at 20 a day, also when they come at once",
  },
  {
    name: "removed claims make room for others on the same day",
    edits: [
      {
        file: "worker/domain/devices/register-device.ts",
        from: "where org_id = ${orgId} and verified_by is null and created_at > now() - interval '1 day'",
        to: "where org_id = ${orgId} and verified_by is null and not is_deleted and created_at > now() - interval '1 day'",
      },
    ],
    tests: claimsTest,
    title: "do not come back by removing devices",
  },
  {
    name: "a shipment takes over a device that an administrator confirmed for another organization",
    edits: [
      {
        file: "worker/domain/devices/validate-serials.ts",
        from: "coalesce(${alias}.verified_by, 'manufacture') = 'manufacture'",
        to: "coalesce(${alias}.verified_by, 'manufacture') <> 'shipment'",
      },
    ],
    tests: claimsTest,
    title: "stays with the organization for which an administrator confirmed it",
  },
  {
    name: "removing claims removes verified devices",
    edits: [
      {
        file: "worker/domain/devices/device-claims.ts",
        from: "await removeDevices(ctx, ids, sql`verified_by is null`);",
        to: "await removeDevices(ctx, ids, sql`true`);",
      },
    ],
    tests: "v1/admin/device-claims.test.ts",
    title: "are removed all or none",
  },
  {
    name: "a desktop token makes its own successor",
    edits: [
      {
        file: "worker/domain/identity/sessions/require-browser.ts",
        from: 'actor.session_kind !== "cookie"',
        to: 'actor.session_kind === "refresh"',
      },
    ],
    tests: "v1/sso/token.test.ts",
    title: "a desktop token",
  },
  {
    name: "another organization's device is returned",
    edits: [
      {
        file: "worker/domain/devices/validate-serials.ts",
        from: "case when d.org_id = ${request.org_id} then d.id end as device_id",
        to: "d.id as device_id",
      },
    ],
    tests: "v1/client/org-products.test.ts",
    title: "that two organizations claim 20 times at once",
  },
  {
    name: "a user marks notifications of others as read",
    edits: [
      {
        file: "worker/domain/notifications/inbox/mark-notifications.ts",
        from: "where n.user_id = ${user_id} and ${condition}),",
        to: "where ${condition}),",
      },
      {
        file: "worker/domain/notifications/inbox/mark-notifications.ts",
        from: "where n.id in (select id from mine) and n.user_id = ${user_id} and (n.read_at",
        to: "where n.id in (select id from mine) and (n.read_at",
      },
    ],
    tests: "v1/client/notifications.test.ts",
    title: "several, or all, are marked at once, and nobody else's",
  },
  {
    name: "a manager reads the activity of other organizations",
    edits: [
      {
        file: "worker/domain/platform/audit/list-activity.ts",
        from: "sql`a.org_id = ${org_id}`,",
        to: "sql`(a.org_id = ${org_id} or a.org_id is not null)`,",
      },
    ],
    tests: "v1/client/activity.test.ts",
    title: "leaves out what is only ours",
  },
  {
    name: "every user reads the activity of colleagues",
    edits: [
      {
        file: "worker/domain/platform/audit/list-activity.ts",
        from: '(select ${hasPermission("u.roles", "manage_people")} from users u',
        to: "(select true from users u",
      },
    ],
    tests: "v1/client/activity.test.ts",
    title: "is told to everybody else as far as they did it themselves",
  },
  {
    name: "newer versions stay available after a subscription has ended",
    edits: [
      {
        file: "worker/domain/software/entitlement.ts",
        from: "if (version.published_at !== null && version.published_at < until)",
        to: "if (version.published_at !== null)",
      },
    ],
    tests: "v1/client/software.test.ts",
    title: "stays what was published before its subscription ended",
  },
  {
    name: "refunded software stays available",
    edits: [
      {
        file: "worker/domain/sold-orders.ts",
        from: "in ('paid', 'partially_refunded', 'disputed', 'refund_failed')",
        to: "in ('paid', 'partially_refunded', 'refunded', 'disputed', 'refund_failed')",
      },
    ],
    tests: "v1/client/software.test.ts",
    title: "as long as there is money in the order",
  },
  {
    name: "a download link is not checked again when used",
    edits: [
      {
        file: "worker/domain/software/downloads/download-file.ts",
        from: "if (!decideFileEntitlement(file).allowed) throw forbidden",
        to: "if (false) throw forbidden",
      },
    ],
    tests: "v1/client/download-file.test.ts",
    title: "its organization may not have it any more",
  },
  {
    name: "what needs a withdrawn version is still offered",
    edits: [
      {
        file: "worker/domain/offers.ts",
        from: "select e.version_id from stopped join software_version_dependencies e on e.dependency_version_id = stopped.id",
        to: "select stopped.id from stopped",
      },
    ],
    tests: "v1/admin/software/withdrawal.test.ts",
    title: "what needs a withdrawn dependency is not offered either, and its download says why",
  },
  {
    name: "a withdrawal does not wait for a download that is being recorded",
    edits: [
      {
        file: "worker/domain/software/releases/withdraw-version.ts",
        from: "sql`select 1 from software_versions where id = ${id} for no key update`,",
        to: "sql`select 1 from software_versions where id = ${id}`,",
      },
    ],
    tests: "v1/admin/software/withdrawal.test.ts",
    title: "a download that is being recorded makes the withdrawal wait, and its user is told",
  },
  {
    name: "a stage for chosen organizations reaches every organization",
    edits: [
      {
        file: "worker/domain/offers.ts",
        from: "when ${org_id} = any(${v}.stage_org_ids) then 'organization'",
        to: "when true then 'organization'",
      },
    ],
    tests: "v1/admin/software/stages.test.ts",
    title: "go from beta testers to organizations to everybody, and tell each user once, as the check said",
  },
  {
    name: "a tampered download link leads to the file",
    edits: [
      {
        file: "worker/domain/platform/secrets/file-token.ts",
        from: "expected.filter((each) => isEqual(each, mac)).length > 0",
        to: "expected.filter((each) => isEqual(each, mac)).length >= 0",
      },
    ],
    tests: "v1/client/download-file.test.ts",
    title: "is not what a link leads to that somebody changed",
  },
  {
    name: "an unsigned link unsubscribes a user",
    edits: [
      {
        file: "worker/domain/notifications/inbox/unsubscribe.ts",
        from: 'if (!(await isUnsubscribeToken(ctx.settings, link.user_id, link.token))) throw notFound("USR_NOT_FOUND");',
        to: 'if (await isUnsubscribeToken(ctx.settings, link.user_id, "")) throw notFound("USR_NOT_FOUND");',
      },
    ],
    tests: "v1/mail/unsubscribe.test.ts",
    title: "a link that nobody signed",
  },
  {
    name: "any host under the cookie's domain may write",
    edits: [
      {
        file: "worker/http/origin.ts",
        from: 'if (site === "same-origin" || site === "none") return;',
        to: 'if (site === "same-origin" || site === "same-site" || site === "none") return;',
      },
    ],
    tests: "http/hosts.test.ts",
    title: "are refused from a sibling host, however it says where it comes from, and so are sign-in and sign-out",
  },
  {
    name: "an unknown host name is served",
    edits: [
      {
        file: "worker/http/middleware/own-host.ts",
        from: "if (!hosts.all.includes(origin))",
        to: 'if (!hosts.all.includes(origin) && origin === "none")',
      },
    ],
    tests: "http/hosts.test.ts",
    title: "is misdirected, with a session and without, for pages, calls and files",
  },
  {
    name: "a saved view is deleted by another user",
    edits: [
      {
        file: "worker/domain/platform/saved-views/saved-views.ts",
        from: "where id = ${id} and user_id = ${user_id} returning",
        to: "where id = ${id} returning",
      },
    ],
    tests: "http/pages/saved-views.test.ts",
    title: "nobody removes another's",
  },
  {
    name: "a saved view redirects to another site",
    edits: [
      {
        file: "routes/portal/saved-views.ts",
        from: "path: list ? path : pages.portal",
        to: "path",
      },
    ],
    tests: "http/pages/saved-views.test.ts",
    title: "it leads to lists of ours alone",
  },
];
