import { pages } from "../../../worker/contract/pages.ts";
import { listAdminDownloads as call } from "../../../worker/contract/v1/admin/organizations.ts";
import { listAdminDownloads, type RecordedDownload } from "../../../worker/domain/software/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { Column } from "../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { sizeText } from "../../portal/downloads/build.tsx";
import { organizationScope } from "./of-organization.ts";

const versionText = ({ software, version }: RecordedDownload): string => `${software.title} ${version.version}`;
const userName = ({ user }: RecordedDownload): string =>
  user ? `${user.first_name} ${user.last_name}` : "A former colleague";

const columns: Column<RecordedDownload>[] = [
  { label: "Software", cell: versionText, csv: versionText },
  { label: "By", cell: userName, csv: userName },
  { label: "Email", cell: ({ user }) => user?.email, csv: ({ user }) => user?.email ?? null, on_phones: "hidden" },
  {
    label: "Date",
    cell: ({ created_at }) => <DateText at={created_at} />,
    csv: ({ created_at }) => created_at,
    sort: "created_at",
  },
  {
    label: "Size",
    cell: ({ bytes, size }) => (bytes >= size ? sizeText(size) : `not complete, of ${sizeText(size)}`),
    csv: ({ bytes }) => bytes,
    is_number: true,
  },
];

export const organizationDownloads = listRoutes({
  access: "organizations:read",
  layout: consoleLayout,
  section: "Organizations",
  query: call.query,
  of: organizationScope("Downloads"),
  load: (ctx, query, { org_id }) => listAdminDownloads(ctx, org_id, query),
  list: {
    title: "Downloads",
    noun: ["download", "downloads"],
    path: pages.organizationDownloads,
    id: ({ id }) => id,
    columns,
    has_csv: true,
    labels: { search: "Software" },
    empty: { drawing: "papers", text: "This organization has not downloaded anything yet." },
  },
});
