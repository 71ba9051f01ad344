import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/client/downloads.ts";
import { listDownloads, type RecordedDownload } from "../../../worker/domain/software/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { appLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { sizeText } from "./build.tsx";

const softwareLabel = ({ software, version }: RecordedDownload) => `${software.title} ${version.version}`;
const downloaderName = ({ user }: RecordedDownload) =>
  user ? `${user.first_name} ${user.last_name}` : "A former colleague";
const isComplete = ({ bytes, size }: RecordedDownload) => bytes >= size;

export const downloadHistory = listRoutes({
  access: "session",
  layout: appLayout,
  section: "Downloads",
  query: contract.listDownloads.query,
  load: listDownloads,
  head: () => ({ trail: [["Downloads", pages.downloads]] }),
  list: {
    title: "Download history",
    noun: ["download", "downloads"],
    path: pages.downloadHistory,
    id: ({ id }) => id,
    href: ({ software }) => hrefOf(pages.softwareVersions, { name: software.name }),
    columns: [
      { label: "Software", cell: softwareLabel, csv: softwareLabel },
      { label: "By", cell: downloaderName, csv: downloaderName },
      {
        label: "Email",
        cell: ({ user }) => user?.email ?? "",
        csv: ({ user }) => user?.email ?? null,
        on_phones: "hidden",
      },
      {
        label: "Date",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
      },
      {
        label: "Size",
        cell: (row) => (isComplete(row) ? sizeText(row.size) : `not complete, of ${sizeText(row.size)}`),
        csv: ({ bytes }) => bytes,
        is_number: true,
      },
    ],
    labels: { search: "Software" },
    empty: {
      drawing: "papers",
      text: "No downloads yet. Downloads of your organization will be listed here.",
      action: { label: "See downloads", href: pages.downloads },
    },
    has_csv: true,
  },
});
