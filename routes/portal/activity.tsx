import { activityActions, activityLabels } from "../../worker/contract/people/activity-sentences.ts";
import { pages } from "../../worker/contract/pages.ts";
import * as contract from "../../worker/contract/v1/client/activity.ts";
import { listOrgUserNames } from "../../worker/domain/people/index.ts";
import { type Activity, listActivity } from "../../worker/domain/platform/index.ts";
import { TimeText } from "../../worker/ui/date.tsx";
import { appLayout } from "../layouts.tsx";
import { listRoutes } from "../list-routes.tsx";
import { ActivityText } from "./activity-text.tsx";

const actorName = ({ actor, on_behalf_of }: Activity): string =>
  on_behalf_of ? `${actor.name} as ${on_behalf_of.name}` : actor.name;

/** Managers see the whole log, other members their own actions and those in their name. */
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
      { label: "What", cell: (entry) => <ActivityText entry={entry} />, csv: ({ text }) => text },
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
          options: activityActions.map((action) => [action, activityLabels[action] ?? action] as const),
        },
      },
    },
    empty: { drawing: "papers", text: "No activity yet. Actions of your users will be listed here." },
    has_csv: true,
  },
});
