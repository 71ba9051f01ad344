import * as z from "zod/mini";
import { uuid } from "../../../worker/contract/fields.ts";
import { usualPageSize } from "../../../worker/contract/page-query.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listAdminDownloads as call } from "../../../worker/contract/v1/admin/organizations.ts";
import { listAdminDownloads, type RecordedDownload } from "../../../worker/domain/downloads/index.ts";
import { getOrganization, type ListedOrganization } from "../../../worker/domain/organizations/index.ts";
import { page } from "../../../worker/http/page.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ListPage, type ListSpec } from "../../../worker/ui/lists/list-page.tsx";
import type { Column } from "../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { sizeText } from "../../portal/downloads/build.tsx";
import { withFile } from "./list-file.ts";

const nameOf = ({ software, version }: RecordedDownload): string => `${software.title} ${version.version}`;
const personOf = ({ user }: RecordedDownload): string =>
  user ? `${user.first_name} ${user.last_name}` : "Somebody who left";

const columns: Column<RecordedDownload>[] = [
  { label: "Software", cell: nameOf, csv: nameOf },
  { label: "By", cell: personOf, csv: personOf },
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

const listOf = ({ id, name }: ListedOrganization): ListSpec<RecordedDownload> => ({
  title: `Downloads of ${name}`,
  noun: ["download", "downloads"],
  path: hrefOf(pages.organizationDownloads, { org_id: id }),
  schema: call.query,
  id: (row) => row.id,
  columns,
  has_csv: true,
  words: { search: "Software" },
  empty: { drawing: "papers", text: "Nobody of this organization has downloaded anything yet." },
});

/** What a customer downloaded, and who of it, for administrators. */
const shown = page({
  path: pages.organizationDownloads,
  access: "admin",
  layout: consoleLayout,
  section: "Organizations",
  params: z.object({ org_id: uuid() }),
  query: call.query,
  page_size: usualPageSize,
  async load({ ctx, params: { org_id }, query }) {
    const [organization, found] = await Promise.all([
      getOrganization(ctx, org_id),
      listAdminDownloads(ctx, org_id, query),
    ]);
    return { organization, found };
  },
  head: ({ organization: { name } }) => ({ title: `Downloads of ${name} · Console · CrunchBox`, no_store: true }),
  view: ({ organization, found }, { query }) => (
    <ListPage
      list={listOf(organization)}
      query={query}
      page={found}
      trail={[
        ["Organizations", pages.organizations],
        [organization.name, hrefOf(pages.organization, { org_id: organization.id })],
      ]}
    />
  ),
});

export const organizationDownloads = withFile(shown, {
  ...{ name: "downloads", columns, query: call.query },
  load: listAdminDownloads,
});
