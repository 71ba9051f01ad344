import { sendableTypes } from "../../../worker/contract/notification-types.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import * as contract from "../../../worker/contract/v1/admin/broadcasts.ts";
import { type Broadcast, listBroadcasts } from "../../../worker/domain/notifications/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { audienceText, kindLabel, stateBadge, titleOf } from "./labels.ts";

const senderName = ({ sent_by, created_by }: Broadcast): string => {
  const person = sent_by ?? created_by;
  return person ? `${person.first_name} ${person.last_name}` : "The system";
};

function SentCell({ broadcast }: { broadcast: Broadcast }) {
  const { sent_at, send_at, missed_at } = broadcast;
  if (sent_at) return <DateText at={sent_at} />;
  const [tone, text] = stateBadge(broadcast);
  const at = send_at ?? missed_at;
  return (
    <>
      <Badge tone={tone}>{text}</Badge> {at && <DateText at={at} />}
    </>
  );
}

export const broadcasts = listRoutes({
  access: "notifications:read",
  layout: consoleLayout,
  section: "Notifications",
  query: contract.listBroadcasts.query,
  load: listBroadcasts,
  head: (viewer) => ({
    action: can(viewer, "news:act") && (
      <a className="button" href={hrefOf(pages.composeNotification, { type: "announcement" })}>
        Write a notification
      </a>
    ),
    subtitle: (
      <>
        Drafts are deleted after 30 days without a change. <a href={pages.audiences}>Saved audiences</a>
      </>
    ),
  }),
  list: {
    title: "Notifications",
    noun: ["notification", "notifications"],
    path: pages.adminNotifications,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.adminNotification, { id }),
    columns: [
      { label: "Subject", cell: titleOf, csv: titleOf },
      { label: "Kind", cell: ({ type }) => kindLabel(type), csv: ({ type }) => type, on_phones: "hidden" },
      { label: "To", cell: audienceText, csv: audienceText, on_phones: "note" },
      {
        label: "Sent",
        cell: (broadcast) => <SentCell broadcast={broadcast} />,
        csv: ({ sent_at }) => sent_at,
        on_phones: "state",
      },
      { label: "By", cell: senderName, csv: senderName, is_extra: true },
      {
        label: "Begun",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        is_extra: true,
      },
      {
        label: "People",
        cell: ({ people, sent_at }) => (sent_at ? people.toLocaleString("en-US") : ""),
        csv: ({ people }) => people,
        is_number: true,
      },
    ],
    labels: {
      search: "Subject",
      filters: {
        state: { any: "All", values: { sent: "Sent", scheduled: "Scheduled", draft: "Drafts" } },
        type: {
          label: "Kind",
          any: "Every kind",
          values: Object.fromEntries(Object.entries(sendableTypes).map(([name, { title }]) => [name, title])),
        },
      },
    },
    views: [
      { label: "Sent", query: { state: "sent" } },
      { label: "Scheduled", query: { state: "scheduled" } },
      { label: "Drafts", query: { state: "draft" } },
    ],
    empty: {
      drawing: "papers",
      text: "No notifications sent yet. Sent notifications and their delivery results will be listed here.",
    },
    has_csv: true,
    has_keys: true,
  },
});
