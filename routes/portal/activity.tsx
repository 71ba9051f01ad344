import { activityActions, activityWords } from "../../worker/contract/people/activity-sentences.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import * as contract from "../../worker/contract/v1/client/activity.ts";
import { listOrgUserNames } from "../../worker/domain/people/index.ts";
import { type Activity, listActivity } from "../../worker/domain/platform/index.ts";
import { TimeText } from "../../worker/ui/date.tsx";
import { appLayout } from "../layouts.tsx";
import { listRoutes } from "../list-routes.tsx";

const actorName = ({ actor, on_behalf_of }: Activity): string =>
  on_behalf_of ? `${actor.name} as ${on_behalf_of.name}` : actor.name;

/** The page of the entry's subject, if it still has one. */
function subjectHref({ subject: { type, id, name } }: Activity): string | undefined {
  if (name === null) return undefined;
  if (type === "order") return hrefOf(pages.order, { order_id: id });
  if (type === "device") return hrefOf(pages.device, { device_id: id });
  return type === "subscription" ? hrefOf(pages.subscription, { subscription_id: id }) : undefined;
}

function What({ entry }: { entry: Activity }) {
  const href = subjectHref(entry);
  return href === undefined ? entry.text : <a href={href}>{entry.text}</a>;
}

/** Managers see the whole log, other members their own entries. */
export const activity = listRoutes({
  access: "session",
  layout: appLayout,
  section: "Activity",
  query: contract.listActivity.query,
  load: listActivity,
  choices: async (ctx) => ({ user_id: (await listOrgUserNames(ctx)).map(({ id, name }) => [id, name]) }),
  list: {
    title: "Activity",
    noun: ["entry", "entries"],
    path: pages.activity,
    id: ({ id }) => id,
    columns: [
      { label: "What", cell: (entry) => <What entry={entry} />, csv: ({ text }) => text },
      { label: "Who", cell: actorName, csv: actorName, on_phones: "note" },
      {
        label: "When",
        cell: ({ created_at }) => <TimeText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "state",
      },
    ],
    labels: {
      search: "Name or email of who did it",
      filters: {
        user_id: { label: "Who", any: "Everybody" },
        action: {
          label: "What",
          any: "Everything",
          options: activityActions.map((action) => [action, activityWords[action] ?? action] as const),
        },
      },
    },
    empty: { drawing: "papers", text: "No activity yet. Actions of your users will be listed here." },
    has_csv: true,
  },
});
