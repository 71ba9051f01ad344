import * as z from "zod/mini";
import { notificationTypes } from "../../../worker/contract/notification-types.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/notifications.ts";
import {
  listNotifications,
  markNotificationsRead,
  markNotificationsUnread,
} from "../../../worker/domain/notifications/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { dateText, TimeText } from "../../../worker/ui/date.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { subjectOf } from "./labels.ts";

/** Requires ids, unlike the API call, because a button for selected rows must not mark all. */
const readSelectedContract = { access: "session", body: contract.unreadNotifications.body } as const;

const readAction = bulkAction(readSelectedContract, {
  label: "Mark as read",
  path: pages.readNotifications,
  ids: "notification_ids",
  done: "read now",
  is_main: true,
  send: async (ctx, { body }) => void (await markNotificationsRead(ctx, body.notification_ids)),
});
const unreadAction = bulkAction(contract.unreadNotifications, {
  label: "Mark as unread",
  path: pages.unreadNotifications,
  ids: "notification_ids",
  done: "unread now",
  send: async (ctx, { body }) => void (await markNotificationsUnread(ctx, body.notification_ids)),
});
const readAllForm = formPost(contract.readNotifications, {
  path: pages.readAllNotifications,
  send: (ctx) => markNotificationsRead(ctx),
  back: pages.notifications,
  done: ({ changed }) => (changed === 0 ? "There was nothing unread." : "All notifications are marked as read."),
});

const excerptMax = 120;

/** Removes Markdown. */
function buildExcerpt(markdown: string): string {
  const text = markdown
    .replaceAll(/^[-*] /gm, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\\(?=[^\w\s])|\*\*/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text.length > excerptMax ? `${text.slice(0, excerptMax - 1).trimEnd()}…` : text;
}

/** Newest first by default, unlike the API call, which lists unread notifications first. */
const query = z.object({
  ...contract.listNotifications.query.shape,
  sort: z._default(contract.listNotifications.query.shape.sort.def.innerType, "-created_at"),
});

const dayMs = 86_400_000;

/** A week is the last seven days. */
function recencyGroup(at: string, timeZone: string, now = Date.now()): "Today" | "This week" | "Earlier" {
  const day = (ms: number) => dateText(new Date(ms).toISOString(), timeZone);
  const sentAt = Date.parse(at);
  if (day(sentAt) === day(now)) return "Today";
  const isThisWeek = [1, 2, 3, 4, 5, 6].some((days) => day(now - days * dayMs) === day(sentAt));
  return isThisWeek ? "This week" : "Earlier";
}

function PageActions({ has_any: hasAny }: { has_any: boolean }) {
  return (
    <form className="actions" method="post" action={pages.readAllNotifications}>
      <a className="button quiet" href={pages.notificationSettings}>
        Settings
      </a>
      {hasAny && <button className="button quiet">Mark all as read</button>}
    </form>
  );
}

export const notifications = [
  ...listRoutes({
    access: "session",
    layout: appLayout,
    section: "Notifications",
    query,
    load: listNotifications,
    head: (_viewer, has_any) => ({ action: <PageActions has_any={has_any} /> }),
    bulk: { name: ({ title }) => title, actions: [readAction, unreadAction] },
    list: {
      title: "Notifications",
      noun: ["notification", "notifications"],
      path: pages.notifications,
      views: [{ label: "Unread", query: { is_read: "false" } }],
      id: ({ id }) => id,
      href: ({ id }) => hrefOf(pages.notification, { notification_id: id }),
      group: { sort: "-created_at", label: ({ created_at }, timeZone) => recencyGroup(created_at, timeZone) },
      columns: [
        {
          label: "Notification",
          cell: ({ title, read_at, markdown }) => (
            <>
              <span className={read_at === null ? "unread" : "read"}>{title}</span>
              <small>{buildExcerpt(markdown)}</small>
            </>
          ),
          csv: ({ title }) => title,
        },
        {
          label: "Date",
          cell: ({ created_at }) => <TimeText at={created_at} />,
          csv: ({ created_at }) => created_at,
          sort: "created_at",
        },
        {
          label: "About",
          cell: ({ type }) => subjectOf(type),
          csv: ({ type }) => subjectOf(type),
          sort: "type",
          on_phones: "hidden",
          is_extra: true,
        },
        {
          label: "State",
          cell: ({ read_at }) => (read_at === null ? "Unread" : <span className="unseen">Read</span>),
          csv: ({ read_at }) => (read_at === null ? "Unread" : "Read"),
          sort: "unread",
        },
      ],
      labels: {
        search: "Order, product, version or serial number",
        without: ["created_at"],
        filters: {
          is_read: { label: "State", any: "Read and unread", values: { true: "Read", false: "Unread" } },
          type: {
            any: "Everything",
            values: Object.fromEntries(Object.entries(notificationTypes).map(([name, { title }]) => [name, title])),
          },
          "created_at[gte]": { label: "From" },
          "created_at[lte]": { label: "Until" },
        },
      },
      empty: {
        drawing: "papers",
        text: "No notifications yet. Updates on your orders, payments, subscriptions and devices will appear here.",
      },
      has_csv: true,
    },
  }),
  readAllForm,
];
