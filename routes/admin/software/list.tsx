import { pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import * as contract from "../../../worker/contract/v1/admin/releases.ts";
import { type AdminSoftware, listAdminSoftware } from "../../../worker/domain/software/index.ts";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { kindLabels, softwareHref, typeText } from "./labels.ts";

const availabilityText = ({ is_default, has_availability, product, kind }: AdminSoftware): string => {
  if (product) return product.name;
  if (!has_availability) return "Not chosen";
  return is_default ? "Comes with Flowpoint" : kind === "dependency" ? "" : "Everybody’s";
};

export const software = listRoutes({
  access: "software:read",
  layout: consoleLayout,
  section: "Software",
  query: contract.listAdminSoftware.query,
  load: listAdminSoftware,
  head: (viewer) => ({
    action: can(viewer, "software:act") && (
      <a className="button" href={pages.newSoftware}>
        Add software
      </a>
    ),
  }),
  list: {
    title: "Software",
    noun: ["entry", "entries"],
    path: pages.adminSoftware,
    id: ({ id }) => id,
    href: softwareHref,
    columns: [
      { label: "Name", cell: ({ title }) => title, csv: ({ title }) => title, sort: "title" },
      {
        label: "Kind",
        cell: typeText,
        csv: typeText,
        on_phones: "note",
      },
      {
        label: "Published",
        cell: ({ latest_published_version: version }) => version ?? "Nothing",
        csv: ({ latest_published_version: version }) => version,
        on_phones: "hidden",
      },
      {
        label: "Rolling out",
        cell: ({ rolling_out_version: version }) => version && <Badge tone="info">{version}</Badge>,
        csv: ({ rolling_out_version: version }) => version,
        on_phones: "state",
      },
      {
        label: "Waiting",
        cell: ({ waiting_version: version }) => version && <Badge tone="warning">{version}</Badge>,
        csv: ({ waiting_version: version }) => version,
        on_phones: "state",
      },
      { label: "Bought with", cell: availabilityText, csv: availabilityText, is_extra: true },
      {
        label: "Downloads, 30 days",
        cell: ({ downloads }) => downloads.toLocaleString("en-US"),
        csv: ({ downloads }) => downloads,
        is_number: true,
        on_phones: "hidden",
      },
    ],
    labels: {
      search: "Name",
      filters: {
        kind: { any: "Everything", values: kindLabels },
        is_waiting: {
          label: "Waiting",
          any: "Waiting or not",
          values: { true: "A version waits", false: "Nothing waits" },
        },
      },
    },
    views: [
      { label: "Waiting", query: { is_waiting: "true" } },
      { label: "Plugins", query: { kind: "plugin" } },
    ],
    empty: {
      drawing: "things",
      text: "No software yet. Add firmware or an app with its repository; Flowpoint and plugins are added by the next import.",
      action: { label: "Add software", href: pages.newSoftware },
    },
    has_csv: true,
    has_keys: true,
  },
});
