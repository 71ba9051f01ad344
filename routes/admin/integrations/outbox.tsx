import { notificationTypes } from "../../../worker/contract/notification-types.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/outbox.ts";
import { listOutbox } from "../../../worker/domain/notifications/index.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { WaitingBadge } from "../../../worker/ui/parts/status-badges.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";

export const channelLabels = { email: "Email", phone: "Text message" } as const;

const titles = new Map<string, string>(Object.entries(notificationTypes).map(([type, { title }]) => [type, title]));

/** Falls back to the type, because security emails have no title in the app. */
export const titleOf = ({ type }: { type: string }): string => titles.get(type) ?? type;

export const outbox = listRoutes({
  access: "integrations:read",
  layout: consoleLayout,
  section: "Integrations",
  query: contract.listOutbox.query,
  load: listOutbox,
  head: () => ({ trail: [["Integrations", pages.integrations]] }),
  list: {
    title: "Unsent messages",
    noun: ["message", "messages"],
    path: pages.outbox,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.outboxMessage, { id }),
    columns: [
      { label: "To", cell: ({ recipient }) => recipient, csv: ({ recipient }) => recipient },
      { label: "Message", cell: titleOf, csv: ({ type }) => type, on_phones: "note" },
      {
        label: "Channel",
        cell: ({ channel }) => channelLabels[channel],
        csv: ({ channel }) => channelLabels[channel],
        on_phones: "hidden",
      },
      {
        label: "Since",
        cell: ({ created_at }) => <TimeText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
      },
      {
        label: "Reason",
        cell: ({ last_error }) => last_error,
        csv: ({ last_error }) => last_error,
        on_phones: "hidden",
      },
      { label: "State", cell: ({ state }) => <WaitingBadge state={state} />, csv: ({ state }) => state },
    ],
    labels: { search: "Recipient or message type" },
    views: [
      { label: "Given up", query: { state: "given-up" } },
      { label: "Waiting", query: { state: "waiting" } },
    ],
    empty: { text: "All messages were sent. Unsent messages will be listed here with the reason." },
    has_csv: true,
    has_keys: true,
  },
});
