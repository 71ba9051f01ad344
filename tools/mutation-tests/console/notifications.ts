import type { Mutant } from "../mutant.ts";

const send = "worker/domain/notifications/broadcasts/send-notification.ts";
const audience = "worker/domain/notifications/broadcasts/audience.ts";
const broadcasts = "v1/admin/broadcasts/broadcasts.test.ts";
const results = "v1/admin/broadcasts/results.test.ts";

/** Issue 13: what administrators tell people by hand. */
export const notificationMutants: Mutant[] = [
  {
    name: "a second click sends a notification again",
    edits: [
      {
        file: send,
        from: "  where b.sent_at is null and b.updated_at = coalesce(${updated_at ?? null}::timestamptz, b.updated_at)`;",
        to: "`;",
      },
      { file: send, from: "event: sql`'broadcast:' || begun.id`", to: "event: sql`'broadcast:' || begun.id || now()`" },
      {
        file: send,
        from: "      from begun cross join reached r\n      returning in_app",
        to: "      from begun cross join reached r on conflict do nothing\n      returning in_app",
      },
    ],
    tests: broadcasts,
    title: "goes to 14 people once each",
  },
  {
    name: "a draft is replaced over the head of who changed it meanwhile",
    edits: [
      { file: send, from: " and b.updated_at = coalesce(${updated_at ?? null}::timestamptz, b.updated_at)", to: "" },
    ],
    tests: broadcasts,
    title: "the second is OBJECT_OUTDATED",
  },
  {
    name: "inactive people are told",
    edits: [{ file: audience, from: 'and (u.is_active or ${type === "userInactivated"})', to: "and u.id is not null" }],
    tests: "v1/admin/send-notification.test.ts",
    title: "the active people of an organization",
  },
  {
    name: "roles of an organization reach those roles everywhere",
    edits: [
      {
        file: audience,
        from: "sql`u.org_id = ${org_id} and ${held}`",
        to: "held",
      },
    ],
    tests: "v1/admin/send-notification.test.ts",
    title: "the active people of an organization",
  },
  {
    name: "what opens an account goes into the app",
    edits: [
      {
        file: audience,
        from: '(!isSecret && (channel === "app" || hasSms))',
        to: '(isSecret || channel === "app" || hasSms)',
      },
    ],
    tests: "v1/admin/send-notification.test.ts",
    title: "what opens an account goes by mail alone",
  },
  {
    name: "what is sent to many is told by the request itself",
    edits: [{ file: send, from: "sql`begun.people <= ${partMax}`", to: "sql`(begun.people <= ${partMax} or true)`" }],
    tests: broadcasts,
    title: "many are told part by part",
  },
  {
    name: "the number of recipients before sending counts who turned news off",
    edits: [
      {
        file: "worker/domain/notifications/broadcasts/preview-notification.ts",
        from: "'email', count(*) filter (where r.mail = 'queued'),",
        to: "'email', count(*) filter (where r.mail <> 'none'),",
      },
    ],
    tests: broadcasts,
    title: "counts people, organizations and ways",
  },
  {
    name: "a mail that came back is told as sent",
    edits: [
      {
        file: "worker/domain/notifications/broadcasts/list-broadcasts.ts",
        from: '${channel === "email" ? isReturned : sql`false`}',
        to: '${channel === "email" ? sql`${isReturned} and false` : sql`false`}',
      },
    ],
    tests: results,
    title: "each recipient tells by way",
  },
  {
    name: "the composing form makes a draft of what opens an account",
    edits: [
      {
        file: "routes/admin/notifications/compose.tsx",
        from: "noticeTypeNames.filter((type) => !definitionOf(type).is_secret)",
        to: "noticeTypeNames.filter((type) => definitionOf(type).title !== undefined)",
      },
    ],
    tests: "http/pages/console/notifications.test.ts",
  },
  {
    name: "nobody says from how many addresses mail came back before",
    edits: [
      {
        file: "worker/domain/notifications/broadcasts/preview-notification.ts",
        from: "r.mail = 'queued' and r.is_returned",
        to: "r.mail = 'none' and r.is_returned",
      },
    ],
    tests: broadcasts,
    title: "counts people, organizations and ways",
  },
  {
    name: "the number of organizations before sending is that of people",
    edits: [
      {
        file: "worker/domain/notifications/broadcasts/preview-notification.ts",
        from: "count(distinct r.org_id)",
        to: "count(r.org_id)",
      },
    ],
    tests: broadcasts,
    title: "counts people, organizations and ways",
  },
  {
    name: "a notification is shown to somebody who would not get it",
    edits: [
      {
        file: "worker/domain/notifications/broadcasts/preview-notification.ts",
        from: "or r.id = ${recipient_id ?? null}::uuid",
        to: "or r.id is not null",
      },
    ],
    tests: broadcasts,
    title: "refuses what reaches nobody",
  },
  {
    name: "a draft that somebody changed is sent unseen",
    edits: [{ file: send, from: "if (!isRead && !draft.is_sent)", to: "if (!isRead && draft.is_sent)" }],
    tests: "http/pages/console/notifications.test.ts",
    title: "only what was looked at is sent",
  },
  {
    name: "a notification that reaches nobody is kept as sent",
    edits: [
      {
        file: send,
        from: "sql`(select count(*) from reached)`)}\n      where ${reachesSomebody}\n",
        to: "sql`(select count(*) from reached)`)}\n      where true\n",
      },
    ],
    tests: "v1/admin/send-notification.test.ts",
  },
  {
    name: "among the drafts stands what was sent",
    edits: [
      {
        file: "worker/domain/notifications/broadcasts/list-broadcasts.ts",
        from: "sql`b.sent_at is not null` : sql`b.sent_at is null`",
        to: "sql`b.sent_at is not null` : sql`b.id is not null`",
      },
    ],
    tests: results,
    title: "the list has drafts",
  },
  {
    name: "a draft on which somebody still works is deleted",
    edits: [
      {
        file: "worker/domain/notifications/broadcasts/delete-old-drafts.ts",
        from: "updated_at < now() - interval '30 days'",
        to: "created_at < now() - interval '30 days'",
      },
    ],
    tests: results,
    title: "a draft that nobody sends or changes",
  },
  {
    name: "what is asked before sending does not say how many get it",
    edits: [
      {
        file: "routes/admin/notifications/reach.tsx",
        from: "    <p>{reachText(reach)}</p>\n    <p>It cannot be taken back.</p>",
        to: "    <p>It cannot be taken back.</p>",
      },
    ],
    tests: "e2e/admin/notifications.test.ts",
    title: "is seen before it is sent",
    project: "browser",
  },
];
