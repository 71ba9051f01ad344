import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/broadcasts.ts";
import { listBroadcastRecipients } from "../../../worker/domain/notifications/index.ts";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { TruncatedText } from "../../../worker/ui/parts/cut.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { appLabels, stateLabels } from "./labels.ts";

const StateBadge = ({ state }: { state: keyof typeof stateLabels }) => {
  const [tone, text] = stateLabels[state];
  return <Badge tone={tone}>{text}</Badge>;
};
const stateTexts = Object.fromEntries(Object.entries(stateLabels).map(([state, [, text]]) => [state, text]));

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
      { label: "Email", cell: ({ email }) => <TruncatedText text={email} />, csv: ({ email }) => email, sort: "email" },
      { label: "Name", cell: ({ name }) => name ?? "No account", csv: ({ name }) => name, on_phones: "note" },
      { label: "In the app", cell: ({ app }) => appLabels[app], csv: ({ app }) => appLabels[app], on_phones: "hidden" },
      {
        label: "Mail",
        cell: ({ mail }) => <StateBadge state={mail} />,
        csv: ({ mail }) => stateTexts[mail] ?? mail,
        on_phones: "state",
      },
      {
        label: "Text message",
        cell: ({ phone }) => (phone === "none" ? "Not asked for" : <StateBadge state={phone} />),
        csv: ({ phone }) => stateTexts[phone] ?? phone,
        is_extra: true,
      },
    ],
    labels: {
      search: "Email",
      filters: {
        mail: { label: "Mail", any: "All", values: stateTexts },
        app: { label: "In the app", any: "All", values: appLabels },
      },
    },
    empty: { drawing: "people", text: "No notifications sent yet." },
    has_csv: true,
    has_keys: true,
  },
});
