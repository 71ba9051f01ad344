import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/broadcasts.ts";
import { listBroadcastRecipients } from "../../../worker/domain/notifications/index.ts";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { Cut } from "../../../worker/ui/parts/cut.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { appText, stateLabels } from "./labels.ts";

const StateBadge = ({ state }: { state: keyof typeof stateLabels }) => {
  const [tone, text] = stateLabels[state];
  return <Badge tone={tone}>{text}</Badge>;
};
const texts = Object.fromEntries(Object.entries(stateLabels).map(([state, [, text]]) => [state, text]));

export const recipients = listRoutes({
  access: "notifications:read",
  layout: consoleLayout,
  section: "Notifications",
  query: contract.listBroadcastRecipients.query,
  load: listBroadcastRecipients,
  head: () => ({
    trail: [["Notifications", pages.adminNotifications]],
    subtitle: "Recipients and delivery results.",
  }),
  list: {
    title: "Recipients",
    noun: ["recipient", "recipients"],
    path: pages.notificationRecipients,
    id: ({ id }) => id,
    href: ({ broadcast_id, user_id }) =>
      hrefOf(pages.adminNotification, { id: broadcast_id }, { recipient_id: user_id ?? undefined }),
    columns: [
      { label: "Email", cell: ({ email }) => <Cut text={email} />, csv: ({ email }) => email, sort: "email" },
      { label: "Name", cell: ({ name }) => name ?? "No account", csv: ({ name }) => name, on_phones: "note" },
      { label: "In the app", cell: ({ app }) => appText[app], csv: ({ app }) => appText[app], on_phones: "hidden" },
      {
        label: "Mail",
        cell: ({ mail }) => <StateBadge state={mail} />,
        csv: ({ mail }) => texts[mail] ?? mail,
        on_phones: "state",
      },
      {
        label: "Text message",
        cell: ({ phone }) => (phone === "none" ? "Not asked for" : <StateBadge state={phone} />),
        csv: ({ phone }) => texts[phone] ?? phone,
        is_extra: true,
      },
    ],
    labels: {
      search: "Email",
      filters: {
        mail: { label: "Mail", any: "All", values: texts },
        app: { label: "In the app", any: "All", values: appText },
      },
    },
    empty: { drawing: "people", text: "No notifications sent yet." },
    has_csv: true,
    has_keys: true,
  },
});
